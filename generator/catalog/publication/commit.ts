/** Step 3 of an ingest run, second half: what association says now becomes published changes, numbered and never taken back. */
import type { Agency, Earthquake } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { formatDay } from '#core/time.ts';
import { withRevision } from '#core/revisions.ts';
import { bandOf } from '#core/shard.ts';
import { byContent } from '../association/neighbours.ts';
import type { Commit, CommitSummary, EarthquakeRow } from './change-log.ts';
import { beginCommit, numberChange } from './change-log.ts';
import type { Draft } from './compose.ts';
import type { Member } from '../documents/solution-version.ts';
import { compose, eventIdOf } from './compose.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import type { PlaceName } from './location.ts';
import { associateDirty } from '../association/neighbourhood.ts';
import type { SolutionVersion } from '../documents/solution-version.ts';
import { orderFor, solutionRank } from './preference.ts';
import { settleOwners } from '../association/product-owners.ts';
import { productsOf } from '../documents/products.ts';
import type { ClaimRank } from '../association/reconcile.ts';
import { reconcile } from '../association/reconcile.ts';
import type { Candidate } from '../association/score.ts';
import type { Lineage } from './revisions.ts';
import { lineages, revisionOf, withdrawal } from './revisions.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { slugTaker } from './slugs.ts';
import { timeCode } from '../documents/agency-events.ts';

export type { CommitSummary };

/** A cluster on its way to being published. */
interface Pending {
  id: number | null;
  cluster: Candidate[];
  lead: Candidate;
}

