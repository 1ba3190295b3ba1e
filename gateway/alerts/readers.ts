/** What is stored of readers: their threads, limits and queues. Read and written in the transaction that decides. */
import type { EpochMs } from '#core/time.ts';
import { insertAll, query, type SqlDatabase, type Values, type Work } from '../store/sql-database.ts';
import { INSERT_MESSAGE } from './messages.ts';
import { type Limits, recentOf, type Telling, type Thread } from './thread.ts';

/** Messages that wait for one reader at most. */
const MAX_QUEUED = 500;

export interface StoredThread extends Thread {
  reader: string;
  eventId: string;
  /** The last message about it. */
  message: string | null;
}

interface ThreadRow {
  reader: string;
  eventId: string;
  publishedAt: EpochMs;
  told: string | null;
  message: string | null;
  held: string | null;
}

const THREADS = `SELECT reader, event_id AS "eventId", published_at AS "publishedAt", told, message, held
  FROM alert_threads`;

/** Rows that are written together. */
export interface Written {
  threads: StoredThread[];
  messages: Values[];
  limits: Map<string, Limits>;
}

export const nothingWritten = (): Written => ({ threads: [], messages: [], limits: new Map() });

const PUT_THREAD = `INSERT INTO alert_threads (reader, event_id, published_at, told, message, held)
  VALUES (:reader, :eventId, :publishedAt, :told, :message, :held)
  ON CONFLICT (reader, event_id) DO UPDATE SET published_at = excluded.published_at, told = excluded.told,
    message = excluded.message, held = excluded.held`;
const PUT_LIMITS = `INSERT INTO alert_limits (reader, recent, held_until) VALUES (:reader, :recent, :heldUntil)
  ON CONFLICT (reader) DO UPDATE SET recent = excluded.recent, held_until = excluded.held_until`;

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
    this.#list = listed(database.kind, 'readers');
  }

  /** By reader. */
  *threadsOf(eventId: string, readers: readonly string[]): Work<Map<string, StoredThread>> {
    const sql = `${THREADS} WHERE event_id = :eventId AND reader IN ${this.#list}`;
    const { rows } = yield* query<ThreadRow>(sql, { eventId, readers: JSON.stringify(readers) });
    return new Map(rows.map((row) => [row.reader, threadOf(row)]));
  }

  /** In the order in which they were published. */
  *heldOf(reader: string): Work<StoredThread[]> {
    const sql = `${THREADS} WHERE reader = :reader AND held IS NOT NULL ORDER BY published_at, event_id`;
    return (yield* query<ThreadRow>(sql, { reader })).rows.map(threadOf);
  }

  *limitsOf(readers: readonly string[], now: EpochMs): Work<Map<string, Limits>> {
    const values = { readers: JSON.stringify(readers) };
    const stored = yield* query<{ reader: string; recent: string; heldUntil: EpochMs | null }>(
      `SELECT reader, recent, held_until AS "heldUntil" FROM alert_limits WHERE reader IN ${this.#list}`,
      values,
    );
    const queued = yield* query<{ reader: string; count: number }>(
      `SELECT reader, count(*) AS count FROM alert_messages
       WHERE due_at IS NOT NULL AND reader IN ${this.#list} GROUP BY reader`,
      values,
    );
    const limits = new Map<string, Limits>(
      readers.map((reader) => [reader, { recent: [], heldUntil: null, room: MAX_QUEUED }]),
    );
    for (const { reader, recent, heldUntil } of stored.rows)
      Object.assign(limits.get(reader)!, {
        recent: recentOf({ recent: JSON.parse(recent) as EpochMs[] }, now),
        heldUntil,
      });
    for (const { reader, count } of queued.rows) limits.get(reader)!.room -= count;
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
      [...limits].map(([reader, { recent, heldUntil }]) => ({ reader, recent: JSON.stringify(recent), heldUntil })),
    );
  }
}
