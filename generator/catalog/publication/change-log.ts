/** The log of published changes: numbered without a gap, each chained to the one before. */
import { contentHash } from '#core/etag.ts';
import { wholeSecond, type EpochMs } from '#core/time.ts';
import { firstRow, firstValue, run, type Db } from '../database.ts';

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
  summary: CommitSummary;
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
    summary: { created: 0, revised: 0, merged: 0, withdrawn: 0 },
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
export function numberChange(commit: Commit, { id, kind, band, time, before, into, fingerprint }: NewChange): number {
  commit.sequence += 1;
  commit.history = contentHash(commit.history, `${commit.sequence}:${kind}:${id}:`, fingerprint);
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
