/** Captures: the documents that were read, their coverage, and what they prove about rows that they lack. */
import { MINUTE, type EpochMs } from '#core/time.ts';
import { UNNAMED_CLOCK, type FeedName, type Parsed, type SourceReport } from '../../sources/feed.ts';
import { allRows, firstValue, run, sql, type Db } from '../database.ts';
import { isKeyed } from './feed-groups.ts';

export interface CaptureInfo {
  name: string;
  sha256: string;
  /** Instant of the fetch; null for a saved file. */
  fetchedAt: EpochMs | null;
  /** The clock of this run. */
  now: EpochMs;
  /** The operator vouches for it: what it lacks needs no confirmation. */
  accepted?: boolean;
}

interface Capture {
  asOf: EpochMs;
  /** Span of origin times, inclusive; null for a document without one. */
  from: EpochMs | null;
  to: EpochMs | null;
  minMagnitude: number | null;
  complete: boolean;
}

/** The greatest magnitude of a report; null where it gives none. */
export const greatestMagnitude = ({ magnitudes }: Pick<SourceReport, 'magnitudes'>): number | null =>
  magnitudes.reduce<number | null>((most, { value }) => (most === null || value > most ? value : most), null);

/** A document's coverage, else the span of its rows. One without any report, or with rows missing, proves nothing. */
export function captureOf(parsed: Parsed, info: CaptureInfo): Capture {
  const { reports, coverage } = parsed;
  let from: EpochMs | null = null;
  let to: EpochMs | null = null;
  let minMagnitude: number | null = null;
  for (const report of reports) {
    if (from === null || report.time < from) from = report.time;
    if (to === null || report.time > to) to = report.time;
    const magnitude = greatestMagnitude(report);
    if (magnitude !== null && (minMagnitude === null || magnitude < minMagnitude)) minMagnitude = magnitude;
  }
  const asOf = parsed.asOf ?? info.fetchedAt ?? newestStatement(reports, info.now) ?? info.now;
  if (parsed.partial) return { asOf, from: null, to: null, minMagnitude: null, complete: false };
  return coverage && reports.length > 0
    ? { asOf, ...coverage, complete: true }
    : { asOf, from, to, minMagnitude, complete: false };
}

/** A document is not older than any origin time or change in it. Undefined without reports. */
function newestStatement(reports: readonly SourceReport[], receivedAt: EpochMs): EpochMs | undefined {
  const newest = reports.reduce((latest, { time, updatedAt, stamp }) => {
    const changed = Math.max(updatedAt ?? -Infinity, (stamp ?? -Infinity) - UNNAMED_CLOCK);
    return Math.max(latest, time, Math.min(changed, receivedAt));
  }, -Infinity);
  return newest === -Infinity ? undefined : newest;
}

/** Values of `captures.trusted`; null until it is assessed. */
const TRUST = { no: 0, yes: 1, accepted: 2 } as const;

/** For bytes that are read again, the first and the latest `asOf` count. */
export function storeCapture(
  db: Db,
  feed: FeedName,
  { asOf, from, to, minMagnitude, complete }: Capture,
  { name, sha256, now, accepted = false, rowCount }: CaptureInfo & { rowCount: number },
): void {
  const trusted = accepted ? TRUST.accepted : null;
  run(
    db,
    `INSERT INTO captures (feed, sha256, name, first_as_of, as_of, received_at, span_from, span_to, min_magnitude,
       complete, row_count, trusted)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (feed, sha256) DO UPDATE SET as_of = excluded.as_of,
       span_from = excluded.span_from, span_to = excluded.span_to, min_magnitude = excluded.min_magnitude,
       complete = excluded.complete, row_count = excluded.row_count, trusted = excluded.trusted
     WHERE excluded.as_of > as_of OR (excluded.as_of = as_of AND excluded.complete > complete)`,
    ...[feed, sha256, name, asOf, asOf, now, from, to, minMagnitude, complete ? 1 : 0, rowCount, trusted],
  );
  const first = 'UPDATE captures SET first_as_of = ? WHERE feed = ? AND sha256 = ? AND first_as_of > ?';
  run(db, first, asOf, feed, sha256, asOf);
}

/** Agency events in a span of a feed's times that no document made at `asOf` or later showed. */
const MISSING = `SELECT agency_event FROM solution_versions
  WHERE feed = @feed AND time > @from AND time <= @to AND agency_event IS NOT NULL
  GROUP BY agency_event HAVING max(last_as_of) < @asOf`;

const MARK_MISSING = `INSERT OR IGNORE INTO dirty_agency_events
  SELECT agency_event FROM (${MISSING}) JOIN agency_events USING (agency_event) WHERE withdrawn <> @withdrawn`;

/** Marks agency events that a document should show and does not. */
export function markAbsent(db: Db, feed: FeedName, { asOf, from, to, complete }: Capture): void {
  // Identifiers outlive a change of the origin, so only the absence from a complete document proves anything.
  if (from === null || to === null || (isKeyed(feed) && !complete)) return;
  run(db, MARK_MISSING, { feed, from, to, asOf, withdrawn: 1 });
}

