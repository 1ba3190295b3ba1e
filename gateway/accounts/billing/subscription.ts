/** A subscription as Stripe's API gives it, and when its pro plan ends. */
import type Stripe from 'stripe';
import { DAY, type EpochMs, SECOND } from '#core/time.ts';
import { identifierOf, objectOf } from './event.ts';

export interface Subscription {
  /** Undefined for a subscription of another service. */
  account: string | undefined;
  customer: string;
  /** Whether it continues unless cancelled. */
  isLive: boolean;
  /** Exclusive; undefined when the subscription does not give the plan. */
  proUntil: EpochMs | undefined;
}

interface SubscriptionState {
  status: unknown;
  endsWithPeriod: boolean;
  hasPaymentFailed: boolean;
  start: EpochMs;
  end: EpochMs;
}

/** Delay of the renewal event after the end of a period. */
const RENEWAL_GRACE = 3 * DAY;
/** Since the start of a period with a failed payment that is retried. */
const PAST_DUE_GRACE = 7 * DAY;
const LIVE = new Set<unknown>(['active', 'trialing', 'past_due', 'unpaid', 'paused']);

/** @returns what is wrong, as a text, for what no subscription is */
export function readSubscription(found: unknown): Subscription | string {
  const fields = objectOf(found);
  const account = identifierOf(objectOf(fields?.['metadata'])?.['account']);
  const customer = identifierOf(fields?.['customer']);
  const { status } = fields ?? {};
  if (typeof status !== 'string') return 'it has no status';
  if (customer === undefined) return 'it has no customer';
  const items = objectOf(fields?.['items'])?.['data'];
  if (!Array.isArray(items)) return 'it has no list of items';
  const base = { account, customer, isLive: LIVE.has(status) };
  if (items.length === 0) return { ...base, proUntil: undefined };
  const { current_period_start: start, current_period_end: end } = objectOf(items[0]) ?? {};
  if (typeof start !== 'number' || typeof end !== 'number') return 'its item has no period';
  const state: SubscriptionState = {
    status,
    endsWithPeriod: fields?.['cancel_at_period_end'] === true,
    hasPaymentFailed: objectOf(fields?.['cancellation_details'])?.['reason'] === 'payment_failed',
    start: start * SECOND,
    end: end * SECOND,
  };
  return { ...base, proUntil: proUntil(state) };
}

/** A paid period lasts to its end, even when the subscription is cancelled before. */
function proUntil({ status, endsWithPeriod, hasPaymentFailed, start, end }: SubscriptionState): EpochMs | undefined {
  switch (status as Stripe.Subscription.Status) {
    case 'active':
    case 'trialing':
      return endsWithPeriod ? end : end + RENEWAL_GRACE;
    case 'past_due':
      return Math.min(start + PAST_DUE_GRACE, end);
    case 'canceled':
      return hasPaymentFailed ? undefined : end;
    case 'incomplete':
    case 'incomplete_expired':
    case 'paused':
    case 'unpaid':
      return undefined;
    default:
      // A status unknown to this version.
      return undefined;
  }
}
