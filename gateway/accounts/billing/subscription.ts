/** Until when a subscription gives the pro plan. */
import type Stripe from 'stripe';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';

export type SubscriptionState = Pick<
  Stripe.Subscription,
  'status' | 'cancel_at_period_end' | 'cancellation_details' | 'ended_at'
> & { items: { data: Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>[] } };

/** How long after a period's end word of its renewal may take. */
const RENEWAL_GRACE = 3 * DAY;
/** How long a period counts whose payment has failed and is tried again. */
const PAST_DUE_GRACE = 7 * DAY;

/** Whether it goes on by itself, and there is something to end. */
export const isLive = ({ status }: Pick<SubscriptionState, 'status'>): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid' || status === 'paused';

/**
 * What was paid for is kept to its period's end, also when the subscription is ended before.
 * @returns exclusive; undefined for what never gave it or gives it no longer
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
      // A status that is newer than this program.
      return undefined;
  }
}
