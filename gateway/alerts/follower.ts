/** Follows the log: matches what is published with the rules, and queues messages or holds them back. */
import type { FilterColumns } from '#core/filters/filter.ts';
import type { EpochMs } from '#core/time.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { type FailureLog, failureLog, type Log } from '../http/log.ts';
import type { SqlDatabase, Work } from '../store/sql-database.ts';
import { newsOf, pageOf, storePosition } from './log.ts';
import { messageId, messageRow, threadPayload } from './messages.ts';
import { nothingWritten, ReaderRows, type StoredThread, type Written } from './readers.ts';
import {
  type AlertEarthquake,
  heldBackUntil,
  isCounted,
  type Limits,
  type News,
  type Telling,
  tellingOf,
} from './thread.ts';
import type { ActiveReader, ActiveReaders } from './active-readers.ts';
import { spendBudget } from './agency-budget.ts';
import type { Unreadable } from './unreadable.ts';

/** Readers in one transaction: with SQLite others wait for it. */
const READERS_AT_ONCE = 250;

interface FollowerOptions {
  database: SqlDatabase;
  rules: ActiveReaders;
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
  readonly #rows: ReaderRows;
  readonly #details: FailureLog;

  constructor(options: FollowerOptions) {
    this.#details = failureLog(options.log, 'alerts: reading of details');
    this.#options = options;
    this.#rows = new ReaderRows(options.database);
  }

  /**
   * Everything that was published since it was last called, here or in another gateway.
   * @returns whether something could not be read, and is to be read again
   */
  async follow(snapshot: Snapshot): Promise<boolean> {
    const { database, rules, now, unreadable } = this.#options;
    unreadable.begin(snapshot, now());
    for await (const { news, end } of newsOf(database, snapshot, { now: now(), unreadable })) {
      const active = await rules.active(now());
      // The survivor of a merged earthquake goes on where that one was told.
      const ordered = [...news.filter(({ mergedInto }) => mergedInto), ...news.filter(({ mergedInto }) => !mergedInto)];
      const matches = matchesOf(ordered, active);
      for (const [index, one] of ordered.entries())
        await this.#tell(snapshot, one, { active, matches: matches[index]! });
      // Of what is read again only the changes that were unreadable are news.
      if (unreadable.isDone) await storePosition(database, end);
    }
    return unreadable.end();
  }

