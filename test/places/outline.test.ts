import assert from 'node:assert/strict';
import test from 'node:test';
import { createPlaceName } from '../../generator/places/name.ts';

const box = (west: number, east: number): Float64Array => Float64Array.from([west, 37, east, 37, east, 40, west, 40]);

const settlement = (name: string, province: string, longitude: number) => ({
  ...{ name, district: name, province, seat: true, latitude: 38, longitude },
});
/** A border at 28° E; Uç lies beyond it by the outline. */
const byOutline = createPlaceName({
  places: {
    settlements: [settlement('Sol', 'Batı', 27.99), settlement('Sağ', 'Doğu', 28.18), settlement('Uç', 'Batı', 28.4)],
    towns: [],
  },
  rings: { land: [box(27, 29)], turkiye: [box(27, 29)] },
  provinces: new Map([
    ['Batı', [box(27, 28)]],
    ['Doğu', [box(28, 29)]],
  ]),
  seas: [],
});
// A degree of longitude has 87.6 km.
const OUTLINED: [what: string, longitude: number, turkish: string][] = [
  ['inside the province of the nearest settlement', 27.98, 'Sol (Batı)'],
  ['4.4 km outside of it', 28.05, 'Sol (Batı)'],
  ['7 km outside of it, another province has a settlement', 28.08, 'Sağ (Doğu)'],
  ['at a settlement, whatever the outline says', 28.41, 'Uç (Batı)'],
  ['4 km from that settlement', 28.36, 'Sağ (Doğu) 16 km D'],
];
for (const [what, longitude, turkish] of OUTLINED)
  test(`a settlement names a point up to 5 km outside of its province: ${what}`, () =>
    assert.equal(byOutline({ latitude: 38, longitude })!.turkish, turkish));

test('a province with settlements 5 to 8 km away is not possible', () => {
  // Sol is 6.1 and 4.4 km away.
  const { possible } = byOutline({ latitude: 38, longitude: 28.06 })!;
  assert.deepEqual([...possible.keys()], []);
  assert.deepEqual([...byOutline({ latitude: 38, longitude: 28.04 })!.possible.keys()], ['Batı']);
});

test('where no province holds a point, the nearest settlement names it', () => {
  const places = { settlements: [settlement('Sol', 'Batı', 27.99)], towns: [] };
  const rings = { land: [box(27, 29)], turkiye: [box(27, 29)] };
  const name = createPlaceName({ places, rings, provinces: new Map([['Batı', [box(27, 28)]]]), seas: [] });
  assert.equal(name({ latitude: 38, longitude: 28.08 })!.turkish, 'Sol (Batı)');
});
