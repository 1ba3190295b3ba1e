/** Published earthquakes and the log of their changes: numbered without a gap, each chained to the one before. */
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { withRevision } from '#core/revisions.ts';
import { bandOf } from '#core/shard.ts';
import { wholeSecond, type EpochMs } from '#core/time.ts';
import { allValues, firstRow, firstValue, run, type Db } from '../database.ts';
import { withdrawal } from './revisions.ts';

export interface CommitSummary {
  created: number;
  revised: number;
  merged: number;
  withdrawn: number;
}

export interface EarthquakeRow {
  id: number;
  event_id: string;
  state: 'current' | 'merged' | 'withdrawn';
  band: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
  record: string;
}

/** State of a commit in progress. */
export interface Commit {
  db: Db;
  /** The instant of publication: later than every one before. */
  at: EpochMs;
  sequence: number;
  history: string;
  nextId: number;
  /** Earthquakes from this id on are new in this commit. */
  readonly firstNewId: number;
  summary: CommitSummary;
  /** What could not be composed or rendered. */
  readonly faulty: { earthquakes: Set<number>; reports: Set<number> };
  /** Agency events that other agencies lack though they should have them. */
  readonly unconfirmed: ReadonlySet<number>;
}

export function beginCommit(db: Db, now: EpochMs): Commit {
  const last = firstRow<{ sequence: number; updated_at: EpochMs; history: string }>(
    db,
    'SELECT sequence, updated_at, history FROM changes ORDER BY sequence DESC LIMIT 1',
  );
  const lastId = firstValue<number>(db, `SELECT seq FROM sqlite_sequence WHERE name = 'earthquakes'`) ?? 0;
  return {
    db,
    at: Math.max(now, (last?.updated_at ?? -Infinity) + 1),
    sequence: last?.sequence ?? 0,
    history: last?.history ?? contentHash(''),
    nextId: lastId + 1,
    firstNewId: lastId + 1,
    summary: { created: 0, revised: 0, merged: 0, withdrawn: 0 },
    faulty: { earthquakes: new Set(), reports: new Set() },
    unconfirmed: new Set(allValues<number>(db, 'SELECT agency_event FROM unconfirmed_reports')),
  };
}

interface NewChange {
  id: number;
  kind: 'record' | 'retracted' | 'merged';
  band: number;
  time: EpochMs;
  before: EarthquakeRow | undefined;
  /** The survivor; merged earthquakes only. */
  into?: number;
  fingerprint: string;
}

/** Appends a change to the log and returns its number. */
function numberChange(commit: Commit, { id, kind, band, time, before, into, fingerprint }: NewChange): number {
  commit.sequence += 1;
  commit.history = contentHash(`${commit.history}${commit.sequence}:${kind}:${id}:${fingerprint}`);
  const former = before?.state === 'current' ? before : undefined;
  run(
    commit.db,
    `INSERT INTO changes (sequence, earthquake, updated_at, kind, band, time, before_band, before_time, before_latitude,
       before_longitude, merged_into, history) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[commit.sequence, id, commit.at, kind, band, wholeSecond(time), former?.band ?? null, former?.time ?? null],
    ...[former?.latitude ?? null, former?.longitude ?? null, into ?? null, commit.history],
  );
  return commit.sequence;
}

export const rowOf = (db: Db, id: number): EarthquakeRow | undefined =>
  firstRow(db, 'SELECT * FROM earthquakes WHERE id = ?', id);

export const recordOf = ({ record }: EarthquakeRow): Earthquake => JSON.parse(record) as Earthquake;

interface Former {
  before: EarthquakeRow | undefined;
  /** Solution version that a new earthquake is named after. */
  founder?: number | undefined;
}

export function putRecord(commit: Commit, record: Earthquake, { before, founder }: Former): void {
  const { id, eventId, slug, time, latitude, longitude } = record;
  const text = JSON.stringify(record);
  const band = bandOf(record.magnitude);
  const sequence = numberChange(commit, { id, kind: 'record', band, time, before, fingerprint: text });
  run(
    commit.db,
    `INSERT INTO earthquakes (id, event_id, state, band, time, latitude, longitude, slug, sequence, record, founder)
     VALUES (?, ?, 'current', ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = 'current', merged_into = NULL, band = excluded.band, time = excluded.time,
       latitude = excluded.latitude, longitude = excluded.longitude, slug = excluded.slug, sequence = excluded.sequence,
       record = excluded.record`,
    ...[id, eventId, band, time, latitude, longitude, slug, sequence, text, founder ?? null],
  );
}

/** Merges an earthquake into another: its id and its aliases become aliases of that one. */
export function retire(commit: Commit, id: number, into: number): void {
  const { db } = commit;
  const before = rowOf(db, id)!;
  const { band, time } = before;
  run(db, 'UPDATE agency_events SET earthquake = ? WHERE earthquake = ?', into, id);
  run(db, 'UPDATE earthquakes SET merged_into = ? WHERE merged_into = ?', into, id);
  if (before.state === 'merged') return;
  const sequence = numberChange(commit, { id, kind: 'merged', band, time, before, into, fingerprint: String(into) });
  const merge = `UPDATE earthquakes SET state = 'merged', merged_into = ?, sequence = ? WHERE id = ?`;
  run(db, merge, into, sequence, id);
  commit.summary.merged += 1;
}

/** Withdraws an earthquake that no agency reports any more. */
export function withdraw(commit: Commit, id: number): void {
  const { db } = commit;
  const before = rowOf(db, id)!;
  if (before.state !== 'current') return;
  const { band, time } = before;
  const record = recordOf(before);
  record.revisions = withRevision(record.revisions, withdrawal(commit.at, record));
  const sequence = numberChange(commit, { id, kind: 'retracted', band, time, before, fingerprint: '' });
  const update = `UPDATE earthquakes SET state = 'withdrawn', sequence = ?, record = ? WHERE id = ?`;
  run(db, update, sequence, JSON.stringify(record), id);
  commit.summary.withdrawn += 1;
}