/** A document read late may show that later ones were less complete than assumed. */
export function resetTrust(db: Db, feed: FeedName, { asOf, from, to }: Capture): void {
  run(
    db,
    `UPDATE captures SET trusted = NULL
     WHERE feed = ? AND complete = 1 AND trusted <> ${TRUST.accepted} AND as_of > ? AND span_from < ? AND span_to >= ?`,
    ...[feed, asOf, to, from],
  );
}

/**
 * A document that lacks more than this share of the rows it shows, and more than a few, is not trusted to be complete.
 */
const ABSENT_SHARE = 0.2;
const ABSENT_FEW = 4;

interface CaptureRow {
  first_as_of: EpochMs;
  as_of: EpochMs;
  span_from: EpochMs;
  span_to: EpochMs;
  min_magnitude: number | null;
  complete: 0 | 1;
  trusted: number | null;
}

interface UnassessedRow extends CaptureRow {
  capture: number;
  feed: FeedName;
  row_count: number;
}

/**
 * Decides for each new capture that claims completeness whether to trust it, by the rows known before. Marks the agency
 * events that this withdraws or restores.
 */
export function assessCaptures(db: Db): void {
  const unassessed = allRows<UnassessedRow>(db, 'SELECT * FROM captures WHERE complete = 1 AND trusted IS NULL');
  for (const { capture, feed, as_of: asOf, span_from: from, span_to: to, ...row } of unassessed) {
    const known = firstValue<number>(
      db,
      `SELECT count(DISTINCT agency_event) FROM solution_versions WHERE feed = @feed AND time > @from AND time <= @to
         AND first_as_of <= @asOf AND (@minMagnitude IS NULL OR magnitude >= @minMagnitude)`,
      { feed, from, to, asOf, minMagnitude: row.min_magnitude },
    )!;
    const missing = known - row.row_count;
    const trusted = missing <= ABSENT_FEW || missing <= ABSENT_SHARE * row.row_count ? TRUST.yes : TRUST.no;
    run(db, 'UPDATE captures SET trusted = ? WHERE capture = ?', trusted, capture);
    run(db, MARK_MISSING, { feed, from, to, asOf, withdrawn: trusted });
  }
}

/**
 * `dropped`: trusted complete documents of two instants lack it, {@link CONFIRMED_AFTER} apart. `gone`: a document that
 * covers its time lacks it.
 */
type Absence = 'none' | 'gone' | 'dropped';

/** A row's time and magnitude, and the `asOf` of the last document that showed it. */
interface Sighting {
  feed: FeedName;
  time: EpochMs;
  magnitude: number | null;
  last: EpochMs;
}

/** Within this of its edges a coverage proves nothing about an identifier: a revised origin time may lie outside. */
export const COVERAGE_MARGIN = 10 * MINUTE;

/** Inclusive, from the first document that lacks a row to the one that confirms it. */
const CONFIRMED_AFTER = 10 * MINUTE;

function covers({ span_from, span_to, min_magnitude, complete }: CaptureRow, { time, magnitude }: Sighting): boolean {
  if (span_from >= time || span_to < time) return false;
  // A requested minimum excludes rows without magnitude; one derived from the rows proves nothing about them.
  return min_magnitude === null || (magnitude === null ? complete === 0 : min_magnitude <= magnitude);
}

export type AbsenceCheck = (sighting: Sighting) => Absence;

/** What the documents made after a sighting prove. Caches captures: create a new one after they change. */
export function createAbsenceCheck(db: Db): AbsenceCheck {
  const cache = new Map<FeedName, { newestFirst: CaptureRow[]; since: EpochMs }>();
  const after = (feed: FeedName, last: EpochMs): CaptureRow[] => {
    const known = cache.getOrInsertComputed(feed, () => ({ newestFirst: [], since: Number.MAX_SAFE_INTEGER }));
    if (last >= known.since) return known.newestFirst;
    const read = sql<unknown[], CaptureRow>(
      db,
      `SELECT first_as_of, as_of, span_from, span_to, min_magnitude, complete, trusted FROM captures
       WHERE feed = ? AND as_of > ? AND as_of <= ? AND span_from IS NOT NULL ORDER BY as_of DESC`,
    );
    for (const capture of read.iterate(feed, last, known.since)) known.newestFirst.push(capture);
    known.since = last;
    return known.newestFirst;
  };
  return (sighting) => {
    const { feed, time, last } = sighting;
    const margin = isKeyed(feed) ? COVERAGE_MARGIN : 0;
    let absence: Absence = 'none';
    let latest: EpochMs | undefined;
    for (const capture of after(feed, last)) {
      const { first_as_of, as_of, span_from, span_to, complete, trusted } = capture;
      if (as_of <= last) break;
      if (!covers(capture, sighting)) continue;
      absence = 'gone';
      if (complete !== 1 || !trusted || span_from >= time - margin || span_to <= time + margin) continue;
      latest ??= as_of;
      const since = first_as_of > last ? first_as_of : as_of;
      if (trusted === TRUST.accepted || latest - since >= CONFIRMED_AFTER) return 'dropped';
    }
    return absence;
  };
}
