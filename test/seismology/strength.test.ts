/** How strongly an earthquake was felt at a place, and where that cannot be said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { provinceOf } from '#core/provinces.ts';
import { foremost } from '#seismology/significance.ts';
import { DEGREES, estimate, intensityDeviation, SLOPE } from '#seismology/shaking.ts';
import { strengthAt } from '#seismology/strength.ts';
import { strengthWords } from '../../generator/site/drawing/strength-words.ts';
import fc from '../support/property.ts';

const TIME = Date.UTC(2025, 3, 23, 9, 49);
const one = (magnitude: number | null, magnitudeType: string | null = 'Mw', more: object = {}) => ({
  ...{ time: TIME, magnitude, magnitudeType, depthKm: 10 as number | null },
  ...more,
});

test('a measured Mw from 5 to below 6.5 has the degree that its estimate rounds to', () => {
  assert.equal(strengthAt(one(5), 0), 'VI');
  assert.equal(strengthAt(one(6.2), 45), 'VI');
  assert.equal(strengthAt(one(6.2), 60), 'V');
  assert.equal(strengthAt(one(6.4, 'Mww'), 0), 'VIII');
  for (const [least, degree] of DEGREES) {
    // The distance at which a shallow Mw 6 reaches it.
    const km = Array.from({ length: 3000 }, (_, n) => n / 10).findLast((far) => estimate(6, far) >= least);
    if (km) assert.equal(strengthAt(one(6, 'Mw', { depthKm: 0 }), km), degree, degree);
  }
});

test('without a measured Mw, below 5 and from 6.5 on there is no degree', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 8, noNaN: true }),
      fc.constantFrom('ML', 'MD', 'mb', 'Ms', 'Mw*', 'Mw', null),
      fc.double({ min: 0, max: 900, noNaN: true }),
      (magnitude, type, km) => {
        const isEstimated = type === 'Mw' && magnitude >= 5 && magnitude < 6.5;
        const strength = strengthAt(one(magnitude, type), km)!;
        if (!isEstimated) assert.ok(['great', 'felt', 'maybe', 'unfelt'].includes(strength), strength);
        assert.equal(strength === 'great' && magnitude < 6.5, false);
      },
    ),
  );
  assert.equal(strengthAt(one(7.7), 33), 'great');
  assert.equal(strengthAt(one(7.7), 700), 'maybe', 'it is never said that a great one was not felt');
});

test('felt and not felt hold at two standard deviations of magnitude and equation', () => {
  assert.equal(strengthAt(one(3.2, 'ML'), 300), 'unfelt');
  assert.equal(strengthAt(one(3.2, 'ML'), 40), 'maybe');
  assert.equal(strengthAt(one(4.6, 'ML'), 5), 'felt');
  const far = (magnitude: number, type: string): number =>
    Array.from({ length: 1000 }, (_, km) => km).find((km) => strengthAt(one(magnitude, type), km) === 'unfelt')!;
  assert.ok(far(4, 'mb') > far(4, 'ML') && far(4, 'ML') > far(4, 'Mw'), 'a less sure magnitude excludes less');
  const km = Math.hypot(far(4, 'ML'), 10);
  const error = Math.hypot(intensityDeviation(km), SLOPE * 0.19);
  assert.ok(Math.abs(estimate(4, km) + 2 * error - 2.5) < 0.02);
});

test('nothing is said of what is unknown, contradicted, deep, old, or no earthquake', () => {
  for (const more of [
    { magnitude: null },
    { magnitudeDoubtful: true },
    { otherMagnitude: { name: 'usgs', magnitude: 6.4 } },
    { depthKm: 35.1 },
    { time: -1 },
    { eventType: 'quarry blast' },
    { blastProbability: 0.9 },
  ])
    assert.equal(strengthAt(one(5.5, 'Mw', more), 20), undefined, JSON.stringify(more));
  assert.equal(strengthAt(one(5.5, 'Mw', { depthKm: null }), 20), 'maybe', 'an unknown depth');
  assert.equal(strengthAt(one(3, 'ML', { depthKm: null }), 200), 'unfelt');
});

test('words are the same in both languages, and say that degrees are estimated', () => {
  const said = (strength: Parameters<typeof strengthWords>[0]) => strengthWords(strength, (tr, en) => `${tr} | ${en}`);
  assert.equal(said('VI'), 'kuvvetli sarsıntı (tahmin) | strong shaking (estimate)');
  assert.equal(said('unfelt'), 'büyük olasılıkla hissedilmedi | probably not felt');
});

test('the headline of a place is never one that was not felt above one that was', () => {
  const seat = provinceOf('izmir')!;
  const place = fc.record({
    latitude: fc.double({ min: 36, max: 41, noNaN: true }),
    longitude: fc.double({ min: 25, max: 31, noNaN: true }),
  });
  const shock = fc.record({
    at: place,
    magnitude: fc.integer({ min: 10, max: 64 }).map((tenths) => tenths / 10),
    minutes: fc.integer({ min: 0, max: 9000 }),
  });
  fc.assert(
    fc.property(fc.array(shock, { minLength: 2, maxLength: 12 }), (shocks) => {
      const rows = shocks.map(({ at, magnitude, minutes }, id) => ({
        ...one(magnitude),
        ...at,
        ...{ id, magnitude, time: TIME - minutes * 60_000 },
      }));
      const kmTo = (row: (typeof rows)[number]): number => distanceKm(row, seat);
      const strengthOf = (row: (typeof rows)[number]) => strengthAt(row, kmTo(row));
      const { headline } = foremost(rows, { now: TIME, kmTo })!;
      if (strengthOf(headline) !== 'unfelt') return;
      assert.deepEqual(
        rows.filter((row) => !['unfelt', 'maybe'].includes(strengthOf(row)!)),
        [],
      );
    }),
  );
});

test('a great earthquake far away that was felt is above a tiny one near, and a deep one counts by what was felt', () => {
  const seat = provinceOf('izmir')!;
  const north = (km: number) => ({ latitude: seat.latitude + km / 111.2, longitude: seat.longitude });
  const first = (...rows: [magnitude: number, km: number, depthKm: number][]): number => {
    const shocks = rows.map(([magnitude, km, depthKm], id) => ({
      ...one(magnitude),
      ...north(km),
      id,
      magnitude,
      depthKm,
    }));
    return foremost(shocks, { now: TIME, kmTo: (row) => distanceKm(row, seat) })!.headline.magnitude!;
  };
  assert.equal(first([7.7, 300, 10], [3, 5, 5]), 7.7);
  assert.equal(first([6, 150, 150], [5, 20, 10]), 5, 'V was felt of it, and IV of the deep one');
  assert.equal(first([6, 150, 10], [5, 120, 10]), 6);
});
