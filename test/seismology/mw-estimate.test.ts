import assert from 'node:assert/strict';
import test from 'node:test';
import { mwEstimate } from '#seismology/mw-estimate.ts';

/** Worked by hand from the coefficients of the paper. */
const ESTIMATES: [magnitude: number, type: string, value: number | undefined][] = [
  [3.2, 'ML', undefined],
  [3.3, 'ML', 3.97],
  [5, 'ML', 5.35],
  [6.6, 'ML', 6.64],
  [6.7, 'ML', undefined],
  [3.4, 'MD', undefined],
  [5, 'MD', 5.32],
  [7.4, 'MD', 7.22],
  [3.8, 'mb', undefined],
  [5, 'mb', 5.18],
  [6.9, 'mb', undefined],
  [3.3, 'Ms', undefined],
  [5.4, 'Ms', 5.58],
  [5.45, 'Ms', undefined],
  [5.5, 'Ms', 5.64],
  [7.7, 'Ms', 7.43],
  [7.8, 'Ms', undefined],
  [5, 'Mw', undefined],
  [5, 'Mw*', undefined],
  [5, 'mb_Lg', undefined],
  [5, 'M', undefined],
];

test('Mw is estimated within the range of each relation, and from nothing else', () => {
  for (const [magnitude, type, value] of ESTIMATES)
    assert.equal(mwEstimate(magnitude, type)?.value, value, `${type} ${magnitude}`);
  for (const type of [null, undefined]) assert.equal(mwEstimate(5, type), undefined);
  assert.equal(mwEstimate(null, 'ML'), undefined);
});

test('an estimate says how it was made and how far it is to be trusted', () => {
  assert.deepEqual(mwEstimate(4, 'ML'), {
    value: 4.54,
    uncertainty: 0.5,
    method: 'Mw = 0.8095 ML + 1.3003 (Kadirioğlu & Kartal 2016)',
    doi: '10.3906/yer-1511-7',
    range: [3.3, 6.6],
  });
});
