/** Associates what changed and publishes the result as numbered changes. */
import type { Agency, Earthquake } from '#core/earthquake.ts';
import type { Interval } from '#core/intervals.ts';
import { DATE_PRECISIONS, type EpochMs } from '#core/time.ts';
import type { BlastProbability } from '#seismology/blasts/probability.ts';
import { associateDirty } from '../association/neighbourhood.ts';
import { byContent } from '../association/neighbours.ts';
import { assignOwners } from '../association/product-owners.ts';
import { reconcile, type ClaimRank, type Founder } from '../association/reconcile.ts';
import type { Candidate } from '../association/score.ts';
import { firstRow, firstValue, type Db } from '../database.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { inPieces, silent, type Progress } from '../pieces.ts';
import { beginCommit, recordOf, retire, rowOf, withdraw, type Commit, type CommitSummary } from './change-log.ts';
import type { PlaceName } from './location.ts';
import { compareOwn, orderSolutions } from './preference.ts';
import { clearDirty, daysOf, piecesOf } from './commit-pieces.ts';
import { windowsOf } from './commit-windows.ts';
import { publishSound, settleFaults } from './faults.ts';
import { publishDay, type Pending, type Prove } from './publish-clusters.ts';
import { noteSilence } from './silence.ts';
import { noteSettled } from './sureness.ts';
import { lineages } from './revisions.ts';

export type { CommitSummary };

interface CommitOptions {
  placeName: PlaceName;
  blastProbability?: BlastProbability;
  prove?: Prove;
  progress?: Progress;
  /** Earthquakes published in a transaction, about. */
  pieceSize?: number;
  /** Marked agency events associated at once, about. */
  windowSize?: number;
}

/**
 * In one transaction; a large commit in several, each of whole days and of all that happens to their earthquakes. What
 * an ended run did not come to is still marked, and the next one does it.
 */
export function commitChanges(
  db: Db,
  now: EpochMs,
  {
    placeName,
    blastProbability = () => undefined,
    prove = () => {},
    progress = silent,
    pieceSize = PIECE_SIZE,
    windowSize = WINDOW_SIZE,
  }: CommitOptions,
): CommitSummary {
  noteSilence(db, now);
  noteSettled(db, now);
  const commit = beginCommit(db, now);
  const options = { placeName, blastProbability, prove, progress, pieceSize, windowSize };
  inPieces(db, publishWindows(commit, options), pieceSize);
  return commit.summary;
}

/** Yields after each piece the number of its earthquakes. */
function* publishWindows(commit: Commit, options: Required<CommitOptions>): Generator<number> {
  const { db } = commit;
  assignOwners(db);
  const marked = firstValue<number>(db, 'SELECT count(*) FROM dirty_agency_events')!;
  const windows = marked > options.windowSize ? windowsOf(db, options.windowSize) : [undefined];
  let done = 0;
  const count = (reports: number): void => options.progress('publishing reports', (done += reports), marked);
  // Of very many, a build that fails finds the faulty ones.
  const prove = windows.length > 1 ? () => {} : options.prove;
  for (const window of windows) yield* publishPieces(commit, { ...options, prove, count }, window);
  settleFaults(commit);
}

/** Pieces of at least `pieceSize` earthquakes but for the last one. */
function* publishPieces(
  commit: Commit,
  {
    placeName,
    blastProbability,
    prove,
    pieceSize,
    count,
  }: Required<CommitOptions> & { count: (reports: number) => void },
  window: Interval | undefined,
): Generator<number> {
  const { db } = commit;
  const { clusters, earthquakes, claims } = associateDirty(db, window);
  const { ids, merged } = reconcile(clusters, {
    claims,
    claimRank: (candidate) => claimRankOf(db, candidate),
    founderOf: (id) => founderOf(db, id),
  });
  const pending = clusters.map((cluster, index) => ({
    id: ids[index]!,
    cluster,
    lead: leadOf(cluster),
  }));
  const sorted = pending.toSorted((a, b) => byContent(a.lead, b.lead));
  for (const one of sorted) one.id ??= commit.nextId++;
  const retired = merged.map(({ id, into }) => ({ id, into: pending[into]!.id! }));
  const lineageById = lineages(pending, retired);
  for (const { days, own } of piecesOf(daysOf(sorted), claims, pieceSize)) {
    const publish = (some: Pending[][]): void => {
      let records: Earthquake[] = [];
      for (const day of some) {
        records.push(...publishDay(commit, day, { lineageById, placeName, blastProbability }));
        if (records.length < PROVEN_AT_ONCE && day !== some.at(-1)) continue;
        prove(records);
        records = [];
      }
    };
    publishSound(commit, days, { lineageById, publish });
    count(days.flat().reduce((sum, { cluster }) => sum + cluster.length, 0));
    const published = new Set(days.flatMap((day) => day.map(({ id }) => id!))).difference(commit.faulty.earthquakes);
    for (const { id, into } of retired) if (published.has(into)) retire(commit, id, into);
    clearDirty(commit, days, own);
    yield published.size;
  }
  const kept = new Set([...pending.map(({ id }) => id!), ...retired.map(({ id }) => id)]);
  for (const id of [...earthquakes].sort((a, b) => a - b)) if (!kept.has(id)) withdraw(commit, id);
}

/** Records that are rendered at once, about: a file costs as much as ten of them. */
const PROVEN_AT_ONCE = 250;

/** Earthquakes in a transaction. */
const PIECE_SIZE = 10_000;
/** Agency events: those of a million earthquakes at once take 2 GB. */
const WINDOW_SIZE = 50_000;

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

/** The report that a published earthquake is named after. */
const founderOf = (db: Db, id: number): Founder | undefined =>
  firstRow(
    db,
    `SELECT version, agency_event AS agencyEvent FROM earthquakes JOIN solution_versions ON version = founder
     WHERE id = ?`,
    id,
  );
