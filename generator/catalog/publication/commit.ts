/** Associates what changed and publishes the result as numbered changes. */
import type { Agency } from '#core/earthquake.ts';
import { mergeIntervals, within, type Interval } from '#core/intervals.ts';
import { DATE_PRECISIONS, DAY, type EpochMs } from '#core/time.ts';
import { ALL_TIMES, associateDirty, INEXACT, spanOf, type TimeRow } from '../association/neighbourhood.ts';
import { byContent } from '../association/neighbours.ts';
import { assignOwners } from '../association/product-owners.ts';
import { reconcile, type ClaimRank } from '../association/reconcile.ts';
import { LOOK_MS, type Candidate } from '../association/score.ts';
import { allRows, firstValue, run, sql, type Db } from '../database.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { inPieces, silent, type Progress } from '../pieces.ts';
import { beginCommit, recordOf, retire, rowOf, withdraw, type Commit, type CommitSummary } from './change-log.ts';
import type { PlaceName } from './location.ts';
import { compareOwn, orderFor, orderSolutions, solutionRank } from './preference.ts';
import { publishSound, settleFaults } from './faults.ts';
import { publishDay, type Pending, type Prove } from './publish-clusters.ts';
import { noteSilence } from './silence.ts';
import { lineages } from './revisions.ts';

export type { CommitSummary };

interface CommitOptions {
  placeName: PlaceName;
  prove?: Prove;
  progress?: Progress;
  /** Marked agency events that are associated at once and published in a transaction, about. */
  windowSize?: number;
}

/** Those of a million earthquakes at once take 2 GB. */
const WINDOW_SIZE = 20_000;

/**
 * In one transaction; a large commit in one for each window of origin times. What an ended run did not come to is still
 * marked, and the next one does it.
 */
export function commitChanges(
  db: Db,
  now: EpochMs,
  { placeName, prove = () => {}, progress = silent, windowSize = WINDOW_SIZE }: CommitOptions,
): CommitSummary {
  noteSilence(db, now);
  const commit = beginCommit(db, now);
  inPieces(db, publishWindows(commit, { placeName, prove, progress, windowSize }), 1);
  return commit.summary;
}

/** Yields between two windows. */
function* publishWindows(commit: Commit, options: Required<CommitOptions>): Generator<number> {
  const { db } = commit;
  assignOwners(db);
  const marked = firstValue<number>(db, 'SELECT count(*) FROM dirty_agency_events')!;
  const windows = marked > options.windowSize ? windowsOf(db, options.windowSize) : [ALL_TIMES];
  // Of very many, a build that fails finds the faulty ones.
  const prove = windows.length > 1 ? () => {} : options.prove;
  let done = 0;
  for (const [index, window] of windows.entries()) {
    if (index > 0) yield 1;
    done += publishWindow(commit, { ...options, prove }, window);
    options.progress('publishing reports', done, marked);
  }
  settleFaults(commit);
}

/**
 * All times, divided at midnights (UTC) that no component of new reports crosses, so that ids and slugs are those of a
 * commit that is not divided.
 * @param size least number of marked agency events in a window, but for the last one
 */
export function windowsOf(db: Db, size: number): Interval[] {
  const barred = mergeIntervals([...inexactSpans(db), ...claimSpans(db)], 2 * DAY);
  const times = sql<[], EpochMs>(
    db,
    `SELECT time FROM dirty_agency_events CROSS JOIN agency_events USING (agency_event)
     WHERE time IS NOT NULL ORDER BY time`,
  ).pluck();
  const windows: Interval[] = [];
  let from = -Infinity;
  let [count, last] = [0, -Infinity];
  for (const time of times.iterate()) {
    const midnight = Math.floor(time / DAY) * DAY;
    if (count >= size && last < midnight && time - last > LOOK_MS && !within(barred, midnight)) {
      windows.push({ from, to: midnight - 1 });
      [from, count] = [midnight, 0];
    }
    count += 1;
    last = time;
  }
  return [...windows, { from, to: Infinity }];
}

/** Reports of a coarse or ambiguous time may be of an earthquake anywhere in theirs. */
const inexactSpans = (db: Db): Interval[] =>
  allRows<TimeRow>(
    db,
    `SELECT agency_event, time, precision, alternative_time FROM agency_events WHERE ${INEXACT} AND withdrawn = 0`,
  ).map(spanOf);

