/** Step 2 of an ingest run: solution versions become agency events, and each agency event gets its current version. */
import { DATE_PRECISIONS, MINUTE, type EpochMs } from '#core/time.ts';
import { FEEDS } from '../../sources/agencies.ts';
import type { FeedName } from '../../sources/feed.ts';
import { createAbsenceCheck, assessCaptures, type AbsenceCheck } from './captures.ts';
import { allRows, allValues, firstValue, run, type Db } from '../database.ts';
import { inPieces, silent, type Progress } from '../pieces.ts';
import type { SolutionVersion } from './solution-version.ts';
import { feedGroupOf } from './feed-groups.ts';
import { replaceAgencyEvent } from './agency-event-keys.ts';
import { linkRows } from './linking.ts';

interface UpdateOptions {
  /** Feed groups of agencies that the operator excludes: their agency events count as withdrawn. */
  unused?: ReadonlySet<number>;
  progress?: Progress;
}

/**
 * Links the rows of feeds without identifiers, then updates every agency event that changed. In pieces: what an ended
 * run did not come to is still marked, and the next one does it.
 */
export function updateAgencyEvents(db: Db, { unused = new Set(), progress = silent }: UpdateOptions = {}): void {
  inPieces(db, linkRows(db, createAbsenceCheck(db), progress));
  db.transaction(() => assessCaptures(db)).immediate();
  inPieces(db, updateDirty(db, unused, progress));
}

/** A solution version of an agency event. */
interface VersionRow {
  agency_event: number;
  version: number;
  feed: FeedName;
  key: string;
  hash: string;
  time: EpochMs;
  magnitude: number | null;
  last_as_of: EpochMs;
  /** When it was first received. */
  received_at: EpochMs;
  /** {@link SourceReport.stamp}, or NEVER_CHANGED; null where its document does not say. */
  stamp: number | null;
  content: string;
}

interface StoredVersion extends VersionRow {
  solutionVersion: SolutionVersion;
}

/**
 * Oldest first: by the agency's own time of the change, else by when the version was last seen; then by when it was
 * received. The hash decides between versions of one command, so that the order of its files changes nothing.
 */
function compareVersions(a: StoredVersion, b: StoredVersion): number {
  const at = ({ solutionVersion: { updatedAt }, received_at, last_as_of }: StoredVersion): EpochMs =>
    updatedAt === null ? last_as_of : Math.min(updatedAt, received_at);
  return (
    at(a) - at(b) ||
    a.last_as_of - b.last_as_of ||
    FEEDS.indexOf(b.feed) - FEEDS.indexOf(a.feed) ||
    a.received_at - b.received_at ||
    (a.hash < b.hash ? -1 : 1)
  );
}

/** A version that its feed has replaced by another for so long is over, whatever time of change it claims. */
const OVER_AFTER = 10 * MINUTE;

/** Only documents made after a version was received show that it is over: saved files are read in any order. */
function validVersions(versions: StoredVersion[]): StoredVersion[] {
  const latestOf = new Map<FeedName, EpochMs>();
  for (const { feed, last_as_of } of versions)
    latestOf.set(feed, Math.max(latestOf.get(feed) ?? -Infinity, last_as_of));
  return versions.filter(({ feed, last_as_of, received_at }) => {
    const latest = latestOf.get(feed)!;
    return latest < received_at || latest - last_as_of < OVER_AFTER;
  });
}

/** Of one feed's versions with a stamp only the latest: an older one is over, whatever document has it. */
function withLatestStamps(versions: StoredVersion[]): StoredVersion[] {
  const latestOf = new Map<FeedName, number>();
  for (const { feed, stamp } of versions)
    if (stamp !== null) latestOf.set(feed, Math.max(latestOf.get(feed) ?? stamp, stamp));
  return versions.filter(({ feed, stamp }) => stamp === null || stamp === latestOf.get(feed));
}

/** Agency events a read: enough to make it cheap, few enough for memory. */
const BATCH = 2000;

function* updateDirty(db: Db, unused: ReadonlySet<number>, progress: Progress): Generator<number> {
  const total = firstValue<number>(db, 'SELECT count(*) FROM dirty_agency_events')!;
  const absenceOf = createAbsenceCheck(db);
  const next = 'SELECT agency_event FROM dirty_agency_events WHERE agency_event > ? ORDER BY agency_event LIMIT ?';
  for (let after = -1, done = 0; ;) {
    const agencyEvents = allValues<number>(db, next, after, BATCH);
    if (agencyEvents.length === 0) return;
    after = agencyEvents.at(-1)!;
    const versions = versionsOf(db, agencyEvents[0]!, after);
    for (const agencyEvent of agencyEvents) {
      const own = versions.get(agencyEvent);
      if (own) updateAgencyEvent(db, own, { absenceOf, unused });
      else replaceAgencyEvent(db, agencyEvent, null);
    }
    progress('updating agency events', (done += agencyEvents.length), total);
    yield agencyEvents.length;
  }
}

/** Solution versions of the dirty agency events with numbers from `first` to `last`, inclusive. */
function versionsOf(db: Db, first: number, last: number): Map<number, StoredVersion[]> {
  const rows = allRows<VersionRow>(
    db,
    `SELECT agency_event, version, feed, key, hash, time, magnitude, last_as_of, received_at, stamp, content
     FROM dirty_agency_events CROSS JOIN solution_versions USING (agency_event) WHERE agency_event BETWEEN ? AND ?`,
    first,
    last,
  );
  const versions = rows.map((row) => ({ ...row, solutionVersion: JSON.parse(row.content) as SolutionVersion }));
  return Map.groupBy(versions, (row) => row.agency_event);
}

interface UpdateContext {
  absenceOf: AbsenceCheck;
  unused: ReadonlySet<number>;
}

/** Chooses the current version of an agency event and copies the columns that association reads. */
function updateAgencyEvent(db: Db, versions: StoredVersion[], { absenceOf, unused }: UpdateContext): void {
  const current = withLatestStamps(validVersions(versions)).reduce((latest, one) =>
    compareVersions(latest, one) < 0 ? one : latest,
  );
  const { solutionVersion, version, feed, key } = current;
  const withdrawn =
    solutionVersion.withdrawn || unused.has(feedGroupOf(feed, key)!) || isDropped(versions, current, absenceOf);
  const [preferred] = solutionVersion.magnitudes;
  run(
    db,
    `UPDATE agency_events SET current_version = ?, withdrawn = ?, time = ?, alternative_time = ?, precision = ?,
       latitude = ?, longitude = ?, magnitude = ?, magnitude_type = ?, automatic = ? WHERE agency_event = ?`,
    ...[version, withdrawn ? 1 : 0, solutionVersion.time, solutionVersion.alternativeTime],
    ...[DATE_PRECISIONS.indexOf(solutionVersion.precision), solutionVersion.latitude, solutionVersion.longitude],
    ...[preferred?.value ?? null, preferred?.type ?? null, solutionVersion.quality === 'automatic' ? 1 : 0],
    current.agency_event,
  );
}

/** Whether any feed that showed the agency event dropped it after it was last seen anywhere. */
function isDropped(versions: StoredVersion[], { time, magnitude }: StoredVersion, absenceOf: AbsenceCheck): boolean {
  const last = versions.reduce((latest, { last_as_of }) => Math.max(latest, last_as_of), -Infinity);
  const feeds = new Set(versions.map(({ feed }) => feed));
  return [...feeds].some((feed) => absenceOf({ feed, time, magnitude, last }) === 'dropped');
}