  async #tell(snapshot: Snapshot, news: News, { active, matches }: Matched): Promise<void> {
    const { database } = this.#options;
    const known = await database.query<{ reader: string }>(THREADS_OF, { eventId: news.eventId });
    const readers = new Set([...matches, ...known.rows.map(({ reader }) => reader)].filter((id) => active.has(id)));
    if (readers.size === 0) return;
    const { earthquake } = news;
    const pages = earthquake && (await this.#pagesOf(snapshot, earthquake));
    const heldUntil = await spendBudget(database, news);
    if (heldUntil !== undefined) this.#options.overBudget(earthquake!);
    const ids = [...readers].sort();
    for (let from = 0; from < ids.length; from += READERS_AT_ONCE) {
      const part = ids.slice(from, from + READERS_AT_ONCE);
      await database.transaction(() => this.#write(news, part, { active, matches, pages, heldUntil }));
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

  *#write(news: News, ids: string[], { active, matches, pages, heldUntil }: Decided): Work<void> {
    const now = this.#options.now();
    const threads = yield* this.#rows.threadsOf(news.eventId, ids);
    const limits = yield* this.#rows.limitsOf(ids, now);
    const survivors = news.mergedInto && (yield* this.#rows.threadsOf(news.mergedInto.event_id, ids));
    const written = nothingWritten();
    for (const id of ids) {
      const reader = active.get(id)!;
      const thread = threads.get(id);
      // Read already: by another gateway, or before the process was killed.
      if (thread && thread.publishedAt >= news.publishedAt) continue;
      const { earthquake } = news;
      const url = pages?.[reader.language];
      const own: News = earthquake && url !== undefined ? { ...news, earthquake: { ...earthquake, url } } : news;
      const telling = tellingOf(own, thread, { rule: reader.rule, matches: matches.has(id), now });
      if (!telling && !thread) continue;
      const stored: StoredThread = {
        ...(thread ?? { reader: id, eventId: news.eventId, told: null, message: null }),
        ...{ publishedAt: news.publishedAt, held: null },
      };
      if (news.mergedInto && stored.told && !survivors?.has(id))
        // The same publication may revise it.
        written.threads.push({ ...stored, eventId: news.mergedInto.event_id, publishedAt: news.publishedAt - 1 });
      written.threads.push(
        telling ? tellOrHold({ telling, stored, reader, limits: limits.get(id)!, now, heldUntil }, written) : stored,
      );
    }
    yield* this.#rows.write(written);
  }
}

interface Matched {
  active: Map<string, ActiveReader>;
  /** Readers that match an earthquake. */
  matches: ReadonlySet<string>;
}

interface Decided extends Matched {
  pages: Pages;
  /** Of one agency alone, beyond its budget. */
  heldUntil: EpochMs | undefined;
}

type Pages = Record<'tr' | 'en', string> | undefined;

const THREADS_OF = 'SELECT reader FROM alert_threads WHERE event_id = :eventId';

interface Case {
  telling: Telling;
  stored: StoredThread;
  reader: ActiveReader;
  limits: Limits;
  now: EpochMs;
  heldUntil?: EpochMs | undefined;
}

function tellOrHold({ telling, stored, reader, limits, now, heldUntil }: Case, written: Written): StoredThread {
  const until = heldBackUntil(telling, reader.rule, { ...limits, agencyHeldUntil: heldUntil }, now);
  if (until === undefined) return told({ telling, stored, reader, limits, now }, written);
  limits.heldUntil = Math.min(limits.heldUntil ?? until, until);
  written.limits.set(reader.id, limits);
  return { ...stored, held: telling };
}

/** Queues the message about one earthquake. */
export function told({ telling, stored, reader, limits, now }: Case, written: Written): StoredThread {
  const id = messageId(reader.id, stored.eventId, telling.kind, stored.publishedAt);
  written.messages.push(
    messageRow(
      { reader: reader.id, host: reader.host },
      { id, kind: telling.kind, payload: threadPayload(telling, now), follows: stored.message, now },
    ),
  );
  if (isCounted(telling)) limits.recent.push(now);
  limits.room -= 1;
  written.limits.set(reader.id, limits);
  return { ...stored, told: toldState(telling), message: id, held: null };
}

const toldState = ({ kind, earthquake }: Telling): StoredThread['told'] =>
  kind === 'withdrawn' || kind === 'merged' ? { ...earthquake, isGone: true } : earthquake;

/** For each earthquake the readers that it matches. */
function matchesOf(news: readonly News[], active: ReadonlyMap<string, ActiveReader>): Set<string>[] {
  const matches = news.map(() => new Set<string>());
  const rows = [...news.keys()].filter((index) => news[index]!.earthquake);
  if (rows.length === 0) return matches;
  const columns = columnsOf(rows.map((index) => news[index]!.earthquake!));
  for (const { id, rule } of active.values()) {
    const passes = rule.matches(columns);
    for (const [row, index] of rows.entries()) if (passes(row)) matches[index]!.add(id);
  }
  return matches;
}

type Placed = Pick<NonNullable<News['earthquake']>, 'latitude' | 'longitude' | 'magnitude' | 'province_code'>;

/** The columns that the filters of rules read. */
const columnsOf = (rows: readonly Placed[]) =>
  ({
    latitude: Float64Array.from(rows, ({ latitude }) => latitude),
    longitude: Float64Array.from(rows, ({ longitude }) => longitude),
    magnitude: Float64Array.from(rows, ({ magnitude }) => magnitude ?? NaN),
    province: Uint8Array.from(rows, ({ province_code: code }) => Number(code ?? 0)),
  }) as unknown as FilterColumns;
