/** Which cluster keeps which id, when association says something new. Pure. */
import type { Candidate } from './residuals.ts';

export interface Reconciled {
  /** One a cluster, in the order given: its id, or null for one that needs a new id. */
  ids: (number | null)[];
  /** Ids that no cluster kept, and the cluster (by index) most of their threads went to. */
  merged: { id: number; into: number }[];
}

/** A thread that is there counts for more than any number that went up in another one. */
const OF_THREAD = 1_000_000;

/** How much of every id is in every cluster. */
function sharesOf(clusters: Candidate[][], claims: ReadonlyMap<number, number[]>): Map<number, Map<number, number>> {
  const shares = new Map<number, Map<number, number>>();
  const add = (id: number, index: number, weight: number): void => {
    const share = shares.get(id) ?? new Map<number, number>();
    share.set(index, (share.get(index) ?? 0) + weight);
    shares.set(id, share);
  };
  for (const [index, cluster] of clusters.entries())
    for (const { thread, earthquake } of cluster) {
      if (earthquake !== null) add(earthquake, index, OF_THREAD);
      for (const id of claims.get(thread) ?? []) add(id, index, 1);
    }
  return shares;
}

/**
 * The older id chooses first: it goes with the cluster that holds most of its threads (on a tie, with the one that fewest other ids
 * are in, then with the one given first); a cluster that already has an id takes in the younger ones as aliases.
 * @param clusters of threads that carry in `earthquake` the id they had
 * @param claims ids of threads that went up in another one, by that thread
 */
export function reconcile(clusters: Candidate[][], claims: ReadonlyMap<number, number[]> = new Map()): Reconciled {
  const shares = sharesOf(clusters, claims);
  const rivals = clusters.map(() => 0);
  for (const share of shares.values()) for (const index of share.keys()) rivals[index]! += 1;
  const ids: (number | null)[] = clusters.map(() => null);
  const merged: Reconciled['merged'] = [];
  for (const id of [...shares.keys()].sort((a, b) => a - b)) {
    const ranked = [...shares.get(id)!].sort(
      ([a, countA], [b, countB]) => countB - countA || rivals[a]! - rivals[b]! || a - b,
    );
    const free = ranked.find(([index]) => ids[index] === null);
    if (free) ids[free[0]] = id;
    else merged.push({ id, into: ranked[0]![0] });
  }
  return { ids, merged };
}
