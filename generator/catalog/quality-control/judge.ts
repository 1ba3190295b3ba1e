/** Whether a document is sound. */
import type { Box } from '#core/geo.ts';
import { findingText, type Finding, type FindingCode } from '#core/finding.ts';
import { DAY, SECOND, type EpochMs } from '#core/time.ts';
import { feedDefinition, isLive } from '../../sources/agencies.ts';
import type { Coverage, FeedName, Parsed, SourceReport, Window } from '../../sources/feed.ts';
import { run, type Db } from '../database.ts';
import { readSetting, writeSetting } from '../settings.ts';
import { askOthers, type Others } from './contradiction.ts';
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
const SILENT: Others = { finding: undefined, agree: false, confirmChanges: false };

/** Changes are summed over this time. */
const SUMMED = DAY;

/** What can be taken in once other agencies have confirmed the rows: nothing that loses earthquakes. */
const RELEASABLE: ReadonlySet<FindingCode> = new Set([
  ...(['shifted', 'moved', 'retimed', 'magnitude_changed'] as const),
  ...(['depth_changed', 'scale_changed', 'field_lost', 'outside'] as const),
]);
/** So many documents in a row that agree with the other agencies, each of a poll of its own. */
const RELEASED_BY = 3;
/** Pages of one poll come within less. */
const POLL = 30 * SECOND;

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

interface Verdict {
  /** Undefined for a sound document. */
  finding: Finding | undefined;
  /** For the operator: why a document that differs was taken in. */
  warnings: string[];
}

/**
 * Counts the rows of a document, and adds a sound one to the profile of its feed.
 * @param accepted whether the operator vouches for it
 */
export function judge(db: Db, judged: Judged, accepted: boolean): Verdict {
  const { parsed, asOf, receivedAt } = judged;
  const { feed } = parsed;
  const totals = totalsOf(judged);
  const { finding, others } = accepted ? { finding: undefined, others: SILENT } : findingIn(db, judged, totals);
  run(
    db,
    `INSERT INTO feed_counts (feed, rows_read, rows_rejected) VALUES (@feed, @rows, @rejected)
     ON CONFLICT (feed) DO UPDATE SET rows_read = rows_read + @rows, rows_rejected = rows_rejected + @rejected`,
    { feed, rows: totals.rows, rejected: totals.rejected },
  );
  const released = isReleased(db, feed, { finding, others, at: receivedAt ?? asOf });
  if (finding && !released) return { finding, warnings: [] };
  const restarts = accepted || released || others.confirmChanges;
  if (restarts) writeSetting(db, sinceName(feed), asOf);
  updateProfile(db, feed, totals, accepted || released);
  const warning = `released: ${RELEASED_BY} documents agree with the other agencies; ${finding && findingText(finding)}`;
  return { finding: undefined, warnings: released ? [warning] : [] };
}

/** Setting: `as_of` of the last document that was taken in although it differs. */
const sinceName = (feed: FeedName): string => `changes_since:${feed}`;

/** Setting: how many documents that agree with the others were quarantined in a row, and when the last one came. */
const agreeingName = (feed: FeedName): string => `agreeing:${feed}`;

interface Outcome extends Pick<Verdict, 'finding'> {
  others: Others;
  at: EpochMs;
}

/** Whether enough documents in a row were quarantined that agree with the other agencies. */
function isReleased(db: Db, feed: FeedName, { finding, others, at }: Outcome): boolean {
  // Pages of other years are sound meanwhile.
  if (finding === undefined) return false;
  const name = agreeingName(feed);
  const state = readSetting(db, name);
  const agrees = others.agree && RELEASABLE.has(finding.code);
  const [count, last] = (state ?? '0 0').split(' ').map(Number) as [number, EpochMs];
  if (!agrees) {
    if (count > 0) writeSetting(db, name, '0 0');
    return false;
  }
  const isNext = count === 0 || Math.abs(at - last) >= POLL;
  const reached = isNext ? count + 1 : count;
  const released = reached >= RELEASED_BY;
  writeSetting(db, name, released ? '0 0' : `${reached} ${isNext ? at : last}`);
  return released;
}

function findingIn(db: Db, judged: Judged, totals: RowTotals): { finding: Finding | undefined; others: Others } {
  const { reports, parsed, region, asOf, receivedAt } = judged;
  const { feed } = parsed;
  const until = receivedAt ?? asOf;
  const since = Math.max(until - SUMMED, Number(readSetting(db, sinceName(feed)) ?? -Infinity));
  const document = { feed, reports, coverage: coverageOf(judged), region, asOf, receivedAt, since };
  const isCompared = reports.length <= MOST_COMPARED;
  const comparison = isCompared ? compare(db, document) : NOTHING;
  const others = isCompared ? askOthers(db, { feed, reports, pairs: comparison.pairs, receivedAt: until }) : SILENT;
  return { finding: findingOf({ ...comparison, totals, profile: readProfile(db, feed), others }), others };
}
