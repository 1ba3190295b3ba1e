/** When the pro plan of a subscription ends. */
import type Stripe from 'stripe';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';

type SubscriptionState = Pick<
  Stripe.Subscription,
  'status' | 'cancel_at_period_end' | 'cancellation_details' | 'ended_at'
> & { items: { data: Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>[] } };

/** Delay of the renewal event after the end of a period. */
const RENEWAL_GRACE = 3 * DAY;
/** Since the start of a period whose payment has failed and is retried. */
const PAST_DUE_GRACE = 7 * DAY;

/** Whether it continues unless cancelled. */
export const isLive = ({ status }: Pick<SubscriptionState, 'status'>): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid' || status === 'paused';

/**
 * A paid period lasts to its end, even when the subscription is cancelled before.
 * @returns exclusive end; undefined when the subscription does not give the plan
 */
export function proUntil(subscription: SubscriptionState): EpochMs | undefined {
  const [item] = subscription.items.data;
  if (!item) return undefined;
  const [start, end] = [item.current_period_start * 1000, item.current_period_end * 1000];
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return subscription.cancel_at_period_end ? end : end + RENEWAL_GRACE;
    case 'past_due':
      return Math.min(start + PAST_DUE_GRACE, end);
    case 'canceled':
      return subscription.cancellation_details?.reason === 'payment_failed' ? undefined : end;
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
