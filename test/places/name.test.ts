import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanText } from '#core/text.ts';
import { compassPoint, createPlaceName } from '../../generator/places/name.ts';
import type { LandRings, Places } from '../../generator/places/tables.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';

const real = shippedPlaceName();

const REAL: [what: string, latitude: number, longitude: number, name: string | null][] = [
  ['a village with district and province', 40.135, 25.95, 'Eşelek, Gökçeada (Çanakkale)'],
  ['the seat of a district', 37.485, 37.296, 'Pazarcık (Kahramanmaraş)'],
  ['a central district at its seat', 38.675, 39.223, 'Merkez (Elazığ)'],
  ['dotted and dotless i', 39.923, 44.045, 'Merkez (Iğdır)'],
  ['s with cedilla, soft g', 37.75, 37.29, 'Çağlayancerit (Kahramanmaraş)'],
  ['the seat of an island', 40.19, 25.905, 'Gökçeada (Çanakkale)'],
  ['far out on a lake', 38.65, 42.95, '25 km SE of Adilcevaz (Bitlis)'],
  ['off the coast, a village near', 36.68, 27.36, 'Offshore, 8 km WSW of Yazıköy, Datça (Muğla)'],
  ['off the coast, no village near', 42.5, 33, 'Offshore, 68 km N of Cide (Kastamonu)'],
  ["off the coast of a province's own seat", 42.4, 35.2, 'Offshore, 42 km N of Sinop'],
  ['in the Marmara Sea', 40.86, 28.2444, 'Offshore, 24 km S of Silivri (İstanbul)'],
  ['a town of Greece', 39.107, 26.555, 'Mytilene, Greece'],
  ['Cyprus', 35.336, 33.317, 'Kyrenia, Cyprus'],
  ['Cyprus, between towns', 35.25, 33.2, '8 km N of Mámmari, Cyprus'],
  ['off Crete', 34.6, 25.5, 'Offshore, 44 km S of Arvi, Greece'],
  ['Iran', 37, 47, '31 km SW of Qarah Āghāj, Iran'],
  ['just inside the border', 37.07, 41.215, 'Nusaybin (Mardin)'],
  ['just outside the border', 37.05, 41.231, 'Al Qāmishlī, Syria'],
  ['the middle of the sea', 33.9, 28.9, null],
  ['outside of what is covered', 52.5, 13.4, null],
  ['the date line', 38, 180, null],
  ['the other side of the date line', 38, -180, null],
  ['the north pole', 90, 0, null],
  ['the south pole', -90, 0, null],
];
for (const [what, latitude, longitude, name] of REAL)
  test(`named: ${what}`, () => assert.equal(real({ latitude, longitude }), name));

test('a name is fit to be published wherever it is asked for', () => {
  for (let latitude = 29.5; latitude < 48.5; latitude += 0.37)
    for (let longitude = 19.5; longitude < 52.5; longitude += 0.41) {
      const name = real({ latitude, longitude });
      if (name === null) continue;
      assert.equal(cleanText(name), name);
      assert.match(
        name,
        /^(?:Offshore, \d+ km [NESW]{1,3} of )?(?:\d+ km [NESW]{1,3} of )?[^,()]+(?:, [^,()]+)?(?: \([^,()]+\))?$/,
      );
      assert.doesNotMatch(name, /Merkez, Merkez|\b0 km|undefined|NaN/);
    }
});

const MADE_UP: Places = {
  settlements: [
    { name: 'Ulu', district: 'Ulu', province: 'Uzak', seat: true, latitude: 38, longitude: 27 },
    { name: 'Uzak', district: 'Merkez', province: 'Uzak', seat: true, latitude: 38.9, longitude: 27.9 },
    { name: 'Köy', district: 'Merkez', province: 'Uzak', seat: false, latitude: 38.5, longitude: 27.5 },
    { name: 'Sınır', district: 'Ulu', province: 'Uzak', seat: false, latitude: 38.3, longitude: 28.005 },
    { name: 'Ulu', district: 'Ulu', province: 'Uzak', seat: false, latitude: 38.1, longitude: 27.1 },
  ],
  towns: [{ name: 'Far', country: 'Nowhere', latitude: 38.3, longitude: 28.02 }],
};
const box = (west: number, east: number): Float64Array => Float64Array.from([west, 37, east, 37, east, 40, west, 40]);
const LAND: LandRings = { land: [box(27, 29)], turkiye: [box(27, 28)] };
const synthetic = createPlaceName(MADE_UP, LAND);

const RULES: [what: string, latitude: number, longitude: number, name: string][] = [
  ['exactly on a village', 38.5, 27.5, 'Köy, Merkez (Uzak)'],
  ['exactly on a seat, on the shore', 38, 27, 'Ulu (Uzak)'],
  ['a village named as its district', 38.1, 27.1, 'Ulu (Uzak)'],
  ['10 km from a village: it is the name', 38.5 + 9.9 / 111.2, 27.5, 'Köy, Merkez (Uzak)'],
  ['farther: the seat of its district', 38.62, 27.5, '47 km SW of Uzak'],
  ['farther from a seat: itself', 38, 27.2, '18 km E of Ulu (Uzak)'],
  ['at sea, 10 km or less from a seat', 38, 26.95, 'Offshore, 4 km W of Ulu (Uzak)'],
  ['at sea within 1.5 km of a seat: on its land', 38, 26.99, 'Ulu (Uzak)'],
  ['at sea', 38.45, 26.5, 'Offshore, 66 km NW of Ulu (Uzak)'],
  ['a border village beyond the line that the map draws', 38.3, 28.006, 'Sınır, Ulu (Uzak)'],
  ['a town beyond the border', 38.3, 28.02, 'Far, Nowhere'],
  ['beyond the border, though a village of ours is nearest', 38.32, 28.001, '3 km NW of Far, Nowhere'],
];
for (const [what, latitude, longitude, name] of RULES)
  test(`by the rules: ${what}`, () => assert.equal(synthetic({ latitude, longitude }), name));

test('without towns a point abroad has no name, without anything none has', () => {
  const point = { latitude: 38.9, longitude: 28.5 };
  assert.equal(createPlaceName({ ...MADE_UP, towns: [] }, LAND)(point), null);
  assert.equal(createPlaceName({ settlements: [], towns: [] }, LAND)({ latitude: 38, longitude: 27.5 }), null);
  assert.equal(createPlaceName({ ...MADE_UP, settlements: [] }, LAND)({ latitude: 38, longitude: 27.5 }), null);
});

test('sixteen points of the compass, each 22.5 degrees wide', () => {
  const at = [0, 11.2, 11.3, 45, 90, 135, 180, 202.5, 225, 270, 315, 348.7, 348.8, 359.99];
  const points = ['N', 'N', 'NNE', 'NE', 'E', 'SE', 'S', 'SSW', 'SW', 'W', 'NW', 'NNW', 'N', 'N'];
  assert.deepEqual(at.map(compassPoint), points);
});
