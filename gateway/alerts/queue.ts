/** The queue of messages. A process that takes one has it for a while; then another may repeat it, with the same id. */
import { DAY, type EpochMs, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { backoff } from '#http/retry.ts';
import { UsedSlots } from '../access/shares.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import type { Language, WebhookFormat } from './formats.ts';
import { THREAD_RETENTION } from './log.ts';
import { type Channel, channelRow, channelsWhere } from './channels.ts';
import type { MessageKind } from './messages.ts';
import { listed } from './subscriber-rows.ts';

export interface QueuedMessage {
  id: string;
  subscriber: string;
  host: string;
  /** Null for a subscriber without one. */
  account: string | null;
  kind: MessageKind;
  /** A payload in the standard format, as JSON. */
  body: string;
  createdAt: EpochMs;
  /** This one included. */
  attempts: number;
  channel: Channel;
  url: string;
  format: WebhookFormat;
  language: Language;
  secret: string;
  publicKey: string | null;
  formerSecret: string | null;
  formerUntil: EpochMs | null;
  /** Since when every attempt to reach its subscriber failed. */
  failingSince: EpochMs | null;
}

/** What may be sent now. */
interface Room {
  messages: number;
  /** Of these, to subscribers of which the last attempt failed. */
  failing: number;
  /** Hosts and accounts, by their {@link turnsOf names}, that take no more. */
  busy: readonly string[];
  of: (name: string) => number;
}

const ACCOUNT = 'account ';

/** Who takes turns with the others: its host, and the account of its subscriber. */
export const turnsOf = ({ host, account }: Pick<QueuedMessage, 'host' | 'account'>): string[] =>
  account === null ? [host] : [host, ACCOUNT + account];

/** Longer than an attempt takes. */
const LEASE = MINUTE;
/** A subscriber of which every attempt failed for so long is switched off. */
const FAILING_TIME = DAY;
const LONGEST_DELAY = 2 * HOUR;
const PAUSES = { first: 5 * SECOND, growth: 3, longest: LONGEST_DELAY };
/** Finished messages that are kept of a subscriber. */
export const KEPT_DELIVERIES = 50;

const dueOf = (
  busy: string,
): string => `SELECT m.id, m.subscriber, m.host, r.account, m.kind, m.body, m.created_at AS "createdAt", m.attempts + 1 AS attempts,
    r.channel, r.url, r.format, r.language, r.secret, r.public_key AS "publicKey", r.former_secret AS "formerSecret",
    r.former_until AS "formerUntil", r.failing_since AS "failingSince"
  FROM alert_messages m JOIN alert_subscribers r ON r.id = m.subscriber
  WHERE m.due_at <= :now AND m.host NOT IN ${busy}
    AND '${ACCOUNT}' || coalesce(r.account, '') NOT IN ${busy}
    AND (r.failing_since IS NULL OR :failing > 0) AND r.channel IN ${channelsWhere(() => true)}
    AND (r.off_at IS NULL OR m.kind IN ('test', 'confirmation'))
    AND NOT EXISTS (SELECT 1 FROM alert_messages p WHERE p.id = m.follows AND p.due_at IS NOT NULL)
  ORDER BY m.due_at LIMIT :most`;

/** What an attempt ended with. */
export type Attempt =
  | { isDelivered: true; status: number }
  | { isDelivered: false; status?: number; error: string; retryAfter?: number };

export interface Finished {
  outcome: 'delivered' | 'failed' | 'retried';
  /** Why the subscriber was switched off by it. */
  switchedOff?: 'gone' | 'failing';
}

const ROWS = {
  delivered: `UPDATE alert_messages SET due_at = NULL, outcome = 'delivered', attempted_at = :now, status = :status,
    error = NULL WHERE id = :id`,
  // Not of one that another process has taken since, or delivered.
  failed: `UPDATE alert_messages SET due_at = :dueAt, outcome = :outcome, attempted_at = :now, status = :status,
    error = :error WHERE id = :id AND due_at IS NOT NULL AND attempts = :attempts`,
  works: 'UPDATE alert_subscribers SET failing_since = NULL WHERE id = :subscriber AND failing_since IS NOT NULL',
  confirm: `UPDATE alert_subscribers SET off_at = NULL, off_reason = NULL WHERE id = :subscriber AND off_reason = 'unconfirmed'`,
  fails: 'UPDATE alert_subscribers SET failing_since = coalesce(failing_since, :now) WHERE id = :subscriber',
  failingSince:
    'SELECT failing_since AS "failingSince" FROM alert_subscribers WHERE id = :subscriber AND off_at IS NULL',
  off: 'UPDATE alert_subscribers SET off_at = :now, off_reason = :reason WHERE id = :subscriber AND off_at IS NULL',
};

export class AlertQueue {
  readonly #database: SqlDatabase;
  readonly #take: string;
  /** PostgreSQL passes over what another gateway takes at the same time. SQLite has one writer. */
  readonly #due: string;

  constructor(database: SqlDatabase) {
    this.#database = database;
    const due = dueOf(listed(database.kind, 'busy'));
    this.#due = database.kind === 'postgres' ? `${due} FOR UPDATE OF m SKIP LOCKED` : due;
    const ids = listed(database.kind, 'ids');
    this.#take = `UPDATE alert_messages SET due_at = :until, attempts = attempts + 1 WHERE id IN ${ids}`;
  }

  take(now: EpochMs, room: Room): Promise<QueuedMessage[]> {
    return this.#database.transaction(() => this.#taken(now, room), 'uses');
  }

  *#taken(now: EpochMs, { messages: most, failing, busy, of }: Room): Work<QueuedMessage[]> {
    const { rows } = yield* query<QueuedMessage>(this.#due, { now, most, failing, busy: JSON.stringify(busy) });
    const used = new UsedSlots();
    let failingCount = 0;
    const taken = rows.filter((message) => {
      const { failingSince } = message;
      const turns = turnsOf(message);
      const isFull = turns.some((name) => used.of(name) >= of(name));
      if (isFull || (failingSince !== null && failingCount >= failing)) return false;
      for (const name of turns) used.add(name, 1);
      if (failingSince !== null) failingCount += 1;
      return true;
    });
    if (taken.length > 0)
      yield* query(this.#take, { until: now + LEASE, ids: JSON.stringify(taken.map(({ id }) => id)) });
    return taken;
  }

  /** @param spread 0 to 1: delays differ, so that not all come back at once */
  finish(message: QueuedMessage, attempt: Attempt, now: EpochMs, spread: number): Promise<Finished> {
    return this.#database.transaction(
      () => (attempt.isDelivered ? delivered(message, attempt.status, now) : failed(message, attempt, now, spread)),
      'uses',
    );
  }

  async length(): Promise<number> {
    const { rows } = await this.#database.query<{ count: number }>(
      'SELECT count(*) AS count FROM alert_messages WHERE due_at IS NOT NULL',
    );
    return rows[0]!.count;
  }

  /** Deletes what nobody needs any more, and makes due what waits since the clock was ahead. */
  async purge(now: EpochMs): Promise<void> {
    const ahead = 'UPDATE alert_messages SET due_at = :now WHERE due_at > :latest';
    await this.#database.query(ahead, { now, latest: now + LONGEST_DELAY });
    const held = 'UPDATE alert_limits SET held_until = :now WHERE held_until > :latest';
    await this.#database.query(held, { now, latest: now + DAY });
    await this.#database.query('DELETE FROM alert_threads WHERE published_at < :before', {
      before: now - THREAD_RETENTION,
    });
    await this.#database.query(FINISHED_UNSEEN);
    await this.#database.query(OLD_DELIVERIES, { kept: KEPT_DELIVERIES });
    for (const table of ['alert_threads', 'alert_limits', 'alert_messages'])
      await this.#database.query(`DELETE FROM ${table} WHERE subscriber NOT IN (SELECT id FROM alert_subscribers)`);
  }
}

