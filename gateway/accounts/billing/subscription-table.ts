/** Subscriptions and processed events of Stripe in `accounts.db`. */
import type Stripe from 'stripe';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import type { AccountsDb } from '../../store/database.ts';

interface SubscriptionRow {
  subscription: string;
  account: string;
  customer: string;
  live: 0 | 1;
  /** Exclusive end of the pro plan; null when the subscription does not give it. */
  proUntil: EpochMs | null;
  /** Of the row that is overwritten; 0 for none. */
  revision: number;
}

/** Longer than Stripe retries the delivery of an event. */
const EVENT_RETENTION = 60 * DAY;

export type SubscriptionTable = ReturnType<typeof subscriptionTable>;

export function subscriptionTable(db: AccountsDb) {
  const put = db.prepare<[SubscriptionRow]>(
    `INSERT INTO stripe_subscriptions (subscription, account, customer, live, pro_until, revision)
     VALUES (:subscription, :account, :customer, :live, :proUntil, 1)
     ON CONFLICT (subscription) DO UPDATE SET customer = :customer, live = :live, pro_until = :proUntil,
       revision = revision + 1
     WHERE revision = :revision`,
  );
  const revisionOf = db
    .prepare<[string], number>('SELECT revision FROM stripe_subscriptions WHERE subscription = ?')
    .pluck();
  const of = db.prepare<[string], SubscriptionRow>(
    `SELECT subscription, account, customer, live, pro_until AS proUntil, revision FROM stripe_subscriptions
     WHERE account = ? ORDER BY rowid`,
  );
  const latestEnd = db
    .prepare<[string], EpochMs | null>('SELECT max(pro_until) FROM stripe_subscriptions WHERE account = ?')
    .pluck();
  const hasEvent = db.prepare<[string], number>('SELECT 1 FROM stripe_events WHERE event = ?').pluck();
  const putEvent = db.prepare(
    'INSERT INTO stripe_events (event, type, created_at, received_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const deleteOldEvents = db.prepare('DELETE FROM stripe_events WHERE received_at < ?');
  const accountExists = db.prepare<[string], number>('SELECT 1 FROM user WHERE id = ?').pluck();
  return {
    /** @returns false when the stored row has another revision */
    put: (row: SubscriptionRow): boolean => put.run(row).changes > 0,
    revisionOf: (subscription: string): number => revisionOf.get(subscription) ?? 0,
    of: (account: string): SubscriptionRow[] => of.all(account),
    /** Latest end of the pro plan by any subscription of the account. */
    latestEnd: (account: string): EpochMs | null | undefined => latestEnd.get(account),
    hasEvent: (id: string): boolean => hasEvent.get(id) !== undefined,
    putEvent({ id, type, created }: Stripe.Event, now: EpochMs): void {
      deleteOldEvents.run(now - EVENT_RETENTION);
      putEvent.run(id, type, created * 1000, now);
    },
    accountExists: (id: string): boolean => accountExists.get(id) !== undefined,
  };
}
