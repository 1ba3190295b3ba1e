/** Which cluster keeps which id, when association says something new. Pure. */
import type { Candidate } from './score.ts';

export interface Reconciled {
  /** One a cluster, in the order given: its id, or null for one that needs a new id. */
  ids: (number | null)[];
  /** Ids that no cluster kept, and the cluster (by index) most of their threads went to. */
  merged: { id: number; into: number }[];
}

/**
 * How a thread stood in the earthquake whose id it carries when that was last published: with its solution; beside another one of its agency;
 * or away, withdrawn then.
 */
export type ClaimRank = 'told' | 'beside' | 'away';

/** What may be known of the threads besides the ids that they carry. */
interface ReconcileContext {
  /** Ids of threads that went up in another one, by that thread. */
  claims?: ReadonlyMap<number, number[]>;
  /** Asked only of ids that several clusters carry. */
  claimRank?: (candidate: Candidate) => ClaimRank;
}

/** A thread whose solution was published counts for more than any number that were away or went up in another one. */
const PUBLISHED_WEIGHT = 1_000_000;
const WEIGHTS: Record<ClaimRank, number> = { told: PUBLISHED_WEIGHT, beside: PUBLISHED_WEIGHT / 2, away: 1 };

/** How much of every id is in every cluster. */
function sharesOf(
  clusters: Candidate[][],
  { claims = new Map(), claimRank = () => 'told' }: ReconcileContext,
): Map<number, Map<number, number>> {
  const contested = inSeveral(clusters);
  const shares = new Map<number, Map<number, number>>();
  const add = (id: number, index: number, weight: number): void => {
    const share = shares.get(id) ?? new Map<number, number>();
    share.set(index, (share.get(index) ?? 0) + weight);
    shares.set(id, share);
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
 * The older id chooses first: it goes with the cluster that holds most of its threads (on a tie, with the one that fewest other ids
 * are in, then with the one given first); a cluster that already has an id takes in the younger ones as aliases. Where threads
 * are left whose solutions were published, the id stays with one of them.
 * @param clusters of threads that carry in `earthquake` the id they had
 */
export function reconcile(clusters: Candidate[][], past: ReconcileContext = {}): Reconciled {
  const shares = sharesOf(clusters, past);
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
