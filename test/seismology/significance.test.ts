/** Which earthquake is the headline, and which are pinned below it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowKm } from '#seismology/aftershock-windows.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { provinceOf } from '#core/provinces.ts';
import { concerns, foremost, significance, type Shock } from '#seismology/significance.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';

const NOW = Date.UTC(2020, 9, 30, 11, 55);
const IZMIR = provinceOf('izmir')!;
const VAN = provinceOf('van')!;
const SAMOS = { latitude: 37.888, longitude: 26.777 };
const TUSBA = { latitude: 38.62, longitude: 43.35 };
const CRETE = { latitude: 34.9, longitude: 25.6 };

let ids = 0;
const shock = (magnitude: number | null, ago: number, at: Point & Partial<Shock> = SAMOS): Shock => ({
  ...{ id: (ids += 1), time: NOW - ago, magnitude, depthKm: 8 },
  ...at,
});

interface Named {
  rows: Shock[];
  near?: Point;
  later?: number;
}

/** Magnitudes of the headline and of the pinned ones. */
function named({ rows, near, later = 0 }: Named): (number | null | undefined)[] {
  const kmTo = near && ((one: Shock): number => distanceKm(one, near));
  const { headline, pinned } = foremost(rows, { now: NOW + later, kmTo }) ?? {};
  return [headline?.magnitude, ...(pinned ?? []).map(({ magnitude }) => magnitude)];
}

test('a main shock of four minutes ago is above its aftershock and an unrelated small one', () => {
  const rows = [shock(3, MINUTE, TUSBA), shock(3.2, 2 * MINUTE), shock(6.4, 4 * MINUTE)];
  assert.deepEqual(named({ rows }), [6.4]);
  assert.deepEqual(named({ rows, near: IZMIR }), [6.4]);
  assert.deepEqual(named({ rows, near: VAN }), [3, 6.4], 'what can be felt there comes first');
  const afterwards = [shock(4.6, -16 * MINUTE), ...rows];
  assert.deepEqual(named({ rows: afterwards, later: 16 * MINUTE }), [6.4], 'an aftershock of 20 minutes later');
  assert.deepEqual(named({ rows: afterwards, near: IZMIR, later: 16 * MINUTE }), [6.4]);
});

test('significance falls by one unit in 90 minutes, and the future is now', () => {
  assert.deepEqual([significance(6, 0), significance(6, 90 * MINUTE), significance(6, -HOUR)], [6, 5, 6]);
});

test('where it is does not count without a place', () => {
  assert.deepEqual(named({ rows: [shock(3.1, MINUTE, TUSBA), shock(4.4, 5 * MINUTE, CRETE)] }), [4.4]);
});

test('a main shock of M 5 stays for 72 hours, and an aftershock above it is not alone', () => {
  const aftershocks = Array.from({ length: 60 }, (_, index) => shock(3 + (index % 10) / 10, (index + 1) * 20 * MINUTE));
  const rows = [...aftershocks, shock(5.8, 25 * HOUR)];
  assert.deepEqual(named({ rows }), [5.8]);
  assert.deepEqual(named({ rows: [shock(4.2, MINUTE), ...rows] }), [4.2, 5.8]);
  const three = [shock(5.9, 2 * MINUTE, TUSBA), shock(5.2, DAY, CRETE), shock(5, 3 * DAY)];
  assert.deepEqual(named({ rows: three }), [5.9, 5.2, 5], 'a third one, too');
  assert.deepEqual(named({ rows: three, later: MINUTE }), [5.9, 5.2], 'until 72 hours');
  assert.deepEqual(named({ rows: [shock(6, MINUTE), shock(4.6, HOUR, TUSBA), shock(4.5, HOUR, CRETE)] }), [6, 4.6]);
  assert.deepEqual(named({ rows: [shock(6, MINUTE), shock(4.4, HOUR, TUSBA)] }), [6]);
  assert.deepEqual(named({ rows: [shock(6, MINUTE), shock(5.5, HOUR)] }), [6], 'a foreshock is none of its own');
});

test('within an hour no aftershock or foreshock is above its main shock', () => {
  const rows = [shock(4.6, 0), shock(5, 59 * MINUTE)];
  assert.ok(significance(4.6, 0) > significance(5, 59 * MINUTE));
  assert.deepEqual(named({ rows }), [5]);
  assert.deepEqual(named({ rows, later: 2 * MINUTE }), [4.6, 5]);
  const beyond = { ...SAMOS, latitude: SAMOS.latitude - windowKm(5) / 110 };
  assert.deepEqual(named({ rows: [shock(4.6, 0, beyond), shock(5, 59 * MINUTE)] }), [4.6, 5], 'one of its own');
});

test('doubtful magnitudes, unknown ones and blasts are never named', () => {
  const rows = [
    shock(8.1, MINUTE, { ...SAMOS, magnitudeDoubtful: true }),
    shock(null, MINUTE),
    shock(6, MINUTE, { ...SAMOS, eventType: 'quarry blast' }),
    shock(2, HOUR),
  ];
  assert.deepEqual(named({ rows }), [2]);
  assert.equal(foremost(rows.slice(0, 3), { now: NOW }), undefined);
});

test('distance costs as much magnitude as shaking, and the order of rows changes nothing', () => {
  const far = { latitude: 41, longitude: 29 };
  const rows = [shock(4.5, 10 * MINUTE, far), shock(4.2, 10 * MINUTE, { ...IZMIR })];
  assert.deepEqual(named({ rows, near: IZMIR })[0], 4.2);
  assert.deepEqual(named({ rows: rows.toReversed(), near: far })[0], 4.5);
  const both = [shock(4.5, MINUTE, TUSBA), shock(4.4, MINUTE, { ...TUSBA, depthKm: null })];
  for (const depthKm of [-1, 0, 3, null, 700])
    assert.ok(foremost([shock(2.72, 0, { ...VAN, depthKm })], { now: NOW, kmTo: () => 0 }));
  assert.deepEqual(named({ rows: both, near: VAN }), named({ rows: both.toReversed(), near: VAN }));
});

test('an area is concerned by what is in it and by what is felt at its seat', () => {
  const kmTo = (one: Shock): number => (one.id === inside.id ? 0 : distanceKm(one, IZMIR));
  const inside = shock(1.1, HOUR, { latitude: 39.3, longitude: 27.2 });
  const rows = [inside, shock(6.4, HOUR), shock(3, HOUR), shock(3, HOUR, TUSBA), shock(null, HOUR, IZMIR)];
  assert.deepEqual(
    concerns(rows, kmTo).map(({ magnitude }) => magnitude),
    [1.1, 6.4],
  );
});
