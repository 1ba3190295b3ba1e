/** Which rows of the feeds without identifiers are one agency event. */
import { formatSecond, type EpochMs } from '#core/time.ts';
import type { FeedName } from '../../sources/feed.ts';
import { FEEDS } from '../../sources/agencies.ts';
import type { AbsenceCheck } from './captures.ts';
import { CHAIN_REACH_MS, chainRows, type ObservedRow } from './chains.ts';
import { allRows, allValues, sql, type Db } from '../database.ts';
import type { Progress } from '../pieces.ts';
import { isKeyed, feedGroupOf } from './feed-groups.ts';
import { replaceAgencyEvent, createAgencyEvent, markDirty } from './agency-event-keys.ts';
import { areStatesOfOne } from './shown-together.ts';

/** A row of a feed without identifiers: one of the solution versions with that time and place. */
interface UnkeyedRow {
  version: number;
  key: string;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  replaces_time: EpochMs | null;
  first_as_of: EpochMs;
  last_as_of: EpochMs;
  agency_event: number | null;
}

const UNKEYED = FEEDS.filter((feed) => feedGroupOf(feed, null) !== undefined && !isKeyed(feed));

/** Links the rows of all feeds without identifiers: one step a neighbourhood, with the number of its rows. */
export function* linkRows(db: Db, absenceOf: AbsenceCheck, progress: Progress): Generator<number> {
  for (const feed of UNKEYED) yield* linkFeed(db, feed, { absenceOf, progress });
}

/** Links again every neighbourhood in which a row is new or missing from a later document. */
function* linkFeed(
  db: Db,
  feed: FeedName,
  { absenceOf, progress }: { absenceOf: AbsenceCheck; progress: Progress },
): Generator<number> {
  const times = allValues<EpochMs>(
    db,
    `SELECT time FROM solution_versions WHERE feed = @feed AND agency_event IS NULL
     UNION SELECT v.time FROM dirty_agency_events CROSS JOIN agency_events a USING (agency_event)
       CROSS JOIN solution_versions v USING (agency_event) WHERE a.feed_group = @feedGroup AND v.feed = @feed
     ORDER BY time`,
    { feed, feedGroup: feedGroupOf(feed, null)! },
  );
  const pages = new RowPages(db, feed);
  let linkedUntil = -Infinity;
  for (const [index, time] of times.entries()) {
    progress(`linking rows of ${feed}`, index + 1, times.length);
    if (time <= linkedUntil) continue;
    const rows = neighbourhood(pages, time);
    linkedUntil = rows.at(-1)!.time;
    relink(db, feed, rows, absenceOf);
    yield rows.length;
  }
}

/** All rows reached from `time` in steps of at most {@link CHAIN_REACH_MS}, in order of time; each is read once. */
function neighbourhood(pages: RowPages, time: EpochMs): UnkeyedRow[] {
  let [from, to] = [time - CHAIN_REACH_MS, time + CHAIN_REACH_MS];
  const rows = pages.between(from, to);
  const earlier: UnkeyedRow[] = [];
  for (let first = rows[0]!.time; first - CHAIN_REACH_MS < from; first = earlier.at(-1)?.time ?? first) {
    earlier.push(...pages.between(first - CHAIN_REACH_MS, from - 1).reverse());
    from = first - CHAIN_REACH_MS;
  }
  for (let last = rows.at(-1)!.time; last + CHAIN_REACH_MS > to; last = rows.at(-1)!.time) {
    rows.push(...pages.between(to + 1, last + CHAIN_REACH_MS));
    to = last + CHAIN_REACH_MS;
  }
  return [...earlier.reverse(), ...rows];
}

/** Rows of a read. Most neighbourhoods are one row: one read serves many of them. */
const PAGE_ROWS = 32;

const ROWS = `SELECT version, key, time, latitude, longitude, magnitude, replaces_time, first_as_of, last_as_of,
    agency_event FROM solution_versions`;

/** A feed's rows in order of time. What is read may be linked meanwhile, but only within its own neighbourhood. */
class RowPages {
  readonly #db: Db;
  readonly #feed: FeedName;
  #rows: UnkeyedRow[] = [];
  /** `#rows` are all of this span: inclusive, and exclusive. */
  #span = { from: Infinity, to: -Infinity };

  constructor(db: Db, feed: FeedName) {
    this.#db = db;
    this.#feed = feed;
  }

