/** Step 2 of an ingest run: solution versions become agency events, and each agency event gets its current version. */
import { DATE_PRECISIONS, formatSecond } from '#core/time.ts';
import type { EpochMs } from '#core/time.ts';
import type { FeedName } from '../../sources/feed.ts';
import { FEEDS } from '../../sources/feed.ts';
import type { Absence, Sighting } from './captures.ts';
import { createAbsenceCheck, assessCaptures } from './captures.ts';
import type { ObservedRow } from './chains.ts';
import { CHAIN_REACH_MS, chainRows } from './chains.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import type { SolutionVersion } from './solution-version.ts';
import { isKeyed, feedGroupOf } from './feed-groups.ts';
import { replaceAgencyEvent, createAgencyEvent, markDirty } from './agency-event-keys.ts';

/** A row of a feed without identifiers: one of the solution versions with that time and place. */
interface Row {
  observation: number;
  key: string;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  replaces_time: EpochMs | null;
  first_as_of: EpochMs;
  last_as_of: EpochMs;
  agencyEvent: number | null;
}

const UNKEYED = FEEDS.filter((feed) => feedGroupOf(feed, null) !== undefined && !isKeyed(feed));

type AbsenceCheck = (sighting: Sighting) => Absence;

/**
 * Links the rows of feeds without identifiers, then settles every agency event that changed.
 * @param unused feed groups of agencies that the operator excludes: their agency events count as withdrawn
 */
export function settleAgencyEvents(db: Db, unused: ReadonlySet<number> = new Set()): void {
  db.transaction(() => {
    const absenceOf = createAbsenceCheck(db);
    for (const feed of UNKEYED) linkRows(db, feed, absenceOf);
    assessCaptures(db);
    settleDirty(db, unused);
  }).immediate();
}

/** Links again every neighbourhood in which a row is new or missing from a later document. */
function linkRows(db: Db, feed: FeedName, absenceOf: AbsenceCheck): void {
  const times = sql<unknown[], EpochMs>(
    db,
    `SELECT time FROM observations WHERE feed = @feed AND thread IS NULL
     UNION SELECT time FROM dirty_threads CROSS JOIN observations USING (thread) WHERE feed = @feed
     ORDER BY time`,
  )
    .pluck()
    .all({ feed });
  let linkedUntil = -Infinity;
  for (const time of times) {
    if (time <= linkedUntil) continue;
    const rows = neighbourhood(db, feed, time);
    linkedUntil = rows.at(-1)!.time;
    relink(db, feed, rows, absenceOf);
  }
}

