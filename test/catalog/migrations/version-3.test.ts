/**
 * A catalogue of version 3, written by the program of that version (version-3.sql), is carried on: whatever was
 * published under an id stays under it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import Database from 'better-sqlite3';
import { AGENCIES } from '#core/earthquake.ts';
import { parseCivil } from '#core/time.ts';
import { openCatalog, readCatalog, type Db } from '../../../generator/catalog/database.ts';
import { finishIngest } from '../../../generator/ingest.ts';
import { ingestShipped, shippedPlaceName } from '../../../generator/shipped.ts';
import { REGION } from '#core/region.ts';
import { records } from '../../support/catalog.ts';
import { formerCatalogue } from '../../support/former-catalogue.ts';

interface EarthquakeRow {
  id: number;
  event_id: string;
  state: string;
  sequence: number;
}

const rowsOf = (db: Db): EarthquakeRow[] =>
  db
    .prepare<[], EarthquakeRow>('SELECT id, event_id, state, merged_into, time, sequence FROM earthquakes ORDER BY id')
    .all();
const slugsOf = (db: Db): unknown[] => db.prepare('SELECT * FROM slugs ORDER BY date, slug').all();
const historiesOf = (db: Db): string[] =>
  db.prepare<[], string>('SELECT history FROM changes ORDER BY sequence').pluck().all();
const lastChange = (db: Db): unknown => db.prepare('SELECT max(sequence), max(updated_at) FROM changes').raw().get();

/** The rule of the change: a first digit gives way to a letter. */
const lettered = (eventId: string): string => eventId.replace(/^\d/, (digit) => 'abcdef'[Number(digit) % 6]!);

test('version 3 keeps ids, slugs, states and numbers; event_ids begin with a letter; the old file is kept', (t) => {
  const path = formerCatalogue(t, 3);
  const before = new Database(path);
  const [rows, slugs, last] = [rowsOf(before), slugsOf(before), lastChange(before)];
  const histories = new Set(historiesOf(before));
  before.close();
  assert.ok(rows.some(({ event_id: eventId }) => /^\d/.test(eventId)));

  const db = openCatalog(path);
  assert.deepEqual(
    rowsOf(db),
    rows.map((row) => ({ ...row, event_id: lettered(row.event_id) })),
  );
  assert.deepEqual([slugsOf(db), lastChange(db)], [slugs, last]);
  assert.ok(!historiesOf(db).some((one) => histories.has(one)), 'no build goes on from one with the former event_ids');
  for (const { eventId } of records(db)) assert.match(eventId, /^[a-f][0-9a-f]{15}$/);
  db.close();
  readCatalog(path).close();

  const copy = new Database(`${path}.v3`, { readonly: true });
  assert.equal(copy.pragma('user_version', { simple: true }), 3);
  assert.deepEqual(rowsOf(copy), rows);
  copy.close();
});

test('after version 3 the next start publishes the new names under the same ids', (t) => {
  const path = formerCatalogue(t, 3);
  const db = openCatalog(path);
  const before = rowsOf(db);
  const now = parseCivil('2026-10-01 12:00:00')!;
  const options = {
    db,
    now: () => now,
    region: REGION,
    agencies: AGENCIES.filter((one) => one !== 'historical'),
    placeName: shippedPlaceName(),
  };
  ingestShipped(options);
  const { created, merged } = finishIngest({ ...options, agencies: AGENCIES });
  assert.deepEqual([created, merged], [0, 0]);
  assert.deepEqual(
    rowsOf(db).map(({ id, event_id: eventId }) => [id, eventId]),
    before.map(({ id, event_id: eventId }) => [id, eventId]),
  );
  const [nurdagi] = records(db).filter(({ id }) => id === 10);
  assert.match(nurdagi!.location, /Nurdağı \(Gaziantep\)/);
  assert.equal(nurdagi!.revisions.at(-1)!.previous!['location'], '5 km N of Nurdağı, Turkey');
  assert.equal(finishIngest({ ...options, agencies: AGENCIES }).revised, 0);
  db.close();
});

test('version 3 logs a new event_id as a change also where nothing else changes', (t) => {
  const path = formerCatalogue(t, 3);
  const options = { now: () => parseCivil('2026-10-01 12:00:00')!, agencies: AGENCIES, region: REGION };
  const publish = (db: Db): void => void finishIngest({ ...options, db, placeName: shippedPlaceName() });
  const published = openCatalog(path);
  publish(published);
  const records = published.prepare<[], { id: number; record: string }>('SELECT id, record FROM earthquakes').all();
  published.close();
  // The same place names as written by the former version.
  const again = formerCatalogue(t, 3);
  const former = new Database(again);
  const write = former.prepare(`UPDATE earthquakes SET record = json_remove(?, '$.locationEn') WHERE id = ?`);
  for (const { id, record } of records) write.run(record, id);
  former.close();
  const db = openCatalog(again);
  const last = Math.max(...rowsOf(db).map(({ sequence }) => sequence));
  publish(db);
  const untold = rowsOf(db).filter(({ state, sequence }) => state === 'current' && sequence <= last);
  assert.deepEqual(untold, []);
  db.close();
});
