/**
 * Which threads are reports of one earthquake. Pure, and blind to the order and the numbers of the threads.
 *
 * Sought is the division of the threads into earthquakes, no two of one slot in the same, whose pair scores add up to most. A greedy
 * first division is improved slot by slot: all threads of a slot are taken out and given back by the best matching of them all
 * with the earthquakes that the others make, until no slot and no union of two earthquakes improves it. With two slots that is the exact optimum.
 */
import type { Edge } from './matching.ts';
import { bestMatching } from './matching.ts';
import { byContent, countActivity, neighbours } from './neighbours.ts';
import type { Candidate } from './score.ts';
import { scorePair } from './score.ts';

/**
 * Sets of threads that may touch each other, directly or through others; sets of one are included. Ordered by their first thread. Counts the
 * candidates' `activity`: they are all that there are around them.
 */
export function components(candidates: Candidate[]): Candidate[][] {
  const sorted = candidates.toSorted(byContent);
  countActivity(sorted);
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
  for (const [a, b] of neighbours(sorted)) if (scoreOf(sorted[a]!, sorted[b]!) > 0) join(a, b);
  const groups = new Map<number, Candidate[]>();
  sorted.forEach((candidate, index) => {
    const top = root(index);
    const group = groups.get(top);
    if (group) group.push(candidate);
    else groups.set(top, [candidate]);
  });
  return [...groups.values()];
}

const scoreOf = (a: Candidate, b: Candidate): number => scorePair(a, b)?.total ?? -Infinity;

/** A sum must grow by more than rounding errors to count as better. */
const BETTER = 1e-6;

/** One earthquake in the making: its threads, by index. */
type Cluster = Set<number>;

/** The work on one component: threads in order of content, the pairs that speak for each other, and the division so far. */
interface Division {
  agencyEvents: Candidate[];
  /** For each thread the others that it has a positive score with. */
  partners: number[][];
  clusterOf: Cluster[];
}

/** Splits one component into earthquakes. */
export function associate(component: Candidate[]): Candidate[][] {
  if (component.length === 1) return [component];
  const agencyEvents = component.toSorted(byContent);
  const pairs = positivePairs(agencyEvents);
  const partners: number[][] = agencyEvents.map(() => []);
  for (const { a, b } of pairs) {
    partners[a]!.push(b);
    partners[b]!.push(a);
  }
  const division: Division = { agencyEvents, partners, clusterOf: agencyEvents.map((_, index) => new Set([index])) };
  uniteAll(division, pairs);
  const feedGroups = [...new Set(agencyEvents.map(({ feedGroup }) => feedGroup))].sort((x, y) => x - y);
  // Every change makes the sum greater, so there is an end; with two slots one matching is the optimum already.
  while (feedGroups.filter((feedGroup) => rematch(division, feedGroup)).length > 0) uniteAll(division, pairs);
  return [...new Set(division.clusterOf)].map((cluster) =>
    [...cluster].sort((x, y) => x - y).map((index) => agencyEvents[index]!),
  );
}

interface Pair {
  a: number;
  b: number;
  score: number;
}

/** Pairs with a positive score, each once, the best first. */
function positivePairs(agencyEvents: Candidate[]): Pair[] {
  const pairs = new Map<number, Pair>();
  for (const [one, other] of neighbours(agencyEvents)) {
    const [a, b] = one < other ? [one, other] : [other, one];
    if (pairs.has(a * agencyEvents.length + b)) continue;
    const score = scoreOf(agencyEvents[a]!, agencyEvents[b]!);
    if (score > 0) pairs.set(a * agencyEvents.length + b, { a, b, score });
  }
  return [...pairs.values()].sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
}

/** Sum of the scores of a thread with the others of a cluster; -Infinity where it cannot be one of them. */
function gain({ agencyEvents }: Division, index: number, cluster: Cluster): number {
  let sum = 0;
  for (const other of cluster) if (other !== index) sum += scoreOf(agencyEvents[index]!, agencyEvents[other]!);
  return sum;
}

/** Makes one of two earthquakes where that is better, those of the best pair first. */
function uniteAll(division: Division, pairs: Pair[]): void {
  const { clusterOf } = division;
  for (const { a, b } of pairs) {
    const one = clusterOf[a]!;
    const other = clusterOf[b]!;
    if (one === other) continue;
    let sum = 0;
    for (const index of one) sum += gain(division, index, other);
    if (!(sum > BETTER)) continue;
    for (const index of other) {
      one.add(index);
      clusterOf[index] = one;
    }
  }
}

/** Takes the threads of a slot out and gives them back as is best; whether that made the sum greater. */
function rematch(division: Division, feedGroup: number): boolean {
  const { agencyEvents, partners, clusterOf } = division;
  const movers = agencyEvents.flatMap((agencyEvent, index) => (agencyEvent.feedGroup === feedGroup ? [index] : []));
  const rights = new Map<Cluster, number>();
  const edges = movers.map((mover) => {
    const near = new Set(partners[mover]!.map((partner) => clusterOf[partner]!));
    return [...near].flatMap((cluster): Edge[] => {
      const weight = gain(division, mover, withoutFeedGroup(division, cluster, feedGroup));
      if (!(weight > BETTER)) return [];
      if (!rights.has(cluster)) rights.set(cluster, rights.size);
      return [{ right: rights.get(cluster)!, weight }];
    });
  });
  const matching = bestMatching(edges);
  let better = 0;
  movers.forEach((mover, index) => {
    better +=
      (edges[index]!.find(({ right }) => right === matching[index])?.weight ?? 0) -
      gain(division, mover, clusterOf[mover]!);
  });
  if (better <= BETTER) return false;
  for (const mover of movers) clusterOf[mover]!.delete(mover);
  const clusters = [...rights.keys()];
  movers.forEach((mover, index) => {
    const cluster = matching[index]! < 0 ? new Set<number>() : clusters[matching[index]!]!;
    clusterOf[mover] = cluster.add(mover);
  });
  return true;
}

const withoutFeedGroup = ({ agencyEvents }: Division, cluster: Cluster, feedGroup: number): Cluster => {
  const owner = [...cluster].find((index) => agencyEvents[index]!.feedGroup === feedGroup);
  return owner === undefined ? cluster : cluster.difference(new Set([owner]));
};