  /** Both inclusive. */
  between(from: EpochMs, to: EpochMs): UnkeyedRow[] {
    if (from < this.#span.from || to >= this.#span.to) this.#read(from, to);
    return this.#rows.filter(({ time }) => time >= from && time <= to);
  }

  #read(from: EpochMs, to: EpochMs): void {
    const first = `${ROWS} WHERE feed = ? AND time >= ? ORDER BY time, version LIMIT ${PAGE_ROWS}`;
    const all = `${ROWS} WHERE feed = ? AND time BETWEEN ? AND ? ORDER BY time, version`;
    const page = allRows<UnkeyedRow>(this.#db, first, this.#feed, from);
    const end = page.length < PAGE_ROWS ? Infinity : page.at(-1)!.time;
    this.#rows = to < end ? page : allRows(this.#db, all, this.#feed, from, to);
    this.#span = { from, to: to < end ? end : to + 1 };
  }
}

/**
 * Each chain keeps the oldest agency event of its rows that no other chain has; one that lost all its rows gets a
 * successor.
 */
function relink(db: Db, feed: FeedName, rows: UnkeyedRow[], absenceOf: AbsenceCheck): void {
  const byKey = Map.groupBy(rows, (row) => row.key);
  const feedGroup = feedGroupOf(feed, null)!;
  const claimed = new Set<number>();
  const successors = new Map<number, number>();
  const assign = sql(db, 'UPDATE solution_versions SET agency_event = ? WHERE version = ?');
  for (const chain of chainsOf(db, feed, byKey, absenceOf)) {
    const members = chain.flatMap(({ key }) => byKey.get(key)!);
    const own = members.flatMap(({ agency_event: one }) => (one === null || claimed.has(one) ? [] : [one]));
    const agencyEvent = own.length > 0 ? Math.min(...own) : createUnkeyedAgencyEvent(db, feedGroup, chain[0]!);
    claimed.add(agencyEvent);
    for (const { version, agency_event: former } of members) {
      if (former === agencyEvent) continue;
      assign.run(agencyEvent, version);
      markDirty(db, agencyEvent);
      if (former === null) continue;
      markDirty(db, former);
      successors.set(former, agencyEvent);
    }
  }
  for (const [agencyEvent, successor] of successors)
    if (!claimed.has(agencyEvent)) replaceAgencyEvent(db, agencyEvent, successor);
}

/** A single row needs no comparison. */
function chainsOf(
  db: Db,
  feed: FeedName,
  byKey: Map<string, UnkeyedRow[]>,
  absenceOf: AbsenceCheck,
): Pick<ObservedRow, 'key' | 'time'>[][] {
  if (byKey.size === 1) return [...byKey.values()].map(([row]) => [row!]);
  const magnitudeOf = ({ key }: ObservedRow): number | null => greatestOf(byKey.get(key)!);
  return chainRows(
    [...byKey.values()].map((solutionVersions) => seenRow(feed, solutionVersions, absenceOf)),
    (one, other) =>
      areStatesOfOne(db, feed, { ...one, magnitude: magnitudeOf(one) }, { ...other, magnitude: magnitudeOf(other) }),
  );
}

const greatestOf = (solutionVersions: UnkeyedRow[]): number | null =>
  solutionVersions.reduce<number | null>(
    (most, { magnitude }) => (most === null || (magnitude ?? -Infinity) > most ? magnitude : most),
    null,
  );

function seenRow(feed: FeedName, solutionVersions: UnkeyedRow[], absenceOf: AbsenceCheck): ObservedRow {
  const [{ key, time, latitude, longitude }] = solutionVersions as [UnkeyedRow];
  const last = Math.max(...solutionVersions.map((row) => row.last_as_of));
  return {
    key,
    time,
    latitude,
    longitude,
    replaces: solutionVersions.flatMap((row) => (row.replaces_time === null ? [] : [row.replaces_time])),
    first: Math.min(...solutionVersions.map((row) => row.first_as_of)),
    last,
    gone: absenceOf({ feed, time, magnitude: greatestOf(solutionVersions), last }) !== 'none',
  };
}

/** The key is the first origin time, `YYYYMMDDhhmmss` in UTC, as Kandilli names its reviewed events. */
function createUnkeyedAgencyEvent(db: Db, feedGroup: number, { time }: Pick<ObservedRow, 'time'>): number {
  const code = timeCode(time);
  for (let n = 1; ; n += 1) {
    const agencyEvent = createAgencyEvent(db, feedGroup, n === 1 ? code : `${code}-${n}`);
    if (agencyEvent !== undefined) return agencyEvent;
  }
}

export const timeCode = (time: EpochMs): string => formatSecond(time).replace(/\D/g, '');
