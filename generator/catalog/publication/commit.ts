/** Associates what changed and publishes the result as numbered changes. */
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { formatDay } from '#core/time.ts';
import { associateDirty } from '../association/neighbourhood.ts';
import { byContent } from '../association/neighbours.ts';
import { settleOwners } from '../association/product-owners.ts';
import type { ClaimRank } from '../association/reconcile.ts';
import { reconcile } from '../association/reconcile.ts';
import type { Candidate } from '../association/score.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import type { CommitSummary } from './change-log.ts';
import { beginCommit } from './change-log.ts';
import { recordOf, retire, rowOf, withdraw } from './earthquake-rows.ts';
import type { PlaceName } from './location.ts';
import { orderFor, solutionRank } from './preference.ts';
import type { Pending } from './publish-clusters.ts';
import { publishDay } from './publish-clusters.ts';
import { lineages } from './revisions.ts';

export type { CommitSummary };

/** All or nothing, in one transaction. */
export function commitChanges(db: Db, now: EpochMs, placeName: PlaceName): CommitSummary {
  return db
    .transaction(() => {
      const commit = beginCommit(db, now);
      settleOwners(db);
      const { clusters, earthquakes, claims } = associateDirty(db);
      const { ids, merged } = reconcile(clusters, { claims, claimRank: (candidate) => claimRankOf(db, candidate) });
      const pending = clusters.map((cluster, index) => ({ id: ids[index]!, cluster, lead: leadOf(cluster) }));
      const sorted = pending.toSorted((a, b) => byContent(a.lead, b.lead));
      for (const one of sorted) one.id ??= commit.nextId++;
      const retired = merged.map(({ id, into }) => ({ id, into: pending[into]!.id! }));
      const lineageById = lineages(pending, retired);
      for (const day of daysOf(sorted)) publishDay(commit, day, { lineageById, placeName });
      for (const { id, into } of retired) {
        retire(commit, id, into);
        earthquakes.delete(id);
      }
      for (const { id } of pending) earthquakes.delete(id!);
      for (const id of [...earthquakes].sort((a, b) => a - b)) withdraw(commit, id);
      db.exec('DELETE FROM dirty_threads; DELETE FROM dirty_earthquakes');
      return commit.summary;
    })
    .immediate();
}

/** How an agency event appears in the published record of its earthquake. */
function claimRankOf(db: Db, { agencyEvent, feedGroup, earthquake }: Candidate): ClaimRank {
  const row = earthquake === null ? undefined : rowOf(db, earthquake);
  const solution = row && recordOf(row).solutions.find(({ agency }) => agency === FEED_GROUPS[feedGroup]!.agency);
  if (!solution) return 'absent';
  const observation = sql(db, 'SELECT 1 FROM observations WHERE thread = ? AND time = ? LIMIT 1').get(
    agencyEvent,
    solution.time,
  );
  return observation === undefined ? 'secondary' : 'published';
}

/** The report whose solution will be preferred: of each agency only the one of its best feed group is a candidate. */
function leadOf(cluster: Candidate[]): Candidate {
  const byFeedGroup = cluster.toSorted((a, b) => a.feedGroup - b.feedGroup);
  const best = new Map<Agency, Candidate>();
  for (const candidate of byFeedGroup) {
    const { agency } = FEED_GROUPS[candidate.feedGroup]!;
    if (!best.has(agency)) best.set(agency, candidate);
  }
  const order = orderFor([...best.values()]);
  const rank = ([agency, { automatic }]: [Agency, Candidate]): number => solutionRank(agency, automatic, order);
  return [...best].reduce((first, one) => (rank(one) < rank(first) ? one : first))[1];
}

/** Consecutive clusters whose leads are of one UTC day. */
function* daysOf(sorted: Pending[]): Generator<Pending[]> {
  let day: Pending[] = [];
  for (const one of sorted) {
    if (day.length > 0 && formatDay(day[0]!.lead.time) !== formatDay(one.lead.time)) {
      yield day;
      day = [];
    }
    day.push(one);
  }
  if (day.length > 0) yield day;
}
