/** Follows the log: matches what is published with the rules, and queues messages or holds them back. */
import { isBlastItem } from '#core/blasts.ts';
import type { FilterColumns } from '#core/filters/filter.ts';
import type { EpochMs } from '#core/time.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { type FailureLog, failureLog, type Log } from '../http/log.ts';
import type { SqlDatabase, Work } from '../store/sql-database.ts';
import { updatesOf, pageOf, storePosition } from './log.ts';
import { messageId, messageRow, threadPayload } from './messages.ts';
import { nothingWritten, SubscriberRows, type StoredThread, type Written } from './subscriber-rows.ts';
import {
  type AlertEarthquake,
  heldBackUntil,
  isCounted,
  type Limits,
  type Update,
  type Notification,
  notificationOf,
} from './thread.ts';
import type { ActiveSubscriber, ActiveSubscribers } from './active-subscribers.ts';
import { spendBudget } from './agency-budget.ts';
import type { Unreadable } from './unreadable.ts';

/** Subscribers in one transaction: with SQLite others wait for it. */
const SUBSCRIBERS_AT_ONCE = 250;

interface FollowerOptions {
  database: SqlDatabase;
  rules: ActiveSubscribers;
  unreadable: Unreadable;
  log: Log;
  /** Without a trailing slash. */
  baseUrl: string;
  now: () => EpochMs;
  /** Called for each earthquake whose messages are held back because its agency alone reports it. */
  overBudget: (earthquake: AlertEarthquake) => void;
}

export class Follower {
  readonly #options: FollowerOptions;
  readonly #rows: SubscriberRows;
  readonly #details: FailureLog;

  constructor(options: FollowerOptions) {
    this.#details = failureLog(options.log, 'alerts: reading of details');
    this.#options = options;
    this.#rows = new SubscriberRows(options.database);
  }

  /**
   * Everything that was published since it was last called, here or in another gateway.
   * @returns whether something could not be read, and is to be read again
   */
  async follow(snapshot: Snapshot): Promise<boolean> {
    const { database, rules, now, unreadable } = this.#options;
    unreadable.begin(snapshot, now());
    for await (const { updates, end } of updatesOf(database, snapshot, { now: now(), unreadable })) {
      const active = await rules.active(now());
      // The survivor of a merged earthquake goes on where that one was notified.
      const ordered = [
        ...updates.filter(({ mergedInto }) => mergedInto),
        ...updates.filter(({ mergedInto }) => !mergedInto),
      ];
      const matches = matchesOf(ordered, active);
      for (const [index, one] of ordered.entries())
        await this.#notify(snapshot, one, { active, matches: matches[index]! });
      // Of what is read again only the changes that were unreadable are updates.
      if (unreadable.isDone) await storePosition(database, end);
    }
    return unreadable.end();
  }

