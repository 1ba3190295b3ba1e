/** Maximum-weight matching in a sparse bipartite graph. Pure and exact. */

export interface Edge {
  right: number;
  /** Above 0. */
  weight: number;
}

/** A partial matching and the dual potentials that prove it optimal. */
interface Matching {
  edges: readonly (readonly Edge[])[];
  /** Right of each left, or -1. */
  rightOf: Int32Array;
  leftOf: Map<number, number>;
  leftPotential: Float64Array;
  /** 0 where absent. */
  rightPotential: Map<number, number>;
}

/** One search for a shortest augmenting path. */
interface Search {
  start: number;
  distance: Map<number, number>;
  /** The left from which each right was reached. */
  from: Map<number, number>;
  settled: Set<number>;
}

/**
 * The matching of greatest total weight: for each left its right, or -1. Successive shortest augmenting paths with
 * potentials (Jonker and Volgenant, Computing 38, 1987); staying unmatched costs nothing. Deterministic for a given
 * order of edges.
 * @param edges of each left; rights are numbered from 0
 */
export function bestMatching(edges: readonly (readonly Edge[])[]): Int32Array {
  const matching: Matching = {
    edges,
    rightOf: new Int32Array(edges.length).fill(-1),
    leftOf: new Map(),
    leftPotential: new Float64Array(edges.length),
    rightPotential: new Map(),
  };
  for (let start = 0; start < edges.length; start += 1) {
    const costs = edges[start]!.map(({ right, weight }) => -weight - potentialOf(matching, right));
    matching.leftPotential[start] = Math.min(0, ...costs);
    augment(matching, start);
  }
  return matching.rightOf;
}

const potentialOf = ({ rightPotential }: Matching, right: number): number => rightPotential.get(right) ?? 0;

/** Extends the matching by `start`: along the shortest path to a free right, or to a left that is better unmatched. */
function augment(matching: Matching, start: number): void {
  const search: Search = { start, distance: new Map(), from: new Map(), settled: new Set() };
  let left = start;
  let reached = 0;
  let unmatched = { left, distance: Infinity };
  for (;;) {
    relax(matching, search, left, reached);
    const alone = reached - matching.leftPotential[left]!;
    if (alone < unmatched.distance) unmatched = { left, distance: alone };
    const right = nearest(search);
    if (right === undefined || unmatched.distance <= search.distance.get(right)!) {
      updatePotentials(matching, search, unmatched.distance);
      flip(matching, search, unmatched.left === start ? undefined : release(matching, unmatched.left));
      return;
    }
    reached = search.distance.get(right)!;
    const owner = matching.leftOf.get(right);
    if (owner === undefined) {
      updatePotentials(matching, search, reached);
      flip(matching, search, right);
      return;
    }
    search.settled.add(right);
    left = owner;
  }
}

function relax(matching: Matching, { distance, from, settled }: Search, left: number, reached: number): void {
  const base = matching.leftPotential[left]!;
  for (const { right, weight } of matching.edges[left]!) {
    const length = reached - weight - base - potentialOf(matching, right);
    if (settled.has(right) || length >= (distance.get(right) ?? Infinity)) continue;
    distance.set(right, length);
    from.set(right, left);
  }
}

/** The nearest right that is not settled. */
function nearest({ distance, settled }: Search): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (const [right, length] of distance)
    if (!settled.has(right) && (best === undefined || length < least)) {
      best = right;
      least = length;
    }
  return best;
}

/** Keeps all reduced costs non-negative after a search that ended at a distance of `end`. */
function updatePotentials(matching: Matching, { start, distance, settled }: Search, end: number): void {
  const { leftPotential, rightPotential, leftOf } = matching;
  leftPotential[start]! += end;
  for (const right of settled) {
    const slack = end - distance.get(right)!;
    rightPotential.set(right, potentialOf(matching, right) - slack);
    leftPotential[leftOf.get(right)!]! += slack;
  }
}

/** Unmatches a left; returns its former right. */
function release({ rightOf }: Matching, left: number): number {
  const right = rightOf[left]!;
  rightOf[left] = -1;
  return right;
}

/** Assigns `right` to the left that reached it, and so on back to the start. */
function flip({ rightOf, leftOf }: Matching, { start, from }: Search, right: number | undefined): void {
  while (right !== undefined) {
    const left = from.get(right)!;
    const former = rightOf[left]!;
    rightOf[left] = right;
    leftOf.set(right, left);
    right = left === start ? undefined : former;
  }
}
