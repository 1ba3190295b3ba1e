/** Subscriptions and processed events of Stripe in `accounts.db`. */
import { DAY, type EpochMs } from '#core/time.ts';
import type { StripeEvent } from './event.ts';
import type { SqlDatabase, Values } from '../../store/sql-database.ts';

interface SubscriptionRow {
  subscription: string;
  account: string;
  customer: string;
  live: 0 | 1;
  /** Exclusive end of the pro plan; null when the subscription does not give it. */
  proUntil: EpochMs | null;
  /** The revision of the row that is overwritten; 0 for none. */
  revision: number;
}

/** Longer than Stripe retries the delivery of an event. */
const EVENT_RETENTION = 60 * DAY;

const PUT = `INSERT INTO stripe_subscriptions (subscription, account, customer, live, pro_until, revision)
  VALUES (:subscription, :account, :customer, :live, :proUntil, 1)
  ON CONFLICT (subscription) DO UPDATE SET customer = excluded.customer, live = excluded.live,
    pro_until = excluded.pro_until, revision = stripe_subscriptions.revision + 1
  WHERE stripe_subscriptions.revision = :revision`;
const REVISION = 'SELECT revision FROM stripe_subscriptions WHERE subscription = :subscription';
const OF_ACCOUNT = `SELECT subscription, account, customer, live, pro_until AS "proUntil", revision
  FROM stripe_subscriptions WHERE account = :account ORDER BY rowid`;
const LATEST_END = 'SELECT max(pro_until) AS "end" FROM stripe_subscriptions WHERE account = :account';
const EVENT = 'SELECT event FROM stripe_events WHERE event = :id';
const PUT_EVENT = `INSERT INTO stripe_events (event, type, created_at, received_at)
  VALUES (:id, :type, :createdAt, :now) ON CONFLICT DO NOTHING`;
const DELETE_OLD_EVENTS = 'DELETE FROM stripe_events WHERE received_at < :before';
const ACCOUNT = 'SELECT id FROM "user" WHERE id = :id';

export type SubscriptionTable = ReturnType<typeof subscriptionTable>;

export function subscriptionTable(database: SqlDatabase) {
  const first = async <Row>(sql: string, values: Values): Promise<Row | undefined> =>
    (await database.query<Row>(sql, values)).rows[0];
  return {
    /** @returns false when the stored row has another revision */
    put: async (row: SubscriptionRow): Promise<boolean> => (await database.query(PUT, { ...row })).changes > 0,
    revisionOf: async (subscription: string): Promise<number> =>
      (await first<{ revision: number }>(REVISION, { subscription }))?.revision ?? 0,
    of: async (account: string): Promise<SubscriptionRow[]> =>
      (await database.query<SubscriptionRow>(OF_ACCOUNT, { account })).rows,
    /** Latest end of the pro plan by any subscription of the account. */
    latestEnd: async (account: string): Promise<EpochMs | null> =>
      (await first<{ end: EpochMs | null }>(LATEST_END, { account }))?.end ?? null,
    hasEvent: async (id: string): Promise<boolean> => (await first(EVENT, { id })) !== undefined,
    async putEvent({ id, type, createdAt }: StripeEvent, now: EpochMs): Promise<void> {
      await database.query(DELETE_OLD_EVENTS, { before: now - EVENT_RETENTION });
      await database.query(PUT_EVENT, { id, type, createdAt: createdAt ?? now, now });
    },
    accountExists: async (id: string): Promise<boolean> => (await first(ACCOUNT, { id })) !== undefined,
  };
}
