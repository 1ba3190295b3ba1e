/** How many reports a feed lists around another: it tells an aftershock sequence from a quiet day. Pure. */
import { EARTH_RADIUS_KM, type Point } from '#core/geo.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { ACTIVITY, isExact, type Candidate } from './score.ts';

const GROUPS = FEED_GROUPS.length;

/** The square of the chord between two points of the unit sphere. */
const squaredChord = (km: number): number => (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;

const NEAR = squaredChord(ACTIVITY.km);

/** Three numbers each. */
function onUnitSphere(points: readonly Point[]): Float64Array {
  const vectors = new Float64Array(points.length * 3);
  for (const [index, { latitude, longitude }] of points.entries()) {
    const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    vectors[index * 3] = Math.cos(north) * Math.cos(east);
    vectors[index * 3 + 1] = Math.cos(north) * Math.sin(east);
    vectors[index * 3 + 2] = Math.sin(north);
  }
  return vectors;
}

function isNear(points: Float64Array, a: number, b: number): boolean {
  const x = points[a * 3]! - points[b * 3]!;
  const y = points[a * 3 + 1]! - points[b * 3 + 1]!;
  const z = points[a * 3 + 2]! - points[b * 3 + 2]!;
  return x * x + y * y + z * z <= NEAR;
}

/**
 * Sets `activity` of reports known to the second: the most that a feed group lists within ACTIVITY beside the report's
 * earthquake itself.
 * @param sorted by time
 * @param needed reports for which activity is counted
 */
export function countActivity(sorted: readonly Candidate[], needed: (report: Candidate) => boolean = () => true): void {
  for (const candidate of sorted) candidate.activity = 0;
  // As columns: distances of millions of pairs are compared.
  const reports = sorted.filter(isExact);
  const times = Float64Array.from(reports, ({ time }) => time);
  const groups = Uint8Array.from(reports, ({ feedGroup }) => feedGroup);
  const points = onUnitSphere(reports);
  const counted = Uint8Array.from(reports, (report) => (needed(report) ? 1 : 0));
  /** Others near each report, by its index and feed group. */
  const near = new Int32Array(reports.length * GROUPS);
  for (let a = 0; a < reports.length; a += 1)
    for (let b = a + 1; b < reports.length && times[b]! <= times[a]! + ACTIVITY.ms; b += 1) {
      if ((counted[a] === 0 && counted[b] === 0) || !isNear(points, a, b)) continue;
      near[a * GROUPS + groups[b]!]! += 1;
      near[b * GROUPS + groups[a]!]! += 1;
    }
  for (const [index, report] of reports.entries())
    if (counted[index] === 1)
      report.activity = activityOf(report.feedGroup, near.subarray(index * GROUPS, (index + 1) * GROUPS));
}

/** One report of another feed group counts as of the same earthquake. @param near by feed group, without itself */
export function activityOf(feedGroup: number, near: Int32Array): number {
  let most = 0;
  for (let group = 0; group < near.length; group += 1)
    most = Math.max(most, group === feedGroup ? near[group]! : near[group]! - 1);
  return most;
}
