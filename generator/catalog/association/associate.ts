/**
 * Which reports are of one earthquake. Pure; the result does not depend on the order or the numbers of the reports.
 *
 * Finds the partition of the reports into earthquakes, no two of one feed group in the same, with the greatest sum of
 * their scores. A greedy partition is improved one feed group or agency at a time: its reports are
 * taken out and assigned again by the best matching with the remaining clusters, until neither that nor a union of two
 * clusters improves the sum. With two feed groups that is the optimum. At the end doubtful reports are taken out and
 * doubles added (refinement.ts).
 */
import { type Interval, within } from '#core/intervals.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { countActivity } from './activity.ts';
import { componentNames } from './dense-sequence.ts';
import { bestMatching, type Edge } from './matching.ts';
import { byContent, neighbours } from './neighbours.ts';
import { isDouble, joinDoubles, separateDoubtful } from './refinement.ts';
import { type Candidate, isExact, scorePair } from './score.ts';

/**
 * Connected components of the reports under positive pair scores, sets of one included, ordered by their first report.
 * Sets `activity`, so the reports must include all around them.
 * @param spans only reports in these are associated, and those of coarse or ambiguous time
 */
export function components(candidates: readonly Candidate[], spans?: readonly Interval[]): Candidate[][] {
  const all = candidates.toSorted(byContent);
  const isAsked = (report: Candidate): boolean => !spans || !isExact(report) || within(spans, report.time);
  countActivity(all, isAsked);
  const sorted = all.filter(isAsked);
  const nameOf = componentNames(
    sorted,
    (a, b) => scoreOf(sorted[a]!, sorted[b]!) > 0 || isDouble(sorted[a]!, sorted[b]!),
  );
  return [...Map.groupBy(sorted.keys(), nameOf).values()].map((group) => group.map((index) => sorted[index]!));
}

const scoreOf = (a: Candidate, b: Candidate): number => scorePair(a, b)?.total ?? -Infinity;

/** An improvement must exceed rounding errors. */
const LEAST_GAIN = 1e-6;

/** Reports of one earthquake, by index. */
type Cluster = Set<number>;

/** Working state of one component: its reports in order of content and their current partition. */
interface Partition {
  agencyEvents: Candidate[];
  /** For each report the others with a positive score. */
  partners: number[][];
  clusterOf: Cluster[];
  /** Scores of pairs as they are needed, by the lower index times the number of reports plus the higher. */
  scores: Map<number, number>;
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
  const partition: Partition = {
    agencyEvents,
    partners,
    clusterOf: agencyEvents.map((_, index) => new Set([index])),
    scores: new Map(),
  };
  uniteAll(partition, pairs);
  // Ends because every change increases the sum.
  const moves = movesOf(agencyEvents);
  while (moves.filter((feedGroups) => rematch(partition, feedGroups)).length > 0) uniteAll(partition, pairs);
  const clusters = [...new Set(partition.clusterOf)].map((cluster) =>
    [...cluster].sort((x, y) => x - y).map((index) => agencyEvents[index]!),
  );
  return joinDoubles(separateDoubtful(clusters));
}

/** What is assigned again at once: each feed group, and each agency's together. */
function movesOf(agencyEvents: readonly Candidate[]): Set<number>[] {
  const feedGroups = [...new Set(agencyEvents.map(({ feedGroup }) => feedGroup))].sort((x, y) => x - y);
  const ofAgencies = [...Map.groupBy(feedGroups, (feedGroup) => FEED_GROUPS[feedGroup]!.agency).values()];
  return [...feedGroups.map((feedGroup) => [feedGroup]), ...ofAgencies.filter(({ length }) => length > 1)].map(
    (each) => new Set(each),
  );
}

interface Pair {
  a: number;
  b: number;
  score: number;
}

/** Pairs with a positive score, each once, best first. */
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

/** By how much two sets of reports are likelier one earthquake than two; -Infinity where they cannot be. */
function gain({ agencyEvents, scores }: Partition, one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const scored = (a: number, b: number): number =>
    scores.getOrInsertComputed(Math.min(a, b) * agencyEvents.length + Math.max(a, b), () =>
      scoreOf(agencyEvents[a]!, agencyEvents[b]!),
    );
  const together = clusterScore([...one, ...other], scored);
  return together === -Infinity ? together : together - clusterScore(one, scored) - clusterScore(other, scored);
}

