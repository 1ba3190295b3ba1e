/** Step 3 of an ingest run, second half: what association says now becomes published changes, numbered and never taken back. */
import { contentHash } from '#core/etag.ts';
import type { Earthquake } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { formatDay, wholeSecond } from '#core/time.ts';
import { bandOf } from '#core/shard.ts';
import type { Draft, Member } from './compose.ts';
import { changedAgencies, changedFields, compose, eventIdOf } from './compose.ts';
import type { Db } from './database.ts';
import { sql } from './database.ts';
import { associateDirty } from './neighbourhood.ts';
import type { Statement } from './observations.ts';
import { solutionRank } from './preference.ts';
import { productsOf } from './products.ts';
import { reconcile } from './reconcile.ts';
import type { Candidate } from './residuals.ts';
import { SLOTS } from './slots.ts';
import { timeCode } from './threads.ts';

export interface CommitSummary {
  created: number;
  revised: number;
  merged: number;
  withdrawn: number;
}

interface EarthquakeRow {
  id: number;
  event_id: string;
  state: 'current' | 'merged' | 'withdrawn';
  band: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
  record: string;
}

interface Commit {
  db: Db;
  /** The instant of publication: later than every one before. */
  at: EpochMs;
  sequence: number;
  history: string;
  nextId: number;
  summary: CommitSummary;
}

/** A cluster on its way to being published. */
interface Pending {
  id: number | null;
  cluster: Candidate[];
  lead: Candidate;
}

