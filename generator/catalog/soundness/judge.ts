/** Whether a document is sound. */
import type { Box } from '#core/geo.ts';
import type { Finding } from '#core/finding.ts';
import type { EpochMs } from '#core/time.ts';
import { feedDefinition, isLive } from '../../sources/agencies.ts';
import type { Coverage, FeedName, Parsed, SourceReport, Window } from '../../sources/feed.ts';
import { run, type Db } from '../database.ts';
import { findingOf } from './findings.ts';
import { compare, type Comparison } from './known-rows.ts';
import { givenIn, readProfile, updateProfile, type RowTotals } from './profile.ts';

interface Judged {
  /** As the document has them, before any was refused for its place or time. */
  reports: readonly SourceReport[];
  parsed: Parsed;
  /** Rejects of rows outside of the region, which are no fault. */
  outside: number;
  /** Requested origin times. */
  window: Window | null;
  region: Box;
  /** When the document was made, by its own statement. */
  asOf: EpochMs;
  /** Null for a saved file. */
  receivedAt: EpochMs | null;
}

/** Rows of a document that are compared with the catalogue, one look-up each. Saved files of static lists have more. */
const MOST_COMPARED = 60_000;

const NOTHING: Comparison = { pairs: [], expected: 0, gone: 0 };

const totalsOf = ({ parsed, outside }: Judged): RowTotals => ({
  rows: parsed.rows,
  rejected: parsed.rejects.length - outside,
  outside,
  accepted: parsed.reports.length,
  given: givenIn(parsed.reports),
});

/** Whether a feed's answers have a coverage, unless a row cannot be used. */
const isWhole = (feed: FeedName): boolean => {
  const definition = feedDefinition(feed);
  return definition !== undefined && isLive(definition);
};

/** Rows with a mistyped date would stretch a coverage: so many at either end count for nothing. */
const MISDATED = 3;

/** Where a document should name what its feed has, but for as many rows as cannot be used. */
function coverageOf({ parsed, window }: Judged): Coverage | null {
  const { feed, rows, reports, coverage, partial } = parsed;
  if (coverage || !window) return coverage;
  // An answer without rows, to a question about a time in which there were some, lacks all of them.
  if (rows === 0) return { ...window, minMagnitude: null };
  if (partial || reports.length === 0 || !isWhole(feed)) return null;
  const times = reports.map(({ time }) => time).sort((one, other) => one - other);
  const [from, to] = [times[MISDATED], times.at(-1 - MISDATED)];
  return from !== undefined && to !== undefined && from < to ? { from, to, minMagnitude: null } : null;
}

/**
 * Counts the rows of a document, and adds a sound one to the profile of its feed.
 * @param accepted whether the operator vouches for it
 * @returns undefined for a sound document
 */
export function judge(db: Db, judged: Judged, accepted: boolean): Finding | undefined {
  const { feed } = judged.parsed;
  const totals = totalsOf(judged);
  const finding = accepted ? undefined : findingIn(db, judged, totals);
  run(
    db,
    `INSERT INTO feed_counts (feed, rows_read, rows_rejected) VALUES (@feed, @rows, @rejected)
     ON CONFLICT (feed) DO UPDATE SET rows_read = rows_read + @rows, rows_rejected = rows_rejected + @rejected`,
    { feed, rows: totals.rows, rejected: totals.rejected },
  );
  if (!finding) updateProfile(db, feed, totals, accepted);
  return finding;
}

function findingIn(db: Db, judged: Judged, totals: RowTotals): Finding | undefined {
  const { reports, parsed, region, asOf, receivedAt } = judged;
  const { feed } = parsed;
  const document = { feed, reports, coverage: coverageOf(judged), region, asOf, receivedAt };
  const comparison = reports.length > MOST_COMPARED ? NOTHING : compare(db, document);
  return findingOf({ ...comparison, totals, profile: readProfile(db, feed) });
}