/** Merges clusters where that increases the sum, those of the best pair first. */
function uniteAll(partition: Partition, pairs: Pair[]): void {
  const { clusterOf } = partition;
  for (const { a, b } of pairs) {
    const one = clusterOf[a]!;
    const other = clusterOf[b]!;
    if (one === other || !(gain(partition, [...one], [...other]) > LEAST_GAIN)) continue;
    for (const index of other) {
      one.add(index);
      clusterOf[index] = one;
    }
  }
}

/**
 * Assigns the reports of some feed groups again by the best matching, those of one cluster together.
 * @returns whether that increased the sum
 */
function rematch(partition: Partition, feedGroups: ReadonlySet<number>): boolean {
  const { agencyEvents, partners, clusterOf } = partition;
  const isMoved = (index: number): boolean => feedGroups.has(agencyEvents[index]!.feedGroup);
  const blocks = [...new Set(agencyEvents.flatMap((_, index) => (isMoved(index) ? [clusterOf[index]!] : [])))].map(
    (home) => ({ home, movers: [...home].filter(isMoved) }),
  );
  const restOf = (cluster: Cluster): number[] => [...cluster].filter((index) => !isMoved(index));
  const rights = new Map<Cluster, number>();
  const edges = blocks.map(({ movers }) => {
    const near = new Set(movers.flatMap((mover) => partners[mover]!.map((partner) => clusterOf[partner]!)));
    return [...near].flatMap((cluster): Edge[] => {
      const weight = gain(partition, movers, restOf(cluster));
      if (!(weight > LEAST_GAIN)) return [];
      if (!rights.has(cluster)) rights.set(cluster, rights.size);
      return [{ right: rights.get(cluster)!, weight }];
    });
  });
  const matching = bestMatching(edges);
  let gained = 0;
  blocks.forEach(({ home, movers }, index) => {
    gained +=
      (edges[index]!.find(({ right }) => right === matching[index])?.weight ?? 0) -
      gain(partition, movers, restOf(home));
  });
  if (gained <= LEAST_GAIN) return false;
  for (const { home, movers } of blocks) for (const mover of movers) home.delete(mover);
  const clusters = [...rights.keys()];
  blocks.forEach(({ movers }, index) => {
    const cluster = matching[index]! < 0 ? new Set<number>() : clusters[matching[index]!]!;
    for (const mover of movers) clusterOf[mover] = cluster.add(mover);
  });
  return true;
}

/**
 * Each solution's errors enter all of its pairs, so n solutions have n - 1 independent residuals: the spanning tree of
 * greatest sum counts. The other pairs add this share, since they are not wholly dependent: it tells partitions apart
 * of which the trees weigh the same.
 */
const OTHER_PAIRS = 0.1;

/** @returns -Infinity where two of them cannot be of one earthquake. @param scoreOf symmetric */
function clusterScore<T>(members: readonly T[], scoreOf: (one: T, other: T) => number): number {
  const all = sumOfPairs(members, scoreOf);
  if (all === -Infinity || members.length < 3) return all;
  const tree = greatestTree(members, scoreOf);
  return tree + OTHER_PAIRS * (all - tree);
}

function sumOfPairs<T>(members: readonly T[], scoreOf: (one: T, other: T) => number): number {
  let sum = 0;
  for (const [index, one] of members.entries())
    for (let next = index + 1; next < members.length; next += 1) sum += scoreOf(one, members[next]!);
  return sum;
}

/** Sum over the spanning tree of greatest sum (Prim). */
function greatestTree<T>([first, ...rest]: readonly T[], scoreOf: (one: T, other: T) => number): number {
  let open = rest.map((member) => ({ member, score: scoreOf(first!, member) }));
  let sum = 0;
  while (open.length > 0) {
    const next = open.reduce((best, one) => (one.score > best.score ? one : best));
    sum += next.score;
    open = open
      .filter((one) => one !== next)
      .map(({ member, score }) => ({ member, score: Math.max(score, scoreOf(next.member, member)) }));
  }
  return sum;
}
