/** Maximum-weight matching in a sparse bipartite graph. Pure and exact. */

export interface Edge {
  right: number;
  /** Above 0. */
  weight: number;
}

/** An alternating path being sought. */
interface Search {
  distance: Map<number, number>;
  from: Map<number, number>;
  settled: Set<number>;
}

/**
 * The matching of greatest total weight: for each left its right, or -1. By successive shortest augmenting paths with potentials (Jonker and
 * Volgenant, Computing 38, 1987), where staying unmatched costs nothing. Of equal matchings the same one is found for the same order.
 * @param edges of each left; rights are numbered from 0
 */
export function bestMatching(edges: readonly (readonly Edge[])[]): Int32Array {
  const rightOf = new Int32Array(edges.length).fill(-1);
  const leftOf = new Map<number, number>();
  const leftPotential = new Float64Array(edges.length);
  const rightPotential = new Map<number, number>();
  const priceOf = (right: number): number => rightPotential.get(right) ?? 0;

  for (let start = 0; start < edges.length; start += 1) {
    leftPotential[start] = Math.min(0, ...edges[start]!.map(({ right, weight }) => -weight - priceOf(right)));
    augment(start);
  }
  return rightOf;

  function augment(start: number): void {
    const search: Search = { distance: new Map(), from: new Map(), settled: new Set() };
    let left = start;
    let reached = 0;
    let single = { left, distance: Infinity };
    for (;;) {
      relax(search, left, reached);
      const alone = reached - leftPotential[left]!;
      if (alone < single.distance) single = { left, distance: alone };
      const right = nearest(search);
      if (right === undefined || single.distance <= search.distance.get(right)!) {
        reprice(search, start, single.distance);
        flip(search, start, single.left === start ? undefined : release(single.left));
        return;
      }
      reached = search.distance.get(right)!;
      const owner = leftOf.get(right);
      if (owner === undefined) {
        reprice(search, start, reached);
        flip(search, start, right);
        return;
      }
      search.settled.add(right);
      left = owner;
    }
  }

  function relax({ distance, from, settled }: Search, left: number, reached: number): void {
    for (const { right, weight } of edges[left]!) {
      const there = reached - weight - leftPotential[left]! - priceOf(right);
      if (settled.has(right) || there >= (distance.get(right) ?? Infinity)) continue;
      distance.set(right, there);
      from.set(right, left);
    }
  }

  function nearest({ distance, settled }: Search): number | undefined {
    let best: number | undefined;
    for (const [right, far] of distance)
      if (!settled.has(right) && (best === undefined || far < distance.get(best)!)) best = right;
    return best;
  }

  function reprice({ distance, settled }: Search, start: number, end: number): void {
    leftPotential[start]! += end;
    for (const right of settled) {
      const less = end - distance.get(right)!;
      rightPotential.set(right, priceOf(right) - less);
      leftPotential[leftOf.get(right)!]! += less;
    }
  }

  function release(left: number): number {
    const right = rightOf[left]!;
    rightOf[left] = -1;
    return right;
  }

  /** Gives `right` to the left that reached it, and so on back to the start. */
  function flip({ from }: Search, start: number, right: number | undefined): void {
    while (right !== undefined) {
      const left = from.get(right)!;
      const former = rightOf[left]!;
      rightOf[left] = right;
      leftOf.set(right, left);
      right = left === start ? undefined : former;
    }
  }
}
