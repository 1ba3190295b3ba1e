/**
 * A catalogue of version 4, written by the program 0.2.0 (version-4.sql): the upgrade changes nothing published.
 * The next run takes over what the parser of zeqdb reads since (proxies and whole minutes).
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import Database from 'better-sqlite3';
import { AGENCIES } from '#core/earthquake.ts';
import { openCatalog, type Db } from '../../../generator/catalog/database.ts';
import { finishIngest } from '../../../generator/ingest.ts';
import { shippedPlaceName } from '../../../generator/shipped.ts';
import { REGION } from '#core/region.ts';
import { at, dump, records } from '../../support/catalog.ts';
import { formerCatalogue } from '../../support/former-catalogue.ts';

const publish = (db: Db, now: string) =>
  finishIngest({ db, now: () => at(now), region: REGION, agencies: AGENCIES, placeName: shippedPlaceName() });

/** Those of Kandilli's catalogue, by origin time. */
const reviewed = (db: Db): unknown[] =>
  records(db)
    .filter(({ source, time }) => source === 'kandilli' && time < at('2000-01-01 00:00:00'))
    .map(({ magnitude, magnitudeType, precision }) => [magnitudeType, magnitude, precision]);

test('version 4 keeps everything that is published: records, ids, slugs, changes', (t) => {
  const path = formerCatalogue(t, 4);
  const former = new Database(path);
  const before = dump(former);
  former.close();
  const db = openCatalog(path);
  assert.equal(dump(db), before);
  db.close();
});

test('version 4: Mw before 1977 becomes a proxy, whole minutes of a busy day the precision; ids stay', (t) => {
  const db = openCatalog(formerCatalogue(t, 4));
  const before = records(db);
  const minutes = Array<unknown>(3).fill(['MD', 4.8, 'second']);
  assert.deepEqual(reviewed(db), [['Mw', 6.2, 'second'], ['Mw', 5, 'second'], ...minutes]);
  // The document that was read but not yet published.
  assert.equal(publish(db, '2026-09-19 12:00:00').created, 1);
  assert.deepEqual(reviewed(db), [
    ['Ms', 7, 'second'],
    ['Mw', 5, 'second'],
    ...Array<unknown>(3).fill(['MD', 4.8, 'minute']),
  ]);
  const named = new Map(records(db).map(({ id, eventId }) => [id, eventId]));
  assert.equal(named.size, before.length + 1);
  for (const { id, eventId } of before) assert.equal(named.get(id), eventId);
  assert.equal(publish(db, '2026-09-20 12:00:00').revised, 0);
  db.close();
});
