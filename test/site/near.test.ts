/** The reader's place: what is kept of it, distances from it, and the order of the list. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { readFilters, writeFilters, NO_FILTERS } from '../../generator/site/browser/filters.ts';
import { ordered, parseNear, withinRadius } from '../../generator/site/browser/near.ts';
import { syntheticSite } from '../support/site-pages.ts';

const KADIKOY = { latitude: 40.974, longitude: 29.058 };
/** Newest first. */
const ROWS = [
  { id: 6, latitude: 40.8, longitude: 28.1, magnitude: 2.5 },
  { id: 5, latitude: 38.4, longitude: 27.1, magnitude: null },
  { id: 4, latitude: 41, longitude: 29, magnitude: 4 },
  { id: 3, latitude: 37.2, longitude: 37.1, magnitude: 7.7 },
  { id: 2, latitude: 41, longitude: 29, magnitude: 2.5 },
  { id: 1, latitude: 40.7, longitude: 30, magnitude: null },
];
const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

test('newest, largest or nearest first; equal ones newest first, unknown magnitudes last', () => {
  assert.deepEqual(ids(ordered(ROWS, 'time', KADIKOY)), [6, 5, 4, 3, 2, 1]);
  assert.deepEqual(ids(ordered(ROWS, 'magnitude', undefined)), [3, 4, 6, 2, 5, 1]);
  assert.deepEqual(ids(ordered(ROWS, 'distance', KADIKOY)), [4, 2, 6, 1, 5, 3]);
  assert.deepEqual(ids(ordered(ROWS, 'distance', undefined)), [6, 5, 4, 3, 2, 1], 'no place, no distance');
});

test('a doubtful magnitude never tops the list of the largest', () => {
  const rows = ROWS.map((row) => ({ ...row, magnitudeDoubtful: row.id === 3 }));
  assert.deepEqual(ids(ordered(rows, 'magnitude', undefined)), [4, 6, 2, 5, 3, 1]);
});

test('a radius is of the reader’s place, inclusive', () => {
  assert.deepEqual(ids(withinRadius(ROWS, { ...KADIKOY, radius: 50 })), [4, 2]);
  assert.deepEqual(ids(withinRadius(ROWS, { ...KADIKOY, radius: 100 })), [6, 4, 2, 1]);
  assert.equal(withinRadius(ROWS, { ...KADIKOY, radius: distanceKm(ROWS[0]!, KADIKOY) }).at(0)!.id, 6);
  for (const near of [undefined, KADIKOY]) assert.equal(withinRadius(ROWS, near).length, ROWS.length);
});

test('the order is in the address, by the words of the API', () => {
  for (const order of ['time', 'felt', 'magnitude', 'distance'] as const) {
    assert.equal(writeFilters({ ...NO_FILTERS, order }), `?order=${order}`);
    assert.equal(readFilters(`?order=${order}`).order, order);
  }
  for (const search of ['', '?order=depth', '?order=Magnitude'])
    assert.equal(readFilters(search).order, undefined, search);
});

test('what is kept comes back; what is no place is none', () => {
  const town = { district: 'Kadıköy', province: 'İstanbul' };
  for (const near of [KADIKOY, { ...KADIKOY, town }, { ...KADIKOY, town, radius: 100 }])
    assert.deepEqual(parseNear(JSON.stringify(near)), near);
  const bad = [null, '', 'null', '7', '[]', '{', '{}', '{"latitude":41}', '{"latitude":"41","longitude":29}'];
  for (const text of [...bad, '{"latitude":91,"longitude":29}', '{"latitude":41,"longitude":1e9}'])
    assert.equal(parseNear(text), undefined, String(text));
  assert.deepEqual(parseNear(JSON.stringify({ ...KADIKOY, town: { district: 7 }, radius: 33 })), KADIKOY);
});

test('the districts of all provinces are one small file, which the page names', () => {
  const site = syntheticSite();
  const html = site.get('index.html')!.toString('utf8');
  const [, file] = /data-districts="([^"]*)"/.exec(html)!;
  const districts = JSON.parse(site.get(file!)!.toString('utf8')) as Record<string, [string, number, number][]>;
  assert.equal(Object.keys(districts).length, 81);
  assert.equal(Object.values(districts).flat().length, 973);
  assert.deepEqual(
    districts['İstanbul']!.find(([name]) => name === 'Kadıköy'),
    ['Kadıköy', 40974, 29058],
  );
  for (const name of ['data-near', 'data-districts'])
    assert.equal([...site].filter(([path, bytes]) => path.endsWith('.html') && bytes.includes(name)).length, 2, name);
});
