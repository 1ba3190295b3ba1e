/** Which threads are reports of one earthquake. Pure, and blind to the order and the numbers of the threads. */
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import type { Candidate } from './residuals.ts';
import { REACH_MS, coarseSpan, pairCost } from './residuals.ts';

/** A total order that depends only on what the agencies said: two threads of one slot differ at least in their keys. */
export const byContent = (a: Candidate, b: Candidate): number =>
  a.time - b.time ||
  a.slot - b.slot ||
  a.latitude - b.latitude ||
  a.longitude - b.longitude ||
  (a.magnitude ?? -99) - (b.magnitude ?? -99) ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Sets of threads that may touch each other, directly or through others; sets of one are included. Ordered by their first thread. */
export function components(candidates: Candidate[]): Candidate[][] {
  const sorted = candidates.toSorted(byContent);
  const parent = Int32Array.from(sorted, (_, index) => index);
  const root = (index: number): number => {
    let top = index;
    while (parent[top] !== top) top = parent[top] = parent[parent[top]!]!;
    return top;
  };
  const join = (a: number, b: number): void => {
    const [low, high] = [root(a), root(b)].sort((x, y) => x - y) as [number, number];
    parent[high] = low;
  };
  for (const [a, b] of neighbours(sorted)) if (pairCost(sorted[a]!, sorted[b]!) !== undefined) join(a, b);
  const groups = new Map<number, Candidate[]>();
  sorted.forEach((candidate, index) => {
    const top = root(index);
    const group = groups.get(top);
    if (group) group.push(candidate);
    else groups.set(top, [candidate]);
  });
  return [...groups.values()];
}

/** Index pairs near enough in time to be asked; candidates in order of time. */
function* neighbours(sorted: Candidate[]): Generator<[number, number]> {
  for (let a = 0; a < sorted.length; a += 1) {
    const one = sorted[a]!;
    if (one.precision > 0) yield* withinSpan(sorted, a);
    if (one.alternativeTime !== null) yield* around(sorted, a, one.alternativeTime);
    for (let b = a + 1; b < sorted.length && sorted[b]!.time - one.time <= REACH_MS; b += 1) yield [a, b];
  }
}

function* withinSpan(sorted: Candidate[], a: number): Generator<[number, number]> {
  // Two coarse spans may touch although the times that stand for them are far apart: a year reaches furthest.
  const { from, to } = coarseSpan(sorted[a]!);
  for (let b = firstAt(sorted, from - 2 * DAY); b < sorted.length && sorted[b]!.time <= to + 2 * DAY; b += 1)
    if (b !== a) yield [a, b];
}

function* around(sorted: Candidate[], a: number, time: EpochMs): Generator<[number, number]> {
  for (let b = firstAt(sorted, time - REACH_MS); b < sorted.length && sorted[b]!.time <= time + REACH_MS; b += 1)
    if (b !== a) yield [a, b];
}

function firstAt(sorted: Candidate[], time: EpochMs): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A pair joined through a third report may lie this much further apart than one joined directly. */
const THROUGH_A_THIRD = 1.5;

/**
 * Splits one component into earthquakes: the best-agreeing pair first, each join allowed only while every report of the one side may
 * be the same earthquake as every report of the other, so at most one thread a slot.
 */
export function associate(component: Candidate[]): Candidate[][] {
  if (component.length === 1) return [component];
  const sorted = component.toSorted(byContent);
  const pairs: { a: number; b: number; cost: number }[] = [];
  for (const [one, other] of neighbours(sorted)) {
    const cost = pairCost(sorted[one]!, sorted[other]!);
    if (cost !== undefined) pairs.push({ a: Math.min(one, other), b: Math.max(one, other), cost });
  }
  pairs.sort((x, y) => x.cost - y.cost || x.a - y.a || x.b - y.b);
  const clusterOf = sorted.map((_, index) => [index]);
  for (const { a, b } of pairs) {
    const one = clusterOf[a]!;
    const other = clusterOf[b]!;
    if (one === other || !compatible(sorted, one, other)) continue;
    one.push(...other);
    for (const index of other) clusterOf[index] = one;
  }
  return [...new Set(clusterOf)].map((cluster) => cluster.map((index) => sorted[index]!));
}

const compatible = (sorted: Candidate[], one: number[], other: number[]): boolean =>
  one.every((a) => other.every((b) => pairCost(sorted[a]!, sorted[b]!, THROUGH_A_THIRD) !== undefined));
