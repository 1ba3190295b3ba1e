/** How many reports a feed lists around another: it tells an aftershock sequence from a quiet day. Pure. */
import { EARTH_RADIUS_KM, KM_PER_DEGREE, type Point } from '#core/geo.ts';
import { MINUTE } from '#core/time.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { ACTIVITY, isExact, type Candidate } from './score.ts';

/**
 * More is counted as this: so a report more in a dense sequence changes nothing for the others. At four times the
 * density of February 2023 it is 108 at most.
 */
export const MOST_ACTIVITY = 150;

const GROUPS = FEED_GROUPS.length;

/** More than cells lie between two meridians. */
const COLUMNS = 10_000;

/** The square of the chord between two points of the unit sphere. */
const squaredChord = (km: number): number => (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;

const NEAR = squaredChord(ACTIVITY.km);

/** Reports known to the second, in order of time, as columns: distances of millions of pairs are compared. */
interface ExactReports {
  reports: readonly Candidate[];
  times: Float64Array;
  groups: Uint8Array;
  /** On the unit sphere, three numbers each. */
  points: Float64Array;
}

/** @param sorted by time */
export function exactReports(sorted: readonly Candidate[]): ExactReports {
  const reports = sorted.filter(isExact);
  return {
    reports,
    times: Float64Array.from(reports, ({ time }) => time),
    groups: Uint8Array.from(reports, ({ feedGroup }) => feedGroup),
    points: onUnitSphere(reports),
  };
}

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
  const exact = exactReports(sorted);
  const { reports, times, groups, points } = exact;
  const isSaturated = saturation(exact);
  const counted = Uint8Array.from(reports, (report) => (needed(report) && !isSaturated(report) ? 1 : 0));
  const all = !counted.includes(0);
  /** Others near each report, by its index and feed group. */
  const near = new Int32Array(reports.length * GROUPS);
  for (let a = 0; a < reports.length; a += 1) {
    if (counted[a] === 0) continue;
    for (let b = a + 1; b < reports.length && times[b]! <= times[a]! + ACTIVITY.ms; b += 1) {
      if (!isNear(points, a, b)) continue;
      near[a * GROUPS + groups[b]!]! += 1;
      near[b * GROUPS + groups[a]!]! += 1;
    }
    for (let b = a - 1; !all && b >= 0 && times[b]! >= times[a]! - ACTIVITY.ms; b -= 1)
      if (counted[b] === 0 && isNear(points, a, b)) near[a * GROUPS + groups[b]!]! += 1;
  }
  for (const [index, report] of reports.entries())
    report.activity =
      counted[index] === 1
        ? activityOf(report.feedGroup, near.subarray(index * GROUPS, (index + 1) * GROUPS))
        : MOST_ACTIVITY;
}

/** One report of another feed group counts as of the same earthquake. @param near by feed group, without itself */
export function activityOf(feedGroup: number, near: Int32Array): number {
  let most = 0;
  for (let group = 0; group < near.length; group += 1)
    most = Math.max(most, group === feedGroup ? near[group]! : near[group]! - 1);
  return Math.min(most, MOST_ACTIVITY);
}

const SLOT_MS = 10 * MINUTE;
/** Slots on either side that lie within ACTIVITY of every time in a slot. */
const REACH_SLOTS = ACTIVITY.ms / SLOT_MS - 1;
const CELL_DEGREES = 0.1;

/** Cells, by their distance in rows and columns, that lie within ACTIVITY of every point of a cell. */
const REACH_CELLS = [-3, -2, -1, 0, 1, 2, 3].flatMap((row) =>
  [-3, -2, -1, 0, 1, 2, 3]
    .filter(
      (column) => Math.hypot(Math.abs(row) + 1, Math.abs(column) + 1) * CELL_DEGREES * KM_PER_DEGREE < ACTIVITY.km,
    )
    .map((column) => row * COLUMNS + column),
);

/** Numbers of reports by feed group, by slot of time. */
type Slots = Map<number, Int32Array>;