/** Nobody looks at them. */
const FINISHED_UNSEEN = `DELETE FROM alert_messages WHERE due_at IS NULL
  AND subscriber IN (SELECT id FROM alert_subscribers WHERE channel IN ${channelsWhere(({ isOfAccount }) => !isOfAccount)})`;

const OLD_DELIVERIES = `DELETE FROM alert_messages WHERE due_at IS NULL AND id IN (SELECT id FROM
  (SELECT id, row_number() OVER (PARTITION BY subscriber ORDER BY created_at DESC, id) AS place FROM alert_messages) ranked
  WHERE place > :kept)`;

/** What the service of a browser has taken confirms its subscription; an email asks for a click. */
function* delivered({ id, subscriber, kind, channel }: QueuedMessage, status: number, now: EpochMs): Work<Finished> {
  if (kind === 'confirmation' && channelRow(channel).isConfirmedByDelivery) yield* query(ROWS.confirm, { subscriber });
  yield* query(ROWS.delivered, { id, status, now });
  yield* query(ROWS.works, { subscriber });
  return { outcome: 'delivered' };
}

type Failure = Extract<Attempt, { isDelivered: false }>;

function* failed(
  message: QueuedMessage,
  { status, error, retryAfter = 0 }: Failure,
  now: EpochMs,
  spread: number,
): Work<Finished> {
  const { id, subscriber, channel, attempts, createdAt, kind } = message;
  const { retryTime, gone, isOfAccount } = channelRow(channel);
  const end = createdAt + retryTime;
  const isGone = status !== undefined && gone.includes(status);
  const isLast = kind === 'test' || isGone || now >= end;
  const dueAt = isLast
    ? null
    : Math.min(end, now + Math.max(Math.round(backoff(attempts, PAUSES, spread)), retryAfter));
  const outcome = isLast ? 'failed' : null;
  const values = { id, now, dueAt, outcome, attempts, status: status ?? null, error };
  if ((yield* query(ROWS.failed, values)).changes === 0) return { outcome: 'retried' };
  const finished: Finished = { outcome: isLast ? 'failed' : 'retried' };
  if (kind !== 'test') yield* query(ROWS.fails, { subscriber, now });
  const [row] = (yield* query<{ failingSince: EpochMs | null }>(ROWS.failingSince, { subscriber })).rows;
  const isFailing = (row?.failingSince ?? now) <= now - FAILING_TIME;
  if (!row || !(isGone || isFailing)) return finished;
  const reason = isGone ? 'gone' : 'failing';
  if (isOfAccount) {
    yield* query(ROWS.off, { subscriber, now, reason });
    yield* forgetQueue(subscriber);
  } else {
    yield* removeSubscriber(subscriber);
  }
  return { ...finished, switchedOff: reason };
}

/** With all that is stored of it. */
export function* removeSubscriber(subscriber: string): Work<void> {
  for (const table of ['alert_threads', 'alert_limits', 'alert_messages'])
    yield* query(`DELETE FROM ${table} WHERE subscriber = :subscriber`, { subscriber });
  yield* query('DELETE FROM alert_subscribers WHERE id = :subscriber', { subscriber });
}

export const FORGET_HELD = 'UPDATE alert_threads SET held = NULL WHERE subscriber = :subscriber AND held IS NOT NULL';

/** What waits for a webhook that is off is not sent when it is on again. */
export function* forgetQueue(subscriber: string): Work<void> {
  const drop = `UPDATE alert_messages SET due_at = NULL, outcome = 'dropped' WHERE subscriber = :subscriber AND due_at IS NOT NULL`;
  yield* query(drop, { subscriber });
  yield* query(FORGET_HELD, { subscriber });
  yield* query('UPDATE alert_limits SET held_until = NULL WHERE subscriber = :subscriber', { subscriber });
}
