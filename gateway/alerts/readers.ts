/** What is stored of readers: their threads, limits and queues. Read and written in the transaction that decides. */
import type { EpochMs } from '#core/time.ts';
import { insertAll, query, type SqlDatabase, type Values, type Work } from '../store/sql-database.ts';
import { INSERT_MESSAGE } from './messages.ts';
import { type Limits, recentOf, type Telling, type Thread } from './thread.ts';

/** Messages that wait for one webhook at most. */
const MAX_QUEUED = 500;

export interface StoredThread extends Thread {
  webhook: string;
  eventId: string;
  /** The last message about it. */
  message: string | null;
}

interface ThreadRow {
  webhook: string;
  eventId: string;
  publishedAt: EpochMs;
  told: string | null;
  message: string | null;
  held: string | null;
}

const THREADS = `SELECT webhook, event_id AS "eventId", published_at AS "publishedAt", told, message, held
  FROM alert_threads`;

/** Rows that are written together. */
export interface Written {
  threads: StoredThread[];
  messages: Values[];
  limits: Map<string, Limits>;
}

export const nothingWritten = (): Written => ({ threads: [], messages: [], limits: new Map() });

const PUT_THREAD = `INSERT INTO alert_threads (webhook, event_id, published_at, told, message, held)
  VALUES (:webhook, :eventId, :publishedAt, :told, :message, :held)
  ON CONFLICT (webhook, event_id) DO UPDATE SET published_at = excluded.published_at, told = excluded.told,
    message = excluded.message, held = excluded.held`;
const PUT_LIMITS = `INSERT INTO alert_limits (webhook, recent, held_until) VALUES (:webhook, :recent, :heldUntil)
  ON CONFLICT (webhook) DO UPDATE SET recent = excluded.recent, held_until = excluded.held_until`;

const threadOf = ({ told, held, ...row }: ThreadRow): StoredThread => ({
  ...row,
  told: told === null ? null : (JSON.parse(told) as Thread['told']),
  held: held === null ? null : (JSON.parse(held) as Telling),
});

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** The values of a JSON list, as rows. */
export const listed = (kind: SqlDatabase['kind'], name: string): string =>
  kind === 'sqlite' ? `(SELECT value FROM json_each(:${name}))` : `(SELECT json_array_elements_text(:${name}::json))`;

export class ReaderRows {
  readonly #list: string;

  constructor(database: SqlDatabase) {
    this.#list = listed(database.kind, 'webhooks');
  }

  /** By webhook. */
  *threadsOf(eventId: string, webhooks: readonly string[]): Work<Map<string, StoredThread>> {
    const sql = `${THREADS} WHERE event_id = :eventId AND webhook IN ${this.#list}`;
    const { rows } = yield* query<ThreadRow>(sql, { eventId, webhooks: JSON.stringify(webhooks) });
    return new Map(rows.map((row) => [row.webhook, threadOf(row)]));
  }

  /** In the order in which they were published. */
  *heldOf(webhook: string): Work<StoredThread[]> {
    const sql = `${THREADS} WHERE webhook = :webhook AND held IS NOT NULL ORDER BY published_at, event_id`;
    return (yield* query<ThreadRow>(sql, { webhook })).rows.map(threadOf);
  }

  *limitsOf(webhooks: readonly string[], now: EpochMs): Work<Map<string, Limits>> {
    const values = { webhooks: JSON.stringify(webhooks) };
    const stored = yield* query<{ webhook: string; recent: string; heldUntil: EpochMs | null }>(
      `SELECT webhook, recent, held_until AS "heldUntil" FROM alert_limits WHERE webhook IN ${this.#list}`,
      values,
    );
    const queued = yield* query<{ webhook: string; count: number }>(
      `SELECT webhook, count(*) AS count FROM alert_messages
       WHERE due_at IS NOT NULL AND webhook IN ${this.#list} GROUP BY webhook`,
      values,
    );
    const limits = new Map<string, Limits>(
      webhooks.map((webhook) => [webhook, { recent: [], heldUntil: null, room: MAX_QUEUED }]),
    );
    for (const { webhook, recent, heldUntil } of stored.rows)
      Object.assign(limits.get(webhook)!, {
        recent: recentOf({ recent: JSON.parse(recent) as EpochMs[] }, now),
        heldUntil,
      });
    for (const { webhook, count } of queued.rows) limits.get(webhook)!.room -= count;
    return limits;
  }

  *write({ threads, messages, limits }: Written): Work<void> {
    yield* insertAll(INSERT_MESSAGE, messages);
    yield* insertAll(
      PUT_THREAD,
      threads.map(({ told, held, ...row }) => ({ ...row, told: jsonOrNull(told), held: jsonOrNull(held) })),
    );
    yield* insertAll(
      PUT_LIMITS,
      [...limits].map(([webhook, { recent, heldUntil }]) => ({ webhook, recent: JSON.stringify(recent), heldUntil })),
    );
  }
}