/** Associates everything that changed and publishes it, all or nothing. */
export function commitChanges(db: Db, now: EpochMs, placeName: PlaceName): CommitSummary {
  return db
    .transaction(() => {
      const commit = beginCommit(db, now);
      settleOwners(db);
      const { clusters, earthquakes, claims } = associateDirty(db);
      const { ids, merged } = reconcile(clusters, { claims, claimRank: (candidate) => claimRankOf(db, candidate) });
      const pending = clusters.map((cluster, index) => ({ id: ids[index]!, cluster, lead: leadOf(cluster) }));
      const inOrder = pending.toSorted((a, b) => byContent(a.lead, b.lead));
      for (const one of inOrder) one.id ??= commit.nextId++;
      const gone = merged.map(({ id, into }) => ({ id, into: pending[into]!.id! }));
      const lineageById = lineages(pending, gone);
      for (const day of daysOf(inOrder)) publishDay(commit, day, { lineageById, placeName });
      for (const { id, into } of gone) {
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

/** How a thread stands in the record of the earthquake that it carries. */
function claimRankOf(db: Db, { agencyEvent, feedGroup, earthquake }: Candidate): ClaimRank {
  const row = earthquake === null ? undefined : rowOf(db, earthquake);
  const solution = row && recordOf(row).solutions.find(({ agency }) => agency === FEED_GROUPS[feedGroup]!.agency);
  if (!solution) return 'away';
  const said = sql(db, 'SELECT 1 FROM observations WHERE thread = ? AND time = ? LIMIT 1').get(
    agencyEvent,
    solution.time,
  );
  return said === undefined ? 'beside' : 'told';
}

/** The thread whose solution will be preferred: of each agency's threads only the one of its best slot can be. */
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

/** Runs of clusters of one UTC day. */
function* daysOf(inOrder: Pending[]): Generator<Pending[]> {
  let day: Pending[] = [];
  for (const one of inOrder) {
    if (day.length > 0 && formatDay(day[0]!.lead.time) !== formatDay(one.lead.time)) {
      yield day;
      day = [];
    }
    day.push(one);
  }
  if (day.length > 0) yield day;
}

interface Composed {
  pending: Pending;
  draft: Draft;
  before: EarthquakeRow | undefined;
  id: number;
  slug: string;
}

interface Context {
  lineageById: Map<number, Lineage>;
  placeName: PlaceName;
}

/** Slugs by magnitude, changes in order of time. @param day with their ids given */
function publishDay(commit: Commit, day: Pending[], { lineageById, placeName }: Context): void {
  const members = membersOf(commit.db, day);
  const composed = day.map((pending) => {
    const own = pending.cluster.map(({ agencyEvent }) => members.get(agencyEvent)!);
    return composeOne(commit, pending, own, placeName);
  });
  const larger = composed.toSorted((a, b) => (b.draft.magnitude ?? -99) - (a.draft.magnitude ?? -99) || a.id - b.id);
  const takeSlug = slugTaker(commit.db);
  for (const one of larger) one.slug = takeSlug(one.draft, one.id);
  for (const one of composed) publishOne(commit, one, lineageById.get(one.id));
}

function composeOne(commit: Commit, pending: Pending, members: Member[], placeName: PlaceName): Composed {
  const { db } = commit;
  const draft = compose(members, productsOf(db, members), placeName);
  const id = pending.id!;
  return { pending, draft, before: rowOf(db, id), id, slug: '' };
}

/** The current statements of a day's threads. */
function membersOf(db: Db, day: Pending[]): Map<number, Member> {
  const rows = sql<unknown[], { agencyEvent: number; feedGroup: number; time: EpochMs; key: string; content: string }>(
    db,
    `SELECT t.thread AS agencyEvent, t.slot AS feedGroup, t.time, o.key, o.content FROM json_each(?) CROSS JOIN threads t ON t.thread = value
     CROSS JOIN observations o ON o.observation = t.observation`,
  ).all(JSON.stringify(day.flatMap(({ cluster }) => cluster.map(({ agencyEvent }) => agencyEvent))));
  return new Map(
    rows.map(({ agencyEvent, feedGroup, time, key, content }) => [
      agencyEvent,
      {
        agencyEvent,
        feedGroup,
        key: FEED_GROUPS[feedGroup]!.keyed ? key : timeCode(time),
        solutionVersion: JSON.parse(content) as SolutionVersion,
      },
    ]),
  );
}

function publishOne(commit: Commit, composed: Composed, lineage: Lineage | undefined): void {
  const { db, at } = commit;
  const { pending, draft, before: row, id, slug } = composed;
  const assign = sql(db, 'UPDATE threads SET earthquake = ? WHERE thread = ?');
  for (const { agencyEvent, earthquake } of pending.cluster) if (earthquake !== id) assign.run(id, agencyEvent);
  const before = row && recordOf(row);
  const eventId = row?.event_id ?? newEventId(db, pending.lead);
  const after: Earthquake = { id, eventId, slug, ...draft, updatedAt: at, revisions: [] };
  const revived = row !== undefined && row.state !== 'current';
  const merged = (lineage?.merged ?? []).map((other) => rowOf(db, other)!).filter(({ state }) => state !== 'merged');
  const revision = revisionOf({ at, before, after, revived, merged: merged.map(recordOf), lineage });
  if (!revision) return;
  after.revisions = withRevision(before?.revisions ?? [], revision);
  putRecord(commit, after, row);
  commit.summary[row ? 'revised' : 'created'] += 1;
}

function newEventId(db: Db, { feedGroup, key }: Candidate): string {
  const taken = sql(db, 'SELECT 1 FROM earthquakes WHERE event_id = ?');
  for (let attempt = 0; ; attempt += 1) {
    const eventId = eventIdOf(FEED_GROUPS[feedGroup]!.agency, key, attempt);
    if (taken.get(eventId) === undefined) return eventId;
  }
}

function putRecord(commit: Commit, record: Earthquake, before: EarthquakeRow | undefined): void {
  const { id, eventId, slug, time, latitude, longitude } = record;
  const text = JSON.stringify(record);
  const band = bandOf(record.magnitude);
  const sequence = numberChange(commit, { id, kind: 'record', band, time, before, fingerprint: text });
  sql(
    commit.db,
    `INSERT INTO earthquakes (id, event_id, state, band, time, latitude, longitude, slug, sequence, record)
     VALUES (?, ?, 'current', ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = 'current', merged_into = NULL, band = excluded.band, time = excluded.time,
       latitude = excluded.latitude, longitude = excluded.longitude, slug = excluded.slug, sequence = excluded.sequence,
       record = excluded.record`,
  ).run(id, eventId, band, time, latitude, longitude, slug, sequence, text);
}

/** An earthquake that turned out to be another one: its id becomes an alias, and so do the aliases that it had. */
function retire(commit: Commit, id: number, into: number): void {
  const { db } = commit;
  const before = rowOf(db, id)!;
  sql(db, 'UPDATE threads SET earthquake = ? WHERE earthquake = ?').run(into, id);
  sql(db, 'UPDATE earthquakes SET merged_into = ? WHERE merged_into = ?').run(into, id);
  if (before.state === 'merged') return;
  const sequence = numberChange(commit, {
    id,
    kind: 'merged',
    band: before.band,
    time: before.time,
    before,
    into,
    fingerprint: String(into),
  });
  sql(db, `UPDATE earthquakes SET state = 'merged', merged_into = ?, sequence = ? WHERE id = ?`).run(
    into,
    sequence,
    id,
  );
  commit.summary.merged += 1;
}

/** An earthquake of which no agency's report is left. */
function withdraw(commit: Commit, id: number): void {
  const { db } = commit;
  const before = rowOf(db, id)!;
  if (before.state !== 'current') return;
  const record = recordOf(before);
  record.revisions = withRevision(record.revisions, withdrawal(commit.at, record));
  const sequence = numberChange(commit, {
    id,
    kind: 'retracted',
    band: before.band,
    time: before.time,
    before,
    fingerprint: '',
  });
  sql(db, `UPDATE earthquakes SET state = 'withdrawn', sequence = ?, record = ? WHERE id = ?`).run(
    sequence,
    JSON.stringify(record),
    id,
  );
  commit.summary.withdrawn += 1;
}

const rowOf = (db: Db, id: number): EarthquakeRow | undefined =>
  sql<unknown[], EarthquakeRow>(db, 'SELECT * FROM earthquakes WHERE id = ?').get(id);

const recordOf = ({ record }: EarthquakeRow): Earthquake => JSON.parse(record) as Earthquake;
