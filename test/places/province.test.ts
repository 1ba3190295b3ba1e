import assert from 'node:assert/strict';
import test from 'node:test';
import { shippedPlaceName } from '../../generator/shipped.ts';

const named = shippedPlaceName();

const IN_PROVINCES: [what: string, latitude: number, longitude: number, string | null, string | null][] = [
  ['on land', 37.485, 37.296, 'Kahramanmaraş', 'Pazarcık'],
  ['in a lake', 38.7, 42.9, 'Bitlis', 'Adilcevaz'],
  ['at sea', 40.86, 28.2444, 'İstanbul', null],
  ['the Aegean earthquake of 2020, an island of Greece nearer', 37.897, 26.784, 'İzmir', null],
  ['at sea beside Syria', 35.55, 35.65, null, null],
  ['the middle of the Black Sea', 43.2, 34, null, null],
  ['on an island of Greece', 39.107, 26.555, null, null],
  ['across the border', 37.05, 41.231, null, null],
];
for (const [what, latitude, longitude, province, district] of IN_PROVINCES)
  test(`province and district: ${what}`, () => {
    const place = named({ latitude, longitude })!;
    assert.deepEqual([place.province, place.district], [province, district]);
  });

test('the earthquake of 2020-10-30, 27 km off the coast and nearer to Samos, is in İzmir', () =>
  assert.equal(named({ latitude: 37.879, longitude: 26.703 })!.province, 'İzmir'));
