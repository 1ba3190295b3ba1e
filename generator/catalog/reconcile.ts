/** Which cluster keeps which id, when association says something new. Pure. */
import type { Candidate } from './residuals.ts';

export interface Reconciled {
  /** One a cluster, in the order given: its id, or null for one that needs a new id. */
  ids: (number | null)[];
  /** Ids that no cluster kept, and the cluster (by index) most of their threads went to. */
  merged: { id: number; into: number }[];
}

/**
 * The older id chooses first: it goes with the cluster that holds most of its threads (on a tie, with the one given first); a
 * cluster that already has an id takes in the younger ones as aliases.
 * @param clusters of threads that carry in `earthquake` the id they had
 */
export function reconcile(clusters: Candidate[][]): Reconciled {
  const shares = new Map<number, Map<number, number>>();
  clusters.forEach((cluster, index) => {
    for (const { earthquake } of cluster) {
      if (earthquake === null) continue;
      const share = shares.get(earthquake) ?? new Map<number, number>();
      share.set(index, (share.get(index) ?? 0) + 1);
      shares.set(earthquake, share);
    }
  });
  const ids: (number | null)[] = clusters.map(() => null);
  const merged: Reconciled['merged'] = [];
  for (const id of [...shares.keys()].sort((a, b) => a - b)) {
    const ranked = [...shares.get(id)!].sort(([a, countA], [b, countB]) => countB - countA || a - b);
    const free = ranked.find(([index]) => ids[index] === null);
    if (free) ids[free[0]] = id;
    else merged.push({ id, into: ranked[0]![0] });
  }
  return { ids, merged };
}
