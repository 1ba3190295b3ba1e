import assert from 'node:assert/strict';
import test from 'node:test';
import { RingIndex } from '../../generator/places/land.ts';

const ring = (...points: [number, number][]): Float64Array => Float64Array.from(points.flat());
const island = new RingIndex([
  ring([26, 38], [27, 38], [27, 39], [26, 39]),
  ring([26.4, 38.4], [26.6, 38.4], [26.6, 38.6], [26.4, 38.6]),
  ring([30, 38], [31, 38], [30.5, 39]),
]);

const POINTS: [latitude: number, longitude: number, inside: boolean, what: string][] = [
  [38.2, 26.2, true, 'on the island'],
  [38.5, 26.5, false, 'in its lagoon'],
  [38.5, 26.3, true, 'west of the lagoon'],
  [38.5, 26.7, true, 'east of the lagoon'],
  [38.5, 28, false, 'between two islands'],
  [38.5, 30.5, true, 'on the other island'],
  [38.9, 30.1, false, 'beside its slope'],
  [37.9, 26.5, false, 'south of all'],
  [39.1, 26.5, false, 'north of all'],
  [90, 0, false, 'at the pole'],
  [38.5, -180, false, 'at the date line'],
];
for (const [latitude, longitude, inside, what] of POINTS)
  test(`land and water: ${what}`, () => assert.equal(island.contains({ latitude, longitude }), inside));

test('no rings, no land', () => assert.equal(new RingIndex([]).contains({ latitude: 38, longitude: 27 }), false));