  async #notify(snapshot: Snapshot, update: Update, { active, matches }: Matched): Promise<void> {
    const { database } = this.#options;
    const known = await database.query<{ subscriber: string }>(THREADS_OF, { eventId: update.eventId });
    const subscribers = new Set(
      [...matches, ...known.rows.map(({ subscriber }) => subscriber)].filter((id) => active.has(id)),
    );
    if (subscribers.size === 0) return;
    const { earthquake } = update;
    const pages = earthquake && (await this.#pagesOf(snapshot, earthquake));
    const heldUntil = await spendBudget(database, update);
    if (heldUntil !== undefined) this.#options.overBudget(earthquake!);
    const ids = [...subscribers].sort();
    for (let from = 0; from < ids.length; from += SUBSCRIBERS_AT_ONCE) {
      const part = ids.slice(from, from + SUBSCRIBERS_AT_ONCE);
      await database.transaction(() => this.#write(update, part, { active, matches, pages, heldUntil }));
    }
  }

  /** Undefined also where the details cannot be read: the message has no address then. */
  async #pagesOf(snapshot: Snapshot, earthquake: AlertEarthquake): Promise<Pages> {
    try {
      const pages = await pageOf(snapshot, earthquake, this.#options.baseUrl);
      this.#details.recovered();
      return pages;
    } catch (error) {
      this.#details.failed(error);
      return undefined;
    }
  }

  *#write(update: Update, ids: string[], { active, matches, pages, heldUntil }: Decided): Work<void> {
    const now = this.#options.now();
    const threads = yield* this.#rows.threadsOf(update.eventId, ids);
    const limits = yield* this.#rows.limitsOf(ids, now);
    const survivors = update.mergedInto && (yield* this.#rows.threadsOf(update.mergedInto.event_id, ids));
    const written = nothingWritten();
    for (const id of ids) {
      const subscriber = active.get(id)!;
      const thread = threads.get(id);
      // Read already: by another gateway, or before the process was killed.
      if (thread && thread.publishedAt >= update.publishedAt) continue;
      const { earthquake } = update;
      const url = pages?.[subscriber.language];
      const own: Update = earthquake && url !== undefined ? { ...update, earthquake: { ...earthquake, url } } : update;
      const notification = notificationOf(own, thread, { rule: subscriber.rule, matches: matches.has(id), now });
      if (!notification && !thread) continue;
      const stored: StoredThread = {
        ...(thread ?? { subscriber: id, eventId: update.eventId, notified: null, message: null }),
        ...{ publishedAt: update.publishedAt, held: null },
      };
      if (update.mergedInto && stored.notified && !survivors?.has(id))
        // The same publication may revise it.
        written.threads.push({ ...stored, eventId: update.mergedInto.event_id, publishedAt: update.publishedAt - 1 });
      written.threads.push(
        notification
          ? notifyOrHold({ notification, stored, subscriber, limits: limits.get(id)!, now, heldUntil }, written)
          : stored,
      );
    }
    yield* this.#rows.write(written);
  }
}

interface Matched {
  active: Map<string, ActiveSubscriber>;
  /** Subscribers that match an earthquake. */
  matches: ReadonlySet<string>;
}

interface Decided extends Matched {
  pages: Pages;
  /** Of one agency alone, beyond its budget. */
  heldUntil: EpochMs | undefined;
}

type Pages = Record<'tr' | 'en', string> | undefined;

const THREADS_OF = 'SELECT subscriber FROM alert_threads WHERE event_id = :eventId';

interface Case {
  notification: Notification;
  stored: StoredThread;
  subscriber: ActiveSubscriber;
  limits: Limits;
  now: EpochMs;
  heldUntil?: EpochMs | undefined;
}

function notifyOrHold(
  { notification, stored, subscriber, limits, now, heldUntil }: Case,
  written: Written,
): StoredThread {
  const until = heldBackUntil(notification, subscriber.rule, { ...limits, agencyHeldUntil: heldUntil }, now);
  if (until === undefined) return queueNotification({ notification, stored, subscriber, limits, now }, written);
  limits.heldUntil = Math.min(limits.heldUntil ?? until, until);
  written.limits.set(subscriber.id, limits);
  return { ...stored, held: notification };
}

/** Queues the message about one earthquake. */
export function queueNotification(
  { notification, stored, subscriber, limits, now }: Case,
  written: Written,
): StoredThread {
  const id = messageId(subscriber.id, stored.eventId, notification.kind, stored.publishedAt);
  written.messages.push(
    messageRow(
      { subscriber: subscriber.id, host: subscriber.host },
      { id, kind: notification.kind, payload: threadPayload(notification, now), follows: stored.message, now },
    ),
  );
  if (isCounted(notification)) limits.recent.push(now);
  limits.room -= 1;
  written.limits.set(subscriber.id, limits);
  return { ...stored, notified: notifiedState(notification), message: id, held: null };
}

const notifiedState = ({ kind, earthquake }: Notification): StoredThread['notified'] =>
  kind === 'withdrawn' || kind === 'merged' ? { ...earthquake, isGone: true } : earthquake;

/** For each earthquake the subscribers that it matches. */
function matchesOf(updates: readonly Update[], active: ReadonlyMap<string, ActiveSubscriber>): Set<string>[] {
  const matches = updates.map(() => new Set<string>());
  const rows = [...updates.keys()].filter((index) => updates[index]!.earthquake);
  if (rows.length === 0) return matches;
  const columns = columnsOf(rows.map((index) => updates[index]!.earthquake!));
  for (const { id, rule } of active.values()) {
    const passes = rule.matches(columns);
    for (const [row, index] of rows.entries()) if (passes(row)) matches[index]!.add(id);
  }
  return matches;
}

/** The columns that the filters of rules read. */
const columnsOf = (rows: readonly AlertEarthquake[]) =>
  ({
    latitude: Float64Array.from(rows, ({ latitude }) => latitude),
    longitude: Float64Array.from(rows, ({ longitude }) => longitude),
    magnitude: Float64Array.from(rows, ({ magnitude }) => magnitude ?? NaN),
    province: Uint8Array.from(rows, ({ province_code: code }) => Number(code ?? 0)),
    blast: Uint8Array.from(rows, (item) => Number(isBlastItem(item))),
  }) as unknown as FilterColumns;
