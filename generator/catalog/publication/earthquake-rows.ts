/** Writes the rows of `earthquakes`, each change under the next number of the change log. */
import type { Earthquake } from '#core/earthquake.ts';
import { withRevision } from '#core/revisions.ts';
import { bandOf } from '#core/shard.ts';
import { firstRow, run, type Db } from '../database.ts';
import { numberChange, type Commit, type EarthquakeRow } from './change-log.ts';
import { withdrawal } from './revisions.ts';

export const rowOf = (db: Db, id: number): EarthquakeRow | undefined =>
  firstRow(db, 'SELECT * FROM earthquakes WHERE id = ?', id);

export const recordOf = ({ record }: EarthquakeRow): Earthquake => JSON.parse(record) as Earthquake;

export function putRecord(commit: Commit, record: Earthquake, before: EarthquakeRow | undefined): void {
  const { id, eventId, slug, time, latitude, longitude } = record;
  const text = JSON.stringify(record);
  const band = bandOf(record.magnitude);
  const sequence = numberChange(commit, { id, kind: 'record', band, time, before, fingerprint: text });
  run(
    commit.db,
    `INSERT INTO earthquakes (id, event_id, state, band, time, latitude, longitude, slug, sequence, record)
     VALUES (?, ?, 'current', ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = 'current', merged_into = NULL, band = excluded.band, time = excluded.time,
       latitude = excluded.latitude, longitude = excluded.longitude, slug = excluded.slug, sequence = excluded.sequence,
       record = excluded.record`,
    ...[id, eventId, band, time, latitude, longitude, slug, sequence, text],
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
