/** Step 2 of an ingest run: solution versions become agency events, and each agency event gets its current version. */
import { DATE_PRECISIONS, MINUTE, type EpochMs } from '#core/time.ts';
import { FEEDS, type FeedName } from '../../sources/feed.ts';
import { createAbsenceCheck, assessCaptures, type AbsenceCheck } from './captures.ts';
import { sql, type Db } from '../database.ts';
import { inPieces, silent, type Progress } from '../pieces.ts';
import type { SolutionVersion } from './solution-version.ts';
import { feedGroupOf } from './feed-groups.ts';
import { replaceAgencyEvent } from './agency-event-keys.ts';
import { linkRows } from './linking.ts';

interface SettleOptions {
  /** Feed groups of agencies that the operator excludes: their agency events count as withdrawn. */
  unused?: ReadonlySet<number>;
  progress?: Progress;
}

/**
 * Links the rows of feeds without identifiers, then settles every agency event that changed. In pieces: what an ended
 * run did not come to is still marked, and the next one does it.
 */
export function updateAgencyEvents(db: Db, { unused = new Set(), progress = silent }: SettleOptions = {}): void {
  inPieces(db, linkRows(db, createAbsenceCheck(db), progress));
  db.transaction(() => assessCaptures(db)).immediate();
  inPieces(db, settleDirty(db, unused, progress));
}

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
  /** When it was first received. */
  receivedAt: EpochMs;
  solutionVersion: SolutionVersion;
}

/** Oldest first: by the agency's own time of the change, else by when the version was last seen. */
function compareVersions(a: StoredVersion, b: StoredVersion): number {
  const at = ({ solutionVersion: { updatedAt }, receivedAt, lastAsOf }: StoredVersion): EpochMs =>
    updatedAt === null ? lastAsOf : Math.min(updatedAt, receivedAt);
  return (
    at(a) - at(b) ||
    a.lastAsOf - b.lastAsOf ||
    FEEDS.indexOf(b.feed) - FEEDS.indexOf(a.feed) ||
    (a.hash < b.hash ? -1 : 1)
  );
}

/** A version that its feed has left for another for so long is over, whatever it says of the time of its change. */
const OVER_AFTER = 10 * MINUTE;

/** Only documents made after a version was received say that it is over: saved files are read in any order. */
function standing(versions: StoredVersion[]): StoredVersion[] {
  const shown = new Map<FeedName, EpochMs>();
  for (const { feed, lastAsOf } of versions) shown.set(feed, Math.max(shown.get(feed) ?? -Infinity, lastAsOf));
  return versions.filter(({ feed, lastAsOf, receivedAt }) => {
    const latest = shown.get(feed)!;
    return latest < receivedAt || latest - lastAsOf < OVER_AFTER;
  });
}

/** Agency events a read: enough to make it cheap, few enough for memory. */
const BATCH = 2000;

function* settleDirty(db: Db, unused: ReadonlySet<number>, progress: Progress): Generator<number> {
  const total = sql<[], number>(db, 'SELECT count(*) FROM dirty_threads').pluck().get()!;
  let done = 0;
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
    progress('settling reports', (done += agencyEvents.length), total);
    yield agencyEvents.length;
  }
}

/** Solution versions of the dirty agency events with numbers from `first` to `last`, inclusive. */
function storedVersionsOf(db: Db, first: number, last: number): Map<number, StoredVersion[]> {
  const rows = sql<unknown[], Omit<StoredVersion, 'solutionVersion'> & { content: string }>(
    db,
    `SELECT thread AS agencyEvent, observation, feed, key, hash, time, magnitude, last_as_of AS lastAsOf,
       heard_at AS receivedAt, content
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
  const current = standing(versions).reduce((latest, one) => (compareVersions(latest, one) < 0 ? one : latest));
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
