/** What was held back, when its time has come: one earthquake as a message of its own, several as one summary. */
import type { EpochMs } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import { queueNotification } from './follower.ts';
import { FORGET_HELD } from './queue.ts';
import { messageId, messageRow, summaryPayload } from './messages.ts';
import { nothingWritten, SubscriberRows, type StoredThread, type Written } from './subscriber-rows.ts';
import { heldBackUntil, type Limits, type Notification } from './thread.ts';
import type { ActiveSubscriber, ActiveSubscribers } from './active-subscribers.ts';

/** Subscribers in one transaction. */
const SUBSCRIBERS_AT_ONCE = 50;

type HeldThread = StoredThread & { held: Notification };

interface Held {
  subscriber: ActiveSubscriber;
  limits: Limits;
  now: EpochMs;
}

export class HeldMessages {
  readonly #database: SqlDatabase;
  readonly #rules: ActiveSubscribers;
  readonly #rows: SubscriberRows;

  constructor(database: SqlDatabase, rules: ActiveSubscribers) {
    this.#database = database;
    this.#rules = rules;
    this.#rows = new SubscriberRows(database);
  }

  /** Queues what is due. */
  async release(now: EpochMs): Promise<void> {
    const { rows } = await this.#database.query<{ subscriber: string }>(DUE, { now });
    if (rows.length === 0) return;
    const active = await this.#rules.active(now);
    for (let from = 0; from < rows.length; from += SUBSCRIBERS_AT_ONCE) {
      const part = rows.slice(from, from + SUBSCRIBERS_AT_ONCE).map(({ subscriber }) => subscriber);
      await this.#database.transaction(() => this.#release(part, active, now));
    }
  }

  *#release(ids: string[], active: ReadonlyMap<string, ActiveSubscriber>, now: EpochMs): Work<void> {
    const all = yield* this.#rows.limitsOf(ids, now);
    const written = nothingWritten();
    for (const id of ids) {
      const limits = all.get(id)!;
      const subscriber = active.get(id);
      // Another gateway was faster.
      if (limits.heldUntil === null || limits.heldUntil > now) continue;
      // It is switched off, or beyond its account's plan.
      if (!subscriber) yield* query(FORGET_HELD, { subscriber: id });
      const held = subscriber ? ((yield* this.#rows.heldOf(id)) as HeldThread[]) : [];
      limits.heldUntil = null;
      written.limits.set(id, limits);
      if (subscriber) releaseOf(held, { subscriber, limits, now }, written);
    }
    yield* this.#rows.write(written);
  }
}

const DUE = 'SELECT subscriber FROM alert_limits WHERE held_until <= :now ORDER BY held_until';

/** New earthquakes first, as one message; then corrections, as far as the limit allows. */
function releaseOf(threads: readonly HeldThread[], held: Held, written: Written): void {
  const { subscriber, limits, now } = held;
  const isNew = ({ held: { kind } }: HeldThread): boolean => kind === 'created';
  const [first, ...others] = threads.filter(isNew);
  const postpone = (until: EpochMs): void => void (limits.heldUntil = Math.min(limits.heldUntil ?? until, until));
  const notify = (thread: HeldThread): void => {
    const until = heldBackUntil(thread.held, subscriber.rule, limits, now);
    if (until !== undefined) return postpone(until);
    written.threads.push(
      queueNotification({ notification: thread.held, stored: thread, subscriber, limits, now }, written),
    );
  };
  if (first) {
    const until = heldBackUntil(first.held, subscriber.rule, limits, now);
    if (until !== undefined) postpone(until);
    else if (others.length === 0) notify(first);
    else summarize([first, ...others], held, written);
  }
  for (const thread of threads) if (!isNew(thread)) notify(thread);
}

function summarize(threads: readonly HeldThread[], { subscriber, limits, now }: Held, written: Written): void {
  const last = threads.at(-1)!;
  const id = messageId(subscriber.id, threads[0]!.eventId, 'summary', last.publishedAt);
  const payload = summaryPayload(
    threads.map(({ held }) => held.earthquake),
    now,
  );
  written.messages.push(
    messageRow({ subscriber: subscriber.id, host: subscriber.host }, { id, kind: 'summary', payload, now }),
  );
  written.threads.push(
    ...threads.map((thread) => ({ ...thread, notified: thread.held.earthquake, message: id, held: null })),
  );
  limits.recent.push(now);
  limits.room -= 1;
}
