/** The shipped tables of places against the lists that they are compiled from, where these are at hand. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { parsePlaces } from '../../generator/places/tables.ts';
import { readHgk } from '../../scripts/compile/places/lists.ts';
import { compileProvinces } from '../../scripts/compile/places/provinces.ts';
import { realDocument, withoutFolder } from '../support/feed-data.ts';

test('the shipped villages decided by hand have their district', () => {
  const rows = (path: string): string[][] =>
    readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
  const shipped = new Map(rows('data/places.csv').map(([, ...row]) => [row[6], row.slice(0, 3)]));
  const decided = rows('scripts/compile/places/districts.csv').slice(1);
  assert.equal(decided.length, 54);
  for (const [fid, ...row] of decided) assert.deepEqual(shipped.get(`hgk ${fid}`), row.slice(0, 3));
});

test(
  "every shipped row of HGK's list has the name and the position that the list gives",
  { skip: withoutFolder('gazetteer') },
  () => {
    const list = realDocument('gazetteer/hgk_turkiye_and_neighbourhood_gazetteer.csv.gz');
    const names = new Map(readHgk(Buffer.from(list).toString('utf8')).map((name) => [name.fid, name]));
    const table = readFileSync(join(import.meta.dirname, '..', '..', 'data', 'places.csv'), 'utf8');
    const { settlements } = parsePlaces(table, 'data/places.csv');
    const rows = table.split('\n').filter((row) => /^(?:seat|village),/.test(row));
    let checked = 0;
    for (const [index, row] of rows.entries()) {
      const fid = / (\d+)$/.exec(row.split(',')[7]!)![1]!;
      const [place, name] = [settlements[index]!, names.get(Number(fid))];
      if (!row.includes(',hgk ')) continue;
      assert.ok(name && distanceKm(place, name) < 0.1, row);
      if (!place.seat) assert.equal(place.name, name.name);
      checked += 1;
    }
    assert.ok(checked > 38_000);
  },
);

test('the shipped outlines are what Natural Earth gives', { skip: withoutFolder('geo') }, () => {
  const units = Buffer.from(realDocument('geo/naturalearth_10m_admin1_region.geojson.gz')).toString('utf8');
  const data = (name: string): string => readFileSync(join(import.meta.dirname, '..', '..', 'data', name), 'utf8');
  const { settlements } = parsePlaces(data('places.csv'), 'places.csv');
  assert.equal(compileProvinces(units, settlements), data('provinces.csv'));
});