/** Associates everything that changed and publishes it, all or nothing. */
export function commitChanges(db: Db, now: EpochMs): CommitSummary {
  return db
    .transaction(() => {
      const commit = beginCommit(db, now);
      const { clusters, earthquakes } = associateDirty(db);
      const { ids, merged } = reconcile(clusters);
      const pending = clusters.map((cluster, index) => ({ id: ids[index]!, cluster, lead: leadOf(cluster) }));
      const inOrder = pending.toSorted(
        (a, b) => a.lead.time - b.lead.time || a.lead.slot - b.lead.slot || a.lead.thread - b.lead.thread,
      );
      for (const day of daysOf(inOrder)) publishDay(commit, day);
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

function beginCommit(db: Db, now: EpochMs): Commit {
  const last = sql<[], { sequence: number; updated_at: EpochMs; history: string }>(
    db,
    'SELECT sequence, updated_at, history FROM changes ORDER BY sequence DESC LIMIT 1',
  ).get();
  const lastId = sql<[], number>(db, `SELECT seq FROM sqlite_sequence WHERE name = 'earthquakes'`).pluck().get() ?? 0;
  return {
    db,
    at: Math.max(now, (last?.updated_at ?? -Infinity) + 1),
    sequence: last?.sequence ?? 0,
    history: last?.history ?? contentHash(''),
    nextId: lastId + 1,
    summary: { created: 0, revised: 0, merged: 0, withdrawn: 0 },
  };
}

/** The thread whose solution will be preferred. */
function leadOf(cluster: Candidate[]): Candidate {
  const rank = (candidate: Candidate): number =>
    solutionRank(SLOTS[candidate.slot]!.agency, candidate.automatic, candidate);
  return cluster.reduce((best, one) => {
    const difference = rank(one) - rank(best);
    return difference < 0 || (difference === 0 && one.slot < best.slot) ? one : best;
  });
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
  members: Member[];
  draft: Draft;
  before: EarthquakeRow | undefined;
  id: number;
  slug: string;
}

/** Ids in order of time, slugs by magnitude, changes in order of time. */
function publishDay(commit: Commit, day: Pending[]): void {
  const composed = day.map((pending) => composeOne(commit, pending));
  const larger = composed.toSorted((a, b) => (b.draft.magnitude ?? -99) - (a.draft.magnitude ?? -99) || a.id - b.id);
  for (const one of larger) one.slug = takeSlug(commit.db, one.draft, one.id);
  for (const one of composed) publishOne(commit, one);
}

function composeOne(commit: Commit, pending: Pending): Composed {
  const { db } = commit;
  const members = pending.cluster.map(({ thread }) => memberOf(db, thread));
  const bare = compose(members, { mechanism: null, shakemap: null });
  const draft = { ...bare, ...productsOf(db, members, bare.magnitude) };
  const before =
    pending.id === null
      ? undefined
      : sql<unknown[], EarthquakeRow>(db, 'SELECT * FROM earthquakes WHERE id = ?').get(pending.id);
  const id = pending.id ?? commit.nextId++;
  pending.id = id;
  return { pending, members, draft, before, id, slug: '' };
}

function memberOf(db: Db, thread: number): Member {
  const row = sql<unknown[], { slot: number; time: EpochMs; key: string; content: string }>(
    db,
    `SELECT t.slot, t.time, o.key, o.content FROM threads t JOIN observations o ON o.observation = t.observation WHERE t.thread = ?`,
  ).get(thread)!;
  const key = SLOTS[row.slot]!.keyed ? row.key : timeCode(row.time);
  return { thread, slot: row.slot, key, statement: JSON.parse(row.content) as Statement };
}

/** The first of base, base-2, base-3, … that is free on its date or was this earthquake's before. */
function takeSlug(db: Db, draft: Draft, id: number): string {
  const date = formatDay(draft.time);
  const owner = sql<unknown[], number>(db, 'SELECT earthquake FROM slugs WHERE date = ? AND slug = ?').pluck();
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? draft.slugBase : `${draft.slugBase}-${n}`;
    const taken = owner.get(date, slug);
    if (taken === undefined) sql(db, 'INSERT INTO slugs (date, slug, earthquake) VALUES (?, ?, ?)').run(date, slug, id);
    if (taken === undefined || taken === id) return slug;
  }
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
  const { slugBase: _slugBase, ...fields } = draft;
  const record: Earthquake = {
    id,
    eventId: before?.event_id ?? newEventId(db, pending.lead),
    slug,
    ...fields,
    updatedAt: commit.at,
    revisions: [...(old?.revisions ?? []), { at: commit.at, agencies: changedAgencies(old ?? null, draft), changed }],
  };
  putRecord(commit, record, before);
  commit.summary[before ? 'revised' : 'created'] += 1;
}

function newEventId(db: Db, lead: Candidate): string {
  const key = sql<unknown[], string>(db, 'SELECT key FROM threads WHERE thread = ?').pluck().get(lead.thread)!;
  const taken = sql(db, 'SELECT 1 FROM earthquakes WHERE event_id = ?');
  for (let attempt = 0; ; attempt += 1) {
    const eventId = eventIdOf(SLOTS[lead.slot]!.agency, key, attempt);
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

interface NewChange {
  id: number;
  kind: 'record' | 'retracted' | 'merged';
  band: number;
  time: EpochMs;
  before: EarthquakeRow | undefined;
  /** The survivor, of a merged earthquake. */
  into?: number;
  fingerprint: string;
}

/** Gives a change the next number; returns it. */
function numberChange(commit: Commit, { id, kind, band, time, before, into, fingerprint }: NewChange): number {
  commit.sequence += 1;
  commit.history = contentHash(commit.history, `${commit.sequence}:${kind}:${id}:`, fingerprint);
  const was = before?.state === 'current' ? before : undefined;
  sql(
    commit.db,
    `INSERT INTO changes (sequence, earthquake, updated_at, kind, band, time, before_band, before_time, before_latitude,
       before_longitude, merged_into, history) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    commit.sequence,
    id,
    commit.at,
    kind,
    band,
    wholeSecond(time),
    was?.band ?? null,
    was?.time ?? null,
    was?.latitude ?? null,
    was?.longitude ?? null,
    into ?? null,
    commit.history,
  );
  return commit.sequence;
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
