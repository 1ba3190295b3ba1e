/** Which cluster keeps which earthquake id after association. Pure. */
import type { Candidate } from './score.ts';

interface Reconciled {
  /** For each cluster, in the given order, its id, or null where it needs a new one. */
  ids: (number | null)[];
  /** Ids that no cluster kept, and the index of the cluster that most of their agency events went to. */
  merged: { id: number; into: number }[];
}

/**
 * How an agency event appeared in the last published record of its earthquake: with its solution, as a secondary report
 * of an agency with another solution there, or not at all (withdrawn then).
 */
export type ClaimRank = 'published' | 'secondary' | 'absent';

/** Knowledge of agency events besides the ids that they carry. */
interface ReconcileContext {
  /** Ids of agency events that were merged into another one, by that one. */
  claims?: ReadonlyMap<number, number[]>;
  /** Called only for ids that several clusters carry. */
  claimRank?: (candidate: Candidate) => ClaimRank;
  /** Called only for ids that others compete with. Undefined for an id of an earlier program. */
  founderOf?: (id: number) => Founder | undefined;
}

/** The report that an earthquake's event_id is made from. */
export interface Founder {
  /** Number of its solution version: the order in which documents were read. */
  version: number;
  /** The agency event that has this version now. */
  agencyEvent: number | null;
}

/** An agency event with a published solution outweighs any number of absent or merged ones. */
const PUBLISHED_WEIGHT = 1_000_000;
const WEIGHTS: Record<ClaimRank, number> = { published: PUBLISHED_WEIGHT, secondary: PUBLISHED_WEIGHT / 2, absent: 1 };

/** Weight of every id in every cluster, by id and index of the cluster. */
function sharesOf(
  clusters: Candidate[][],
  { claims = new Map(), claimRank = () => 'published', founderOf = () => undefined }: ReconcileContext,
): Map<number, Map<number, number>> {
  const contested = inSeveral(clusters);
  const shares = new Map<number, Map<number, number>>();
  /** A secondary report that gave the name weighs as a published one. */
  const weightOf = (candidate: Candidate, id: number): number => {
    const rank = claimRank(candidate);
    const isFounder = rank === 'secondary' && founderOf(id)?.agencyEvent === candidate.agencyEvent;
    return isFounder ? PUBLISHED_WEIGHT : WEIGHTS[rank];
  };
  const add = (id: number, index: number, weight: number): void => {
    const share = shares.getOrInsertComputed(id, () => new Map<number, number>());
    share.set(index, (share.get(index) ?? 0) + weight);
  };
  for (const [index, cluster] of clusters.entries())
    for (const candidate of cluster) {
      const { agencyEvent, earthquake } = candidate;
      if (earthquake !== null)
        add(earthquake, index, contested.has(earthquake) ? weightOf(candidate, earthquake) : PUBLISHED_WEIGHT);
      for (const id of claims.get(agencyEvent) ?? []) add(id, index, 1);
    }
  return shares;
}

/** Ids that more than one cluster carries. */
function inSeveral(clusters: Candidate[][]): Set<number> {
  const seen = new Set<number>();
  const several = new Set<number>();
  for (const cluster of clusters)
    for (const id of new Set(cluster.map(({ earthquake }) => earthquake))) {
      if (id === null) continue;
      if (seen.has(id)) several.add(id);
      seen.add(id);
    }
  return several;
}

/** Ids in the order in which they choose: those of earlier programs, then as their founders were read. */
function oldestFirst(ids: Iterable<number>, founderOf: (id: number) => Founder | undefined): number[] {
  const sorted = [...ids].sort((a, b) => a - b);
  const versions = new Map(sorted.map((id) => [id, founderOf(id)?.version ?? -1]));
  return sorted.sort((a, b) => versions.get(a)! - versions.get(b)!);
}

/**
 * Older ids choose first: an id goes to the cluster with the greatest weight of it (on a tie, to the one with fewest
 * other ids, then to that with its founder, then to the first given); a cluster that already has an id makes younger
 * ones aliases. While an agency event with a published solution is left, the id stays with one of those. Founders are
 * ordered as they were read, so that ids do not depend on where commits were made.
 * @param clusters of reports; their `earthquake` is the former id
 */
export function reconcile(clusters: Candidate[][], context: ReconcileContext = {}): Reconciled {
  const { founderOf = () => undefined } = context;
  const shares = sharesOf(clusters, context);
  const rivals = clusters.map(() => 0);
  for (const share of shares.values()) for (const index of share.keys()) rivals[index]! += 1;
  const ids: (number | null)[] = clusters.map(() => null);
  const merged: Reconciled['merged'] = [];
  // An id that has a cluster for itself meets no other.
  const isAlone = (share: Map<number, number>): boolean => share.size === 1 && rivals[[...share.keys()][0]!] === 1;
  const contested = new Set([...shares].flatMap(([id, share]) => (isAlone(share) ? [] : [id])));
  const founders = new Map([...contested].map((id) => [id, founderOf(id)]));
  for (const id of oldestFirst(shares.keys(), (one) => founders.get(one))) {
    const founder = founders.get(id)?.agencyEvent ?? null;
    const isHome = (index: number): number =>
      Number(founder !== null && clusters[index]!.some(({ agencyEvent }) => agencyEvent === founder));
    const ranked = [...shares.get(id)!].sort(
      ([a, countA], [b, countB]) => countB - countA || rivals[a]! - rivals[b]! || isHome(b) - isHome(a) || a - b,
    );
    const least = ranked[0]![1] >= PUBLISHED_WEIGHT ? PUBLISHED_WEIGHT : 1;
    const free = ranked.find(([index, count]) => ids[index] === null && count >= least);
    if (free) ids[free[0]] = id;
    else merged.push({ id, into: ranked[0]![0] });
  }
  return { ids, merged };
}
