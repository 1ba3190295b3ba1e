/**
 * Dense sequences: more reports in a few minutes than any sequence has. There only reports of the same seconds are
 * compared, so that components stay small and a report more costs little. Pure; what is dense depends on the reports
 * only.
 */
import { mergeIntervals, touches, within, type Interval } from '#core/intervals.ts';
import { MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import { exactReports, saturation } from './activity.ts';
import { byContent, neighbours } from './neighbours.ts';
import { ACTIVITY, isExact, LOOK_MS, type Candidate } from './score.ts';

/**
 * Reports connected within ten minutes of the clock, inclusive: more are a dense sequence. In the first day of the
 * sequence of February 2023 8 are, at four times its density 21, at eight times 39.
 */
const DENSE = { ms: 10 * MINUTE, most: 60 };
/** The seconds of the clock within which reports of a dense sequence are compared. */
const DENSE_MS = 10 * SECOND;

/** Two reports by index. */
type Edge = readonly [a: number, b: number];

/** Sets of indexes that are joined by and by, each named by its least index. */
class JoinedSets {
  readonly #parent: Int32Array;
  readonly #size: Int32Array;

  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, index) => index);
    this.#size = new Int32Array(count).fill(1);
  }

  nameOf(index: number): number {
    const parent = this.#parent;
    let top = index;
    while (parent[top] !== top) top = parent[top] = parent[parent[top]!]!;
    return top;
  }

  sizeOf(index: number): number {
    return this.#size[this.nameOf(index)]!;
  }

  join(a: number, b: number): void {
    const [one, other] = [this.nameOf(a), this.nameOf(b)];
    if (one === other) return;
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    this.#parent[high] = low;
    this.#size[low]! += this.#size[high]!;
  }
}

/**
 * Names the components of reports. Those of a dense sequence are compared with others of their seconds only; coarse and
 * ambiguous times are in none.
 * @param sorted by time
 * @param areLinked whether two reports may be of one earthquake; called only where the result matters
 */
export function componentNames(
  sorted: readonly Candidate[],
  areLinked: (a: number, b: number) => boolean,
): (index: number) => number {
  const exact = Uint8Array.from(sorted, (report) => (isExact(report) ? 1 : 0));
  const slots = Float64Array.from(sorted, ({ time }) => slotOf(time, DENSE.ms));
  const seconds = Float64Array.from(sorted, ({ time }) => slotOf(time, DENSE_MS));
  const areExact = (a: number, b: number): boolean => exact[a] === 1 && exact[b] === 1;
  const inSlots = new JoinedSets(sorted.length);
  const isDense = (index: number): boolean => exact[index] === 1 && inSlots.sizeOf(index) > DENSE.most;
  const edges: Edge[] = [];
  const link = (a: number, b: number): void => {
    const both = areExact(a, b);
    const inSlot = both && slots[a] === slots[b];
    // What is in a dense sequence stays in it: an edge that will be cut, or changes nothing, need not be known.
    const isMoot = inSlot ? isDense(a) && isDense(b) : both && (isDense(a) || isDense(b));
    if ((isMoot && seconds[a] !== seconds[b]) || !areLinked(a, b)) return;
    edges.push([a, b]);
    if (inSlot) inSlots.join(a, b);
  };
  // The nearest first: they show what is a dense sequence.
  for (let a = 0; a < sorted.length; a += 1)
    for (let b = a + 1; b < sorted.length && seconds[b]! - seconds[a]! <= 1; b += 1) link(a, b);
  const open = new Int32Array(sorted.length + 1);
  for (const index of sorted.keys()) open[index + 1] = open[index]! + (isDense(index) ? 0 : 1);
  for (const [a, b] of neighbours(sorted, (index, end) => open[end] === open[index]))
    if (Math.abs(seconds[b]! - seconds[a]!) > 1) link(a, b);
  const components = new JoinedSets(sorted.length);
  for (const [a, b] of edges)
    if (!areExact(a, b) || seconds[a] === seconds[b] || !(isDense(a) || isDense(b))) components.join(a, b);
  return (index) => components.nameOf(index);
}

const slotOf = (time: EpochMs, ms: number): number => Math.floor(time / ms);

/** Spans as whole slots of {@link DENSE}, with all that is compared with a report in them: what components need. */
export const wholeSlots = (spans: Iterable<Interval>): Interval[] =>
  mergeIntervals(
    [...spans].map(({ from, to }) => ({
      from: slotOf(from - LOOK_MS, DENSE.ms) * DENSE.ms,
      to: (slotOf(to + LOOK_MS, DENSE.ms) + 1) * DENSE.ms - 1,
    })),
    0,
  );

/** What must be loaded around changed reports to know whom they affect, and to associate most of these. */
export const AFFECTED_MS = 2 * (ACTIVITY.ms + LOOK_MS + DENSE.ms);

/**
 * Reports known to the second that changed ones may affect: their activity, or whether they are in a dense sequence.
 * @param loaded all within {@link AFFECTED_MS} of the spans
 * @param changed agency events that are new, moved or withdrawn @param spans their times, former ones too
 */
export function affectedReports(
  loaded: readonly Candidate[],
  changed: ReadonlySet<number>,
  spans: Interval[],
): Candidate[] {
  const exact = exactReports(loaded.toSorted(byContent));
  const isSame = ({ agencyEvent }: Candidate): boolean => !changed.has(agencyEvent);
  const around = mergeIntervals(spans, ACTIVITY.ms + LOOK_MS);
  const isSaturated = saturation(exact, isSame);
  const active = exact.reports.filter(
    (report) => within(around, report.time) && isSame(report) && !isSaturated(report),
  );
  const times = [...active.map(({ time }) => ({ from: time, to: time })), ...mergeIntervals(spans, LOOK_MS)];
  const slots = denseSlots(exact.reports, changed.size, times);
  return exact.reports.filter((report) => within(slots, report.time)).concat(active);
}

/** The slots of some times that may be, or have been, in a dense sequence, and what is compared with their reports. */
function denseSlots(reports: readonly Candidate[], changed: number, times: readonly Interval[]): Interval[] {
  const counts = new Map<number, number>();
  for (const { time } of reports) {
    const slot = slotOf(time, DENSE.ms);
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  const merged = mergeIntervals([...times], 0);
  const slots = [...counts]
    .filter(([, count]) => count + changed > DENSE.most)
    .map(([slot]) => ({ from: slot * DENSE.ms, to: (slot + 1) * DENSE.ms - 1 }))
    .filter((slot) => touches(merged, slot));
  return mergeIntervals(slots, LOOK_MS);
}
