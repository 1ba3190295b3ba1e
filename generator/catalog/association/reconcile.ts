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
}

/** An agency event with a published solution outweighs any number of absent or merged ones. */
const PUBLISHED_WEIGHT = 1_000_000;
const WEIGHTS: Record<ClaimRank, number> = { published: PUBLISHED_WEIGHT, secondary: PUBLISHED_WEIGHT / 2, absent: 1 };

/** Weight of every id in every cluster, by id and index of the cluster. */
function sharesOf(
  clusters: Candidate[][],
  { claims = new Map(), claimRank = () => 'published' }: ReconcileContext,
): Map<number, Map<number, number>> {
  const contested = inSeveral(clusters);
  const shares = new Map<number, Map<number, number>>();
  const add = (id: number, index: number, weight: number): void => {
    const share = shares.getOrInsertComputed(id, () => new Map<number, number>());
    share.set(index, (share.get(index) ?? 0) + weight);
  };
  for (const [index, cluster] of clusters.entries())
    for (const candidate of cluster) {
      const { agencyEvent, earthquake } = candidate;
      if (earthquake !== null)
        add(earthquake, index, contested.has(earthquake) ? WEIGHTS[claimRank(candidate)] : PUBLISHED_WEIGHT);
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

/**
 * Older ids choose first: an id goes to the cluster with the greatest weight of it (on a tie, to the one with fewest
 * other ids, then to the first given); a cluster that already has an id makes younger ones aliases. While an agency
 * event with a published solution is left, the id stays with one of those.
 * @param clusters of reports; their `earthquake` is the former id
 */
export function reconcile(clusters: Candidate[][], context: ReconcileContext = {}): Reconciled {
  const shares = sharesOf(clusters, context);
  const rivals = clusters.map(() => 0);
  for (const share of shares.values()) for (const index of share.keys()) rivals[index]! += 1;
  const ids: (number | null)[] = clusters.map(() => null);
  const merged: Reconciled['merged'] = [];
  for (const id of [...shares.keys()].sort((a, b) => a - b)) {
    const ranked = [...shares.get(id)!].sort(
      ([a, countA], [b, countB]) => countB - countA || rivals[a]! - rivals[b]! || a - b,
    );
    const least = ranked[0]![1] >= PUBLISHED_WEIGHT ? PUBLISHED_WEIGHT : 1;
    const free = ranked.find(([index, count]) => ids[index] === null && count >= least);
    if (free) ids[free[0]] = id;
    else merged.push({ id, into: ranked[0]![0] });
  }
  return { ids, merged };
}
