/** Where a document says of an earthquake what other agencies say of it, and where it contradicts them. */
import type { Agency } from '#core/agencies.ts';
import { firstIndex } from '#core/bisect.ts';
import { distanceKm } from '#core/geo.ts';
import { mergeIntervals, type Interval } from '#core/intervals.ts';
import { mwEstimate } from '#seismology/mw-estimate.ts';
import { SECOND, type EpochMs } from '#core/time.ts';
import { feedDefinition } from '../../sources/agencies.ts';
import type { FeedName, SourceReport } from '../../sources/feed.ts';
import { allRows, type Db } from '../database.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import type { SolutionVersion } from '../documents/solution-version.ts';
import type { Pair } from './known-rows.ts';

type Located = SolutionVersion | SourceReport;

/** Current report of another agency. */
interface OtherReport {
  agency: Agency;
  time: EpochMs;
  latitude: number;
  longitude: number;
  /** Expected Mw; NaN where none is given. */
  mw: number;
}

/** A row of which other agencies know the earthquake. */
export interface SharedRow {
  row: SourceReport;
  pair: Pair | undefined;
  /** Nearest in time of those that agree. */
  agreeing: OtherReport | undefined;
  /** Agencies that contradict it; none while one agrees. */
  contradicting: ReadonlySet<Agency>;
  /** Whether they agreed with what the feed said 24 hours ago. */
  turned: boolean;
}

/** So many rows are compared, the largest: those that other agencies have too. */
const COMPARED = 100;

/**
 * Two reports of one earthquake differ by less (both inclusive, `mw` exclusive): docs/association.md has the measured
 * differences. Magnitudes are compared as expected Mw.
 */
const AGREEING = { ms: 30 * SECOND, km: 100, mw: 2 };

/** Origin times of one earthquake differ by this at most, mostly: 99 of 100 by less than 7 s. Inclusive. */
const SAME_TIME = 5 * SECOND;

const mwOf = (magnitude: number | null | undefined, type: string | null | undefined): number =>
  mwEstimate(magnitude ?? null, type)?.value ?? magnitude ?? NaN;

export const expectedMw = ({ magnitudes: [lead] }: Located): number => mwOf(lead?.value, lead?.type);

const agrees = (one: Located, other: OtherReport): boolean =>
  Math.abs(one.time - other.time) <= AGREEING.ms &&
  distanceKm(one, other) <= AGREEING.km &&
  // No magnitude contradicts none.
  !(Math.abs(expectedMw(one) - other.mw) >= AGREEING.mw);

const isExact = ({ precision, alternativeTime }: Located): boolean =>
  precision === 'second' && alternativeTime === null;

/** The largest rows of a document, with certain times. */
export function comparedRows(reports: readonly SourceReport[]): SourceReport[] {
  const usable = reports.filter(
    (row) => isExact(row) && [row.time, row.latitude, row.longitude].every(Number.isFinite) && !row.withdrawn,
  );
  const size = (row: SourceReport): number => row.magnitudes[0]?.value ?? -Infinity;
  return usable.length <= COMPARED ? usable : usable.toSorted((a, b) => size(b) - size(a)).slice(0, COMPARED);
}

interface Row {
  feed_group: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  magnitude_type: string | null;
}

/** Without the plus SQLite would read all reports of a feed group. */
const OTHERS = `SELECT a.feed_group, a.time, a.latitude, a.longitude, a.magnitude, a.magnitude_type
  FROM json_each(@spans) s CROSS JOIN agency_events a
    ON a.time BETWEEN s.value ->> 'from' AND s.value ->> 'to'
  WHERE a.withdrawn = 0 AND a.precision = 0 AND a.alternative_time IS NULL
    AND +a.feed_group NOT IN (SELECT value FROM json_each(@own))`;

/**
 * Current reports of other agencies than that of a feed, oldest first.
 * @param limits least: magnitude, inclusive; most: so many are read
 */
export function otherReports(
  db: Db,
  feed: FeedName,
  spans: readonly Interval[],
  { least = null, most = -1 }: { least?: number | null; most?: number } = {},
): OtherReport[] {
  const agency = feedDefinition(feed)?.parser.agency;
  const own = FEED_GROUPS.filter((group) => group.agency === agency).map(({ number }) => number);
  const query = `${OTHERS} AND (@least IS NULL OR a.magnitude >= @least) LIMIT @most`;
  const values = { spans: JSON.stringify(spans), own: JSON.stringify(own), least, most };
  return allRows<Row>(db, query, values)
    .map(({ feed_group: group, magnitude, magnitude_type: type, ...at }) => ({
      ...at,
      agency: FEED_GROUPS[group]!.agency,
      mw: mwOf(magnitude, type),
    }))
    .sort((a, b) => a.time - b.time);
}

const around = ({ time }: Located): Interval => ({ from: time - AGREEING.ms, to: time + AGREEING.ms });

/** The rows of a document of which others know the earthquake, where it is now or where the feed had it. */
export function sharedRows(db: Db, feed: FeedName, rows: readonly SourceReport[], pairs: readonly Pair[]): SharedRow[] {
  const pairOf = new Map(pairs.map((pair) => [pair.row, pair]));
  const before = (row: SourceReport): SolutionVersion | undefined => pairOf.get(row)?.known.before;
  const spans = rows.flatMap((row) => [row, ...[before(row) ?? []].flat()].map(around));
  const others = otherReports(db, feed, mergeIntervals(spans, 0));
  return rows.flatMap((row): SharedRow[] => {
    const near = within(others, around(row));
    const pair = pairOf.get(row);
    const agreeing = near
      .filter((other) => agrees(row, other))
      .toSorted((a, b) => Math.abs(a.time - row.time) - Math.abs(b.time - row.time))[0];
    if (agreeing) return [{ row, pair, agreeing, contradicting: new Set(), turned: false }];
    const former = before(row);
    const left = former && isExact(former) ? within(others, around(former)).filter((one) => agrees(former, one)) : [];
    const there = near.filter(({ time }) => Math.abs(time - row.time) <= SAME_TIME);
    const contradicting = new Set([...left, ...there].map(({ agency }) => agency));
    return contradicting.size > 0 ? [{ row, pair, agreeing, contradicting, turned: left.length > 0 }] : [];
  });
}

/** Of reports in the order of time. */
function within(reports: readonly OtherReport[], { from, to }: Interval): OtherReport[] {
  const first = firstIndex(reports.length, (index) => reports[index]!.time >= from);
  const end = firstIndex(reports.length, (index) => reports[index]!.time > to);
  return reports.slice(first, end);
}