interface Cell {
  total: Int32Array;
  slots: Slots;
}

const slotOf = ({ time }: Candidate): number => Math.floor(time / SLOT_MS);
const cellOf = ({ latitude, longitude }: Candidate): number =>
  Math.floor(latitude / CELL_DEGREES) * COLUMNS + Math.floor(longitude / CELL_DEGREES);

/**
 * Which reports have the greatest activity, as far as whole cells and slots around them show: nearly all of
 * a dense sequence.
 * @param counts those that are counted
 */
export function saturation(
  { reports }: ExactReports,
  counts: (report: Candidate) => boolean = () => true,
): (report: Candidate) => boolean {
  const dense = denseSlots(reports);
  if (dense.size === 0) return () => false;
  const cells = new Map<number, Cell>();
  for (const report of reports) {
    if (!dense.has(slotOf(report)) || !counts(report)) continue;
    const { total, slots } = cells.getOrInsertComputed(cellOf(report), () => ({
      total: new Int32Array(GROUPS),
      slots: new Map(),
    }));
    total[report.feedGroup]! += 1;
    addTo(slots, slotOf(report), report.feedGroup);
  }
  const found = new Map<number, Set<number>>();
  return (report) =>
    found.getOrInsertComputed(cellOf(report), () => saturatedSlots(cells, cellOf(report))).has(slotOf(report));
}

/** Reports within so many of all feeds that one feed may have as many as count: hardly ever any. */
function* denseReports(reports: readonly Candidate[]): Generator<Candidate> {
  const isDense = (first: number): boolean =>
    first + MOST_ACTIVITY < reports.length &&
    reports[first + MOST_ACTIVITY]!.time - reports[first]!.time <= 2 * ACTIVITY.ms;
  let until = -1;
  for (const [index, report] of reports.entries()) {
    if (isDense(index)) until = index + MOST_ACTIVITY;
    if (index <= until) yield report;
  }
}

/** Slots near enough to so many reports of a feed group, wherever they lie. */
function denseSlots(reports: readonly Candidate[]): Set<number> {
  const all: Slots = new Map();
  for (const report of denseReports(reports)) addTo(all, slotOf(report), report.feedGroup);
  const full = [...all.keys()].filter((slot) => isFull(around(all, slot)));
  return new Set(full.flatMap((slot) => neighboursOf(slot)));
}

const addTo = (slots: Slots, slot: number, group: number, count = 1): void => {
  slots.getOrInsertComputed(slot, () => new Int32Array(GROUPS))[group]! += count;
};

const neighboursOf = (slot: number): number[] =>
  Array.from({ length: 2 * REACH_SLOTS + 1 }, (_, index) => slot - REACH_SLOTS + index);

function around(slots: Slots, slot: number): Int32Array {
  const sum = new Int32Array(GROUPS);
  for (const near of neighboursOf(slot)) slots.get(near)?.forEach((count, group) => (sum[group]! += count));
  return sum;
}

/** The report itself, and one that may be of its earthquake, do not count. */
const isFull = (counts: Int32Array): boolean => counts.some((count) => count > MOST_ACTIVITY);

/** The slots of which all reports in a cell have the greatest activity. */
function saturatedSlots(cells: ReadonlyMap<number, Cell>, cell: number): Set<number> {
  const near = REACH_CELLS.flatMap((reach) => cells.get(cell + reach) ?? []);
  const total = new Int32Array(GROUPS);
  for (const one of near) for (let group = 0; group < GROUPS; group += 1) total[group]! += one.total[group]!;
  if (!isFull(total)) return new Set();
  const sum: Slots = new Map();
  for (const { slots } of near)
    for (const [slot, counts] of slots)
      for (let group = 0; group < GROUPS; group += 1) if (counts[group]! > 0) addTo(sum, slot, group, counts[group]);
  const slots = new Set([...sum.keys()].flatMap(neighboursOf));
  return new Set([...slots].filter((slot) => isFull(around(sum, slot))));
}
