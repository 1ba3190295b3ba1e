/** Step 1 of an ingest run: stores a document's reports, each distinct solution version once. */
import { contentHash } from '#core/etag.ts';
import { effectsOf, eventNamesOf, placeEnOf } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import type { FeedName, Parsed, Reject, SourceReport } from '../../sources/feed.ts';
import { pickUncertainties, uncertaintiesField } from '#core/record/uncertainties.ts';
import { captureOf, greatestMagnitude, resetTrust, markAbsent, storeCapture, type CaptureInfo } from './captures.ts';
import { firstRow, firstValue, run, type Db } from '../database.ts';
import { FullHours } from './full-hours.ts';
import { storeProducts } from './products.ts';
import { isKeyed, feedGroupOf } from './feed-groups.ts';
import { markDirty, agencyEventOfKeys } from './agency-event-keys.ts';
import { markShownTogether } from './shown-together.ts';
import { NEVER_CHANGED, type SolutionVersion } from './solution-version.ts';

/** Field by field, so that text and hash do not depend on the parser's order of keys. */
const solutionVersionOf = (report: SourceReport): SolutionVersion => ({
  key: report.key,
  aliases: report.aliases,
  time: report.time,
  precision: report.precision,
  alternativeTime: report.alternativeTime,
  replacesTime: report.replacesTime,
  latitude: report.latitude,
  longitude: report.longitude,
  depthKm: report.depthKm,
  magnitudes: report.magnitudes,
  quality: report.quality,
  place: report.place,
  ...placeEnOf(report),
  ...eventNamesOf(report),
  eventType: report.eventType,
  ...effectsOf(report),
  updatedAt: report.updatedAt,
  withdrawn: report.withdrawn,
  url: report.url,
});

export interface Stored {
  /** Reports with a solution version that was not stored before. */
  fresh: number;
  /** Reports that repeat a stored one. */
  known: number;
  /** Reports that were not stored, since their hour is full. */
  leftOut: Reject[];
  warnings: string[];
}

/** Time and place as published: the key of a row of a feed without identifiers. */
const positionKey = ({ time, latitude, longitude }: SourceReport): string => `${time}|${latitude}|${longitude}`;

/** Stores a document in one transaction. Reading the same bytes again changes nothing. */
export function storeDocument(db: Db, parsed: Parsed, info: CaptureInfo): Stored {
  return db
    .transaction(() => {
      const { feed, reports } = parsed;
      const keys = reports.map((report) => report.key ?? positionKey(report));
      const hours = new FullHours(db, feed);
      const context: Context = { db, feed, asOf: captureOf(parsed, info).asOf, now: info.now, hours };
      const stored: Stored = { fresh: 0, known: 0, leftOut: hours.leftOut, warnings: hours.warnings };
      const keyed = isKeyed(feed);
      const rows: (SourceReport & { key: string })[] = [];
      let earlier = false;
      for (const [index, report] of reports.entries()) {
        const outcome = storeSolutionVersion(context, keys[index]!, report);
        if (outcome === 'fresh') stored.fresh += 1;
        else if (outcome !== 'left out') stored.known += 1;
        if (outcome !== 'left out' && !keyed) rows.push({ ...report, key: keys[index]! });
        earlier ||= outcome === 'fresh' || outcome === 'earlier';
      }
      if (!keyed) markShownTogether(db, feed, rows);
      // A row that is left out may be a revision of one that is missing.
      const capture = captureOf({ ...parsed, partial: parsed.partial || hours.leftOut.length > 0 }, info);
      storeCapture(db, feed, capture, { ...info, rowCount: new Set(keys).size });
      storeProducts(db, parsed, capture.asOf);
      markAbsent(db, feed, capture);
      if (earlier) resetTrust(db, feed, capture);
      return stored;
    })
    .immediate();
}

interface Context {
  db: Db;
  feed: FeedName;
  asOf: EpochMs;
  now: EpochMs;
  hours: FullHours;
}

interface StoredVersion {
  version: number;
  agency_event: number | null;
  first_as_of: EpochMs;
  last_as_of: EpochMs;
  stamp: number | null;
  content: string;
}

type Outcome = 'fresh' | 'earlier' | 'known' | 'left out';

