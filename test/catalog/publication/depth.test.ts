import assert from 'node:assert/strict';
import test from 'node:test';
import { preferredDepthKm } from '../../../generator/catalog/publication/depth.ts';

const NISYROS = { latitude: 36.7, longitude: 26.9 };
const KUTAHYA = { latitude: 39.2, longitude: 29.7 };
const VRANCEA = { latitude: 45.7, longitude: 26.6 };

const DEPTHS: [what: string, depths: (number | null)[], depth: number | null, place?: typeof NISYROS][] = [
  ['the first', [12.3, 20, 15], 12.3],
  ['the first that is known', [null, 20], 20],
  ['none', [null, null], null],
  ['2010-07-16: not the one that contradicts two which agree', [43.12, 136.6, 165], 136.6],
  ['2023-04-26: the same', [54.16, 118.4, 116.5], 118.4],
  ['2009-12-19: two that are nearer to each other', [60.21, 113, 91], 113],
  ['2013-12-25: the same', [52.38, 123.2, 91], 123.2],
  ['the first of three that all differ', [20, 80, 140], 20],
  ['a free one before a fixed one', [7, 9.4, 12], 9.4],
  ['1926-06-27: a free one before a fixed one, whatever the difference', [10, 60], 60],
  ['a free one that another supports', [33, 68.3, 68], 68.3],
  ['fixed ones alone', [10, 33], 10],
  ['1970-06-22: none where nothing is as deep', [212], null, KUTAHYA],
  ['1978-01-17: another one there', [139, 139, 43], 43, KUTAHYA],
  ['less than 100 km there', [88, 88], 88, KUTAHYA],
  ['Vrancea', [150], 150, VRANCEA],
];
for (const [what, depths, depth, place = NISYROS] of DEPTHS)
  test(`depth: ${what}`, () => assert.equal(preferredDepthKm(depths.map((depthKm) => ({ ...place, depthKm }))), depth));