/** All rows reached from `time` in steps of at most {@link CHAIN_REACH_MS}, in order of time. */
function neighbourhood(db: Db, feed: FeedName, time: EpochMs): Row[] {
  const between = sql<unknown[], Row>(
    db,
    `SELECT observation, key, time, latitude, longitude, magnitude, replaces_time, first_as_of, last_as_of,
       thread AS agencyEvent
     FROM observations WHERE feed = ? AND time BETWEEN ? AND ? ORDER BY time, observation`,
  );
  let from = time;
  let to = time;
  for (;;) {
    const rows = between.all(feed, from - CHAIN_REACH_MS, to + CHAIN_REACH_MS);
    const first = rows[0]!.time;
    const last = rows.at(-1)!.time;
    if (first >= from && last <= to) return rows;
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
}

/**
 * Each chain keeps the oldest agency event of its rows that no other chain has; one that lost all its rows gets a
 * successor.
 */
function relink(db: Db, feed: FeedName, rows: Row[], absenceOf: AbsenceCheck): void {
  const byKey = Map.groupBy(rows, (row) => row.key);
  const feedGroup = feedGroupOf(feed, null)!;
  const claimed = new Set<number>();
  const successors = new Map<number, number>();
  const assign = sql(db, 'UPDATE observations SET thread = ? WHERE observation = ?');
  for (const chain of chainsOf(feed, byKey, absenceOf)) {
    const members = chain.flatMap(({ key }) => byKey.get(key)!);
    const own = members.flatMap(({ agencyEvent }) =>
      agencyEvent === null || claimed.has(agencyEvent) ? [] : [agencyEvent],
    );
    const agencyEvent = own.length > 0 ? Math.min(...own) : createUnkeyedAgencyEvent(db, feedGroup, chain[0]!);
    claimed.add(agencyEvent);
    for (const { observation, agencyEvent: former } of members) {
      if (former === agencyEvent) continue;
      assign.run(agencyEvent, observation);
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
  feed: FeedName,
  byKey: Map<string, Row[]>,
  absenceOf: AbsenceCheck,
): Pick<ObservedRow, 'key' | 'time'>[][] {
  if (byKey.size === 1) return [...byKey.values()].map(([row]) => [row!]);
  return chainRows([...byKey.values()].map((solutionVersions) => seenRow(feed, solutionVersions, absenceOf)));
}

function seenRow(feed: FeedName, solutionVersions: Row[], absenceOf: AbsenceCheck): ObservedRow {
  const [{ key, time, latitude, longitude }] = solutionVersions as [Row];
  const last = Math.max(...solutionVersions.map((row) => row.last_as_of));
  const magnitudes = solutionVersions.flatMap(({ magnitude }) => (magnitude === null ? [] : [magnitude]));
  const magnitude = magnitudes.length === 0 ? null : Math.max(...magnitudes);
  return {
    key,
    time,
    latitude,
    longitude,
    replaces: solutionVersions.flatMap((row) => (row.replaces_time === null ? [] : [row.replaces_time])),
    first: Math.min(...solutionVersions.map((row) => row.first_as_of)),
    last,
    gone: absenceOf({ feed, time, magnitude, last }) !== 'none',
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

/** A solution version of an agency event. */
interface StoredVersion {
  agencyEvent: number;
  observation: number;
  feed: FeedName;
  key: string;
  hash: string;
  time: EpochMs;
  magnitude: number | null;
  lastAsOf: EpochMs;
  solutionVersion: SolutionVersion;
}

/** Oldest first: by the agency's own time of the change, else by when the version was last seen. */
function compareVersions(a: StoredVersion, b: StoredVersion): number {
  const at = ({ solutionVersion, lastAsOf }: StoredVersion): number => solutionVersion.updatedAt ?? lastAsOf;
  return (
    at(a) - at(b) ||
    a.lastAsOf - b.lastAsOf ||
    FEEDS.indexOf(b.feed) - FEEDS.indexOf(a.feed) ||
    (a.hash < b.hash ? -1 : 1)
  );
}

/** Agency events a read: enough to make it cheap, few enough for memory. */
const BATCH = 2000;

function settleDirty(db: Db, unused: ReadonlySet<number>): void {
  const absenceOf = createAbsenceCheck(db);
  const next = sql<unknown[], number>(db, 'SELECT thread FROM dirty_threads WHERE thread > ? ORDER BY thread LIMIT ?');
  for (let after = -1; ;) {
    const agencyEvents = next.pluck().all(after, BATCH);
    if (agencyEvents.length === 0) return;
    const [first, last] = [agencyEvents[0]!, agencyEvents.at(-1)!];
    const versions = storedVersionsOf(db, first, last);
    for (const agencyEvent of agencyEvents)
      settle(db, agencyEvent, { versions: versions.get(agencyEvent), absenceOf, unused });
    after = last;
  }
}

/** Solution versions of the dirty agency events with numbers from `first` to `last`, inclusive. */
function storedVersionsOf(db: Db, first: number, last: number): Map<number, StoredVersion[]> {
  const rows = sql<unknown[], Omit<StoredVersion, 'solutionVersion'> & { content: string }>(
    db,
    `SELECT thread AS agencyEvent, observation, feed, key, hash, time, magnitude, last_as_of AS lastAsOf, content
     FROM dirty_threads CROSS JOIN observations USING (thread) WHERE thread BETWEEN ? AND ?`,
  ).all(first, last);
  const versions = rows.map(({ content, ...row }): StoredVersion => ({
    ...row,
    solutionVersion: JSON.parse(content) as SolutionVersion,
  }));
  return Map.groupBy(versions, ({ agencyEvent }) => agencyEvent);
}

interface Settling {
  versions: StoredVersion[] | undefined;
  absenceOf: AbsenceCheck;
  unused: ReadonlySet<number>;
}

/** Chooses the current version of an agency event and copies the columns that association reads. */
function settle(db: Db, agencyEvent: number, { versions, absenceOf, unused }: Settling): void {
  if (versions === undefined) {
    replaceAgencyEvent(db, agencyEvent, null);
    return;
  }
  const current = versions.reduce((latest, one) => (compareVersions(latest, one) < 0 ? one : latest));
  const { solutionVersion, observation, feed, key } = current;
  const withdrawn =
    solutionVersion.withdrawn || unused.has(feedGroupOf(feed, key)!) || isDropped(versions, current, absenceOf);
  sql(
    db,
    `UPDATE threads SET observation = ?, withdrawn = ?, time = ?, alternative_time = ?, precision = ?, latitude = ?,
       longitude = ?, magnitude = ?, magnitude_type = ?, automatic = ? WHERE thread = ?`,
  ).run(
    observation,
    withdrawn ? 1 : 0,
    solutionVersion.time,
    solutionVersion.alternativeTime,
    DATE_PRECISIONS.indexOf(solutionVersion.precision),
    solutionVersion.latitude,
    solutionVersion.longitude,
    solutionVersion.magnitudes[0]?.value ?? null,
    solutionVersion.magnitudes[0]?.type ?? null,
    solutionVersion.quality === 'automatic' ? 1 : 0,
    agencyEvent,
  );
}

/** Whether any feed that showed the agency event dropped it after it was last seen anywhere. */
function isDropped(versions: StoredVersion[], { time, magnitude }: StoredVersion, absenceOf: AbsenceCheck): boolean {
  const last = versions.reduce((latest, { lastAsOf }) => Math.max(latest, lastAsOf), -Infinity);
  const feeds = new Set(versions.map(({ feed }) => feed));
  return [...feeds].some((feed) => absenceOf({ feed, time, magnitude, last }) === 'dropped');
}