/** @returns whether the version is new, or stored and now known to be older */
function storeSolutionVersion(context: Context, key: string, report: SourceReport): Outcome {
  const { db, feed, asOf } = context;
  const values = solutionVersionOf(report);
  const text = JSON.stringify(values);
  const hash = contentHash(text);
  const seen = firstRow<StoredVersion>(
    db,
    `SELECT version, agency_event, first_as_of, last_as_of, stamp, content FROM solution_versions
     WHERE feed = ? AND key = ? AND hash = ?`,
    ...[feed, key, hash],
  );
  if (!seen) {
    if (!context.hours.admits(key, report)) return 'left out';
    insertSolutionVersion(context, { key, hash, content: withUncertainties(text, report), report });
    return 'fresh';
  }
  noteStamp(db, seen, report);
  noteUncertainties(db, seen, report);
  if (asOf >= seen.first_as_of && asOf <= seen.last_as_of) return 'known';
  const earlier = asOf < seen.first_as_of;
  const update = `UPDATE solution_versions SET ${earlier ? 'first' : 'last'}_as_of = ? WHERE version = ?`;
  run(db, update, asOf, seen.version);
  if (seen.agency_event !== null && (earlier ? !isKeyed(feed) : mattersLater(db, seen)))
    markDirty(db, seen.agency_event);
  return earlier ? 'earlier' : 'known';
}

/** Uncertainties come last in the text of a version. */
const withUncertainties = (text: string, { uncertainties }: SourceReport): string =>
  uncertainties ? `${text.slice(0, -1)},"uncertainties":${JSON.stringify(uncertainties)}}` : text;

/** As the column has it. */
const stampOf = ({ stamp }: SourceReport): number | null => (stamp === null ? NEVER_CHANGED : (stamp ?? null));

/** The same values may be stated again, as of a later change: the latest counts. */
function noteStamp(db: Db, { version, agency_event, stamp }: StoredVersion, report: SourceReport): void {
  const stated = stampOf(report);
  if (stated === null || stated <= (stamp ?? -Infinity)) return;
  run(db, 'UPDATE solution_versions SET stamp = ? WHERE version = ?', stated, version);
  if (agency_event !== null) markDirty(db, agency_event);
}

/**
 * They are no value of the solution: the greatest of each counts that any document states of the same values, in any
 * order. The earthquake is not published again for them; its next change shows them.
 */
function noteUncertainties(db: Db, { version, content }: StoredVersion, { uncertainties }: SourceReport): void {
  if (!uncertainties || content.endsWith(`"uncertainties":${JSON.stringify(uncertainties)}}`)) return;
  const stored = JSON.parse(content) as SolutionVersion;
  const known = [stored.uncertainties ?? {}, uncertainties];
  const merged = pickUncertainties((name) => {
    const stated = known.flatMap((one) => one[name] ?? []);
    return stated.length === 0 ? undefined : Math.max(...stated);
  });
  const text = JSON.stringify({ ...stored, ...uncertaintiesField(merged) });
  if (text !== content) run(db, 'UPDATE solution_versions SET content = ? WHERE version = ?', text, version);
}

function insertSolutionVersion(
  { db, feed, asOf, now }: Context,
  { key, hash, content, report }: { key: string; hash: string; content: string; report: SourceReport },
): void {
  const feedGroup = feedGroupOf(feed, key);
  const agencyEvent =
    feedGroup === undefined || !isKeyed(feed) ? null : agencyEventOfKeys(db, feedGroup, [key, ...report.aliases]);
  const { time, latitude, longitude, replacesTime } = report;
  run(
    db,
    `INSERT INTO solution_versions (feed, key, hash, time, latitude, longitude, magnitude, replaces_time, first_as_of,
       last_as_of, received_at, agency_event, content, stamp) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[feed, key, hash, time, latitude, longitude, greatestMagnitude(report), replacesTime],
    ...[asOf, asOf, now, agencyEvent, content, stampOf(report)],
  );
}

/** A later sighting matters only for a version that is not current, or an agency event that is withdrawn. */
const mattersLater = (db: Db, { agency_event, version }: StoredVersion): boolean =>
  firstValue(
    db,
    'SELECT 1 FROM agency_events WHERE agency_event = ? AND (current_version IS NOT ? OR withdrawn = 1)',
    ...[agency_event, version],
  ) !== undefined;
