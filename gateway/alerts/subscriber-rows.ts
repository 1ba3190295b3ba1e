/** Threads, limits and queues of subscribers, read and written in the transaction that decides. */
import type { EpochMs } from '#core/time.ts';
import { insertAll, query, type SqlDatabase, type Values, type Work } from '../store/sql-database.ts';
import { INSERT_MESSAGE } from './messages.ts';
import { type Limits, recentOf, type Notification, type Thread } from './thread.ts';

/** Messages that wait for one subscriber at most. */
const MAX_QUEUED = 500;

export interface StoredThread extends Thread {
  subscriber: string;
  eventId: string;
  /** The last message about it. */
  message: string | null;
}

interface ThreadRow {
  subscriber: string;
  eventId: string;
  publishedAt: EpochMs;
  notified: string | null;
  message: string | null;
  held: string | null;
}

const THREADS = `SELECT subscriber, event_id AS "eventId", published_at AS "publishedAt", notified, message, held
  FROM alert_threads`;

/** Rows that are written together. */
export interface Written {
  threads: StoredThread[];
  messages: Values[];
  limits: Map<string, Limits>;
}

export const nothingWritten = (): Written => ({ threads: [], messages: [], limits: new Map() });

const PUT_THREAD = `INSERT INTO alert_threads (subscriber, event_id, published_at, notified, message, held)
  VALUES (:subscriber, :eventId, :publishedAt, :notified, :message, :held)
  ON CONFLICT (subscriber, event_id) DO UPDATE SET published_at = excluded.published_at, notified = excluded.notified,
    message = excluded.message, held = excluded.held`;
const PUT_LIMITS = `INSERT INTO alert_limits (subscriber, recent, held_until) VALUES (:subscriber, :recent, :heldUntil)
  ON CONFLICT (subscriber) DO UPDATE SET recent = excluded.recent, held_until = excluded.held_until`;

const threadOf = ({ notified, held, ...row }: ThreadRow): StoredThread => ({
  ...row,
  notified: notified === null ? null : (JSON.parse(notified) as Thread['notified']),
  held: held === null ? null : (JSON.parse(held) as Notification),
});

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** The values of a JSON list, as rows. */
export const listed = (kind: SqlDatabase['kind'], name: string): string =>
  kind === 'sqlite' ? `(SELECT value FROM json_each(:${name}))` : `(SELECT json_array_elements_text(:${name}::json))`;

export class SubscriberRows {
  readonly #list: string;

  constructor(database: SqlDatabase) {
    this.#list = listed(database.kind, 'subscribers');
  }

  /** By subscriber. */
  *threadsOf(eventId: string, subscribers: readonly string[]): Work<Map<string, StoredThread>> {
    const sql = `${THREADS} WHERE event_id = :eventId AND subscriber IN ${this.#list}`;
    const { rows } = yield* query<ThreadRow>(sql, { eventId, subscribers: JSON.stringify(subscribers) });
    return new Map(rows.map((row) => [row.subscriber, threadOf(row)]));
  }

  /** In the order in which they were published. */
  *heldOf(subscriber: string): Work<StoredThread[]> {
    const sql = `${THREADS} WHERE subscriber = :subscriber AND held IS NOT NULL ORDER BY published_at, event_id`;
    return (yield* query<ThreadRow>(sql, { subscriber })).rows.map(threadOf);
  }

  *limitsOf(subscribers: readonly string[], now: EpochMs): Work<Map<string, Limits>> {
    const values = { subscribers: JSON.stringify(subscribers) };
    const stored = yield* query<{ subscriber: string; recent: string; heldUntil: EpochMs | null }>(
      `SELECT subscriber, recent, held_until AS "heldUntil" FROM alert_limits WHERE subscriber IN ${this.#list}`,
      values,
    );
    const queued = yield* query<{ subscriber: string; count: number }>(
      `SELECT subscriber, count(*) AS count FROM alert_messages
       WHERE due_at IS NOT NULL AND subscriber IN ${this.#list} GROUP BY subscriber`,
      values,
    );
    const limits = new Map<string, Limits>(
      subscribers.map((subscriber) => [subscriber, { recent: [], heldUntil: null, room: MAX_QUEUED }]),
    );
    for (const { subscriber, recent, heldUntil } of stored.rows)
      Object.assign(limits.get(subscriber)!, {
        recent: recentOf({ recent: JSON.parse(recent) as EpochMs[] }, now),
        heldUntil,
      });
    for (const { subscriber, count } of queued.rows) limits.get(subscriber)!.room -= count;
    return limits;
  }

  *write({ threads, messages, limits }: Written): Work<void> {
    yield* insertAll(INSERT_MESSAGE, messages);
    yield* insertAll(
      PUT_THREAD,
      threads.map(({ notified, held, ...row }) => ({ ...row, notified: jsonOrNull(notified), held: jsonOrNull(held) })),
    );
    yield* insertAll(
      PUT_LIMITS,
      [...limits].map(([subscriber, { recent, heldUntil }]) => ({
        subscriber,
        recent: JSON.stringify(recent),
        heldUntil,
      })),
    );
  }
}