/** A marked earthquake is associated together with the agency event that replaces one of its own. */
const claimSpans = (db: Db): Interval[] =>
  allRows<Interval>(
    db,
    `SELECT min(e.time, a.time) AS "from", max(e.time, a.time) AS "to" FROM dirty_earthquakes d
     CROSS JOIN earthquakes e ON e.id = d.earthquake CROSS JOIN agency_events a ON a.agency_event = successor
     WHERE a.time IS NOT NULL`,
  );

/** @returns the number of its reports */
function publishWindow(commit: Commit, { placeName, prove }: Required<CommitOptions>, window: Interval): number {
  const { db } = commit;
  const { clusters, earthquakes, claims } = associateDirty(db, window);
  const { ids, merged } = reconcile(clusters, { claims, claimRank: (candidate) => claimRankOf(db, candidate) });
  const pending = clusters.map((cluster, index) => ({
    id: ids[index]!,
    cluster,
    lead: leadOf(cluster),
    founder: founderOf(cluster),
  }));
  const sorted = pending.toSorted((a, b) => byContent(a.lead, b.lead));
  for (const one of sorted) one.id ??= commit.nextId++;
  const retired = merged.map(({ id, into }) => ({ id, into: pending[into]!.id! }));
  const lineageById = lineages(pending, retired);
  const publish = (some: Pending[]): void => publishDay(commit, some, { lineageById, placeName, prove });
  publishSound(commit, sorted, { lineageById, publish });
  const published = new Set(pending.map(({ id }) => id!)).difference(commit.faulty.earthquakes);
  for (const { id, into } of retired) if (published.has(into)) retire(commit, id, into);
  const kept = new Set([...pending.map(({ id }) => id!), ...retired.map(({ id }) => id)]);
  for (const id of [...earthquakes].sort((a, b) => a - b)) if (!kept.has(id)) withdraw(commit, id);
  unmark(commit, clusters.flat(), earthquakes);
  return clusters.flat().length;
}

/** What is published; what could not be stays marked. */
function unmark({ db, faulty }: Commit, reports: Candidate[], earthquakes: ReadonlySet<number>): void {
  for (const { agencyEvent } of reports)
    if (!faulty.reports.has(agencyEvent))
      run(db, 'DELETE FROM dirty_agency_events WHERE agency_event = ?', agencyEvent);
  for (const id of earthquakes) run(db, 'DELETE FROM dirty_earthquakes WHERE earthquake = ?', id);
}

/** How an agency event appears in the published record of its earthquake. */
function claimRankOf(db: Db, { agencyEvent, feedGroup, earthquake }: Candidate): ClaimRank {
  const row = earthquake === null ? undefined : rowOf(db, earthquake);
  const solution = row && recordOf(row).solutions.find(({ agency }) => agency === FEED_GROUPS[feedGroup]!.agency);
  if (!solution) return 'absent';
  const exists = 'SELECT 1 FROM solution_versions WHERE agency_event = ? AND time = ? LIMIT 1';
  return firstValue(db, exists, agencyEvent, solution.time) === undefined ? 'secondary' : 'published';
}

/** The report with the solution that will be preferred. */
function leadOf(cluster: Candidate[]): Candidate {
  if (cluster.length === 1) return cluster[0]!;
  const described = cluster.map((candidate) => ({
    ...candidate,
    candidate,
    agency: FEED_GROUPS[candidate.feedGroup]!.agency as Agency,
    precision: DATE_PRECISIONS[candidate.precision]!,
    quality: candidate.automatic ? ('automatic' as const) : null,
    magnitudes: candidate.magnitude === null ? [] : [{ type: candidate.magnitudeType, value: candidate.magnitude }],
  }));
  const byAgency = Map.groupBy(described.sort(compareOwn), ({ agency }) => agency);
  return orderSolutions([...byAgency.values()].map(([own]) => own!))[0]!.candidate;
}

/**
 * The report that gives a new earthquake its event_id: of each agency only the one of its best feed group is a
 * candidate. Not always the lead, so that a better choice of the lead leaves event_ids as they are.
 */
function founderOf(cluster: Candidate[]): Candidate {
  if (cluster.length === 1) return cluster[0]!;
  const byFeedGroup = cluster.toSorted((a, b) => a.feedGroup - b.feedGroup || byContent(a, b));
  const best = new Map<Agency, Candidate>();
  for (const candidate of byFeedGroup) {
    const { agency } = FEED_GROUPS[candidate.feedGroup]!;
    if (!best.has(agency)) best.set(agency, candidate);
  }
  const order = orderFor([...best.values()]);
  const rank = ([agency, { automatic }]: [Agency, Candidate]): number => solutionRank(agency, automatic, order);
  return [...best].reduce((first, one) => (rank(one) < rank(first) ? one : first))[1];
}
