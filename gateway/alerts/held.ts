/** What was held back, when its time has come: one earthquake as a message of its own, several as one summary. */
import type { EpochMs } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import { told } from './follower.ts';
import { messageId, messageRow, summaryPayload } from './messages.ts';
import { nothingWritten, ReaderRows, type StoredThread, type Written } from './readers.ts';
import { heldBackUntil, type Limits, type Telling } from './thread.ts';
import type { ActiveReader, ActiveReaders } from './active-readers.ts';

/** Readers in one transaction. */
const READERS_AT_ONCE = 50;

type HeldThread = StoredThread & { held: Telling };

interface Held {
  reader: ActiveReader;
  limits: Limits;
  now: EpochMs;
}

export class HeldMessages {
  readonly #database: SqlDatabase;
  readonly #rules: ActiveReaders;
  readonly #rows: ReaderRows;

  constructor(database: SqlDatabase, rules: ActiveReaders) {
    this.#database = database;
    this.#rules = rules;
    this.#rows = new ReaderRows(database);
  }

  /** Queues what is due. */
  async release(now: EpochMs): Promise<void> {
    const { rows } = await this.#database.query<{ reader: string }>(DUE, { now });
    if (rows.length === 0) return;
    const active = await this.#rules.active(now);
    for (let from = 0; from < rows.length; from += READERS_AT_ONCE) {
      const part = rows.slice(from, from + READERS_AT_ONCE).map(({ reader }) => reader);
      await this.#database.transaction(() => this.#release(part, active, now));
    }
  }

  *#release(ids: string[], active: ReadonlyMap<string, ActiveReader>, now: EpochMs): Work<void> {
    const all = yield* this.#rows.limitsOf(ids, now);
    const written = nothingWritten();
    for (const id of ids) {
      const limits = all.get(id)!;
      const reader = active.get(id);
      // Another gateway was faster.
      if (limits.heldUntil === null || limits.heldUntil > now) continue;
      if (!reader) yield* query(FORGET_HELD, { reader: id });
      const held = reader ? ((yield* this.#rows.heldOf(id)) as HeldThread[]) : [];
      limits.heldUntil = null;
      written.limits.set(id, limits);
      if (reader) releaseOf(held, { reader, limits, now }, written);
    }
    yield* this.#rows.write(written);
  }
}

const DUE = 'SELECT reader FROM alert_limits WHERE held_until <= :now ORDER BY held_until';

/** What was held for a reader that is switched off, or beyond its account's plan, is dropped. */
const FORGET_HELD = 'UPDATE alert_threads SET held = NULL WHERE reader = :reader AND held IS NOT NULL';

/** New earthquakes first, as one message; then corrections, as far as the limit allows. */
function releaseOf(threads: readonly HeldThread[], held: Held, written: Written): void {
  const { reader, limits, now } = held;
  const isNew = ({ held: { kind } }: HeldThread): boolean => kind === 'created';
  const [first, ...others] = threads.filter(isNew);
  const postpone = (until: EpochMs): void => void (limits.heldUntil = Math.min(limits.heldUntil ?? until, until));
  const tell = (thread: HeldThread): void => {
    const until = heldBackUntil(thread.held, reader.rule, limits, now);
    if (until !== undefined) return postpone(until);
    written.threads.push(told({ telling: thread.held, stored: thread, reader, limits, now }, written));
  };
  if (first) {
    const until = heldBackUntil(first.held, reader.rule, limits, now);
    if (until !== undefined) postpone(until);
    else if (others.length === 0) tell(first);
    else summarize([first, ...others], held, written);
  }
  for (const thread of threads) if (!isNew(thread)) tell(thread);
}

function summarize(threads: readonly HeldThread[], { reader, limits, now }: Held, written: Written): void {
  const last = threads.at(-1)!;
  const id = messageId(reader.id, threads[0]!.eventId, 'summary', last.publishedAt);
  const payload = summaryPayload(
    threads.map(({ held }) => held.earthquake),
    now,
  );
  written.messages.push(messageRow({ reader: reader.id, host: reader.host }, { id, kind: 'summary', payload, now }));
  written.threads.push(
    ...threads.map((thread) => ({ ...thread, told: thread.held.earthquake, message: id, held: null })),
  );
  limits.recent.push(now);
  limits.room -= 1;
}
