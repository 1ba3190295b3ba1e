/** Step 3 of an ingest run, second half: what association says now becomes published changes, numbered and never taken back. */
import type { Agency, Earthquake } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { formatDay } from '#core/time.ts';
import { bandOf } from '#core/shard.ts';
import { byContent } from './associate.ts';
import type { Commit, CommitSummary, EarthquakeRow } from './change-log.ts';
import { beginCommit, numberChange } from './change-log.ts';
import type { Draft, Member } from './compose.ts';
import { NO_PRODUCTS, changedAgencies, changedFields, compose, eventIdOf } from './compose.ts';
import type { Db } from './database.ts';
import { sql } from './database.ts';
import type { PlaceName } from './location.ts';
import { associateDirty } from './neighbourhood.ts';
import type { Statement } from './observations.ts';
import { solutionRank } from './preference.ts';
import { productsOf } from './products.ts';
import { reconcile } from './reconcile.ts';
import type { Candidate } from './residuals.ts';
import { SLOTS } from './slots.ts';
import { slugTaker } from './slugs.ts';
import { timeCode } from './threads.ts';

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
      const { clusters, earthquakes, claims } = associateDirty(db);
      const { ids, merged } = reconcile(clusters, claims);
      const pending = clusters.map((cluster, index) => ({ id: ids[index]!, cluster, lead: leadOf(cluster) }));
      for (const day of daysOf(pending.toSorted((a, b) => byContent(a.lead, b.lead))))
        publishDay(commit, day, placeName);
      for (const { id, into } of merged) {
        retire(commit, id, pending[into]!.id!);
        earthquakes.delete(id);
      }
      for (const { id } of pending) if (id !== null) earthquakes.delete(id);
      for (const id of [...earthquakes].sort((a, b) => a - b)) withdraw(commit, id);
      db.exec('DELETE FROM dirty_threads; DELETE FROM dirty_earthquakes');
      return commit.summary;
    })
    .immediate();
}

/** The thread whose solution will be preferred: of each agency's threads only the one of its best slot can be. */
function leadOf(cluster: Candidate[]): Candidate {
  const bySlot = cluster.toSorted((a, b) => a.slot - b.slot);
  const best = new Map<Agency, Candidate>();
  for (const candidate of bySlot) {
    const { agency } = SLOTS[candidate.slot]!;
    if (!best.has(agency)) best.set(agency, candidate);
  }
  const rank = ([agency, candidate]: [Agency, Candidate]): number =>
    solutionRank(agency, candidate.automatic, candidate);
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

/** Ids in order of time, slugs by magnitude, changes in order of time. */
function publishDay(commit: Commit, day: Pending[], placeName: PlaceName): void {
  const members = membersOf(commit.db, day);
  const composed = day.map((pending) => {
    const own = pending.cluster.map(({ thread }) => members.get(thread)!);
    const bare = compose(own, NO_PRODUCTS, placeName);
    return numberOne(commit, pending, { ...bare, ...productsOf(commit.db, own, bare.magnitude) });
  });
  const larger = composed.toSorted((a, b) => (b.draft.magnitude ?? -99) - (a.draft.magnitude ?? -99) || a.id - b.id);
  const takeSlug = slugTaker(commit.db);
  for (const one of larger) one.slug = takeSlug(one.draft, one.id);
  for (const one of composed) publishOne(commit, one);
}

function numberOne(commit: Commit, pending: Pending, draft: Draft): Composed {
  const before =
    pending.id === null
      ? undefined
      : sql<unknown[], EarthquakeRow>(commit.db, 'SELECT * FROM earthquakes WHERE id = ?').get(pending.id);
  const id = pending.id ?? commit.nextId++;
  pending.id = id;
  return { pending, draft, before, id, slug: '' };
}

/** The current statements of a day's threads. */
function membersOf(db: Db, day: Pending[]): Map<number, Member> {
  const rows = sql<unknown[], { thread: number; slot: number; time: EpochMs; key: string; content: string }>(
    db,
    `SELECT t.thread, t.slot, t.time, o.key, o.content FROM json_each(?) CROSS JOIN threads t ON t.thread = value
     CROSS JOIN observations o ON o.observation = t.observation`,
  ).all(JSON.stringify(day.flatMap(({ cluster }) => cluster.map(({ thread }) => thread))));
  return new Map(
    rows.map(({ thread, slot, time, key, content }) => [
      thread,
      { thread, slot, key: SLOTS[slot]!.keyed ? key : timeCode(time), statement: JSON.parse(content) as Statement },
    ]),
  );
}

function publishOne(commit: Commit, { pending, draft, before, id, slug }: Composed): void {
  const { db } = commit;
  const assign = sql(db, 'UPDATE threads SET earthquake = ? WHERE thread = ?');
  for (const { thread, earthquake } of pending.cluster) if (earthquake !== id) assign.run(id, thread);
  const old = before && (JSON.parse(before.record) as Earthquake);
  const revived = before !== undefined && before.state !== 'current';
  const changed = old ? changedFields(old, draft) : ['created'];
  if (revived) changed.unshift('reinstated');
  if (changed.length === 0) return;
  const record: Earthquake = {
    id,
    eventId: before?.event_id ?? newEventId(db, pending.lead),
    slug,
    ...draft,
    updatedAt: commit.at,
    revisions: [...(old?.revisions ?? []), { at: commit.at, agencies: changedAgencies(old ?? null, draft), changed }],
  };
  putRecord(commit, record, before);
  commit.summary[before ? 'revised' : 'created'] += 1;
}

function newEventId(db: Db, { slot, key }: Candidate): string {
  const taken = sql(db, 'SELECT 1 FROM earthquakes WHERE event_id = ?');
  for (let attempt = 0; ; attempt += 1) {
    const eventId = eventIdOf(SLOTS[slot]!.agency, key, attempt);
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
  const before = rowOf(db, id);
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
  const before = rowOf(db, id);
  if (before.state !== 'current') return;
  const sequence = numberChange(commit, {
    id,
    kind: 'retracted',
    band: before.band,
    time: before.time,
    before,
    fingerprint: '',
  });
  sql(db, `UPDATE earthquakes SET state = 'withdrawn', sequence = ? WHERE id = ?`).run(sequence, id);
  commit.summary.withdrawn += 1;
}

const rowOf = (db: Db, id: number): EarthquakeRow =>
  sql<unknown[], EarthquakeRow>(db, 'SELECT * FROM earthquakes WHERE id = ?').get(id)!;
