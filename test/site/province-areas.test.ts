/** Neighbours, faults and maps of the provinces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVINCES } from '#core/provinces.ts';
import { frameOf, landPath } from '../../generator/site/drawing/land.ts';
import { provinceMap } from '../../generator/site/drawing/province-map.ts';
import { provinceAreas } from '../../generator/site/province-areas.ts';

test('neighbours are neighbours of each other, and those of the map', () => {
  const areas = provinceAreas();
  for (const { name } of PROVINCES) {
    const { neighbours } = areas.get(name)!;
    assert.ok(neighbours.length > 0, name);
    for (const other of neighbours) assert.ok(areas.get(other)!.neighbours.includes(name), `${name} ${other}`);
  }
  assert.deepEqual(areas.get('İstanbul')!.neighbours, ['Kırklareli', 'Kocaeli', 'Tekirdağ']);
  assert.deepEqual(areas.get('Kilis')!.neighbours, ['Gaziantep', 'Hatay']);
});

test('faults that cross a province are counted with their length in it', () => {
  const crossing = (name: string) => provinceAreas().get(name)!.crossing;
  // The North Anatolian Fault runs through the length of Erzincan, some 150 km.
  assert.ok(crossing('Erzincan').km > 150 && crossing('Erzincan').count > 3);
  assert.deepEqual(crossing('Mardin'), { count: 0, km: 0 });
});

test('a map in the middle of the land is land, and one at the coast holds the earthquakes offshore', () => {
  const area = provinceAreas().get('Kırşehir')!;
  const frame = frameOf(area.box, 100);
  // The ring of the mainland lies around the picture.
  assert.equal(landPath(area.land, frame), 'M112 -12l0 128-124 0 0-128Z');
  const istanbul = provinceAreas().get('İstanbul')!;
  const offshore = { latitude: 40.6, longitude: 28.9, magnitude: 6.2, depthKm: null };
  const svg = (earthquakes: (typeof offshore)[]): string =>
    provinceMap({ area: istanbul, earthquakes, seats: [], labelledBy: 'x' }).toString();
  const [, height] = /viewBox="0 0 960 (\d+)"/.exec(svg([offshore]))!;
  const [, y] = /cy="(\d+)"/.exec(svg([offshore]))!;
  assert.ok(Number(y) > 0 && Number(y) < Number(height));
  assert.ok(!svg([]).includes('<circle'));
});
