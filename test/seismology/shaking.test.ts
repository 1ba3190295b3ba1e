import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../support/property.ts';
import { intensityAt, intensityDeviation, reachOf, shakingAt, shakingOf } from '#seismology/shaking.ts';

/** Printed by other implementations; near the source theirs differ from the constants by up to 0.005. */
const CHECKS: [mw: number, km: number, intensity: number][] = [
  [7, 10, 8.029],
  [7, 100, 5.663],
  [5, 20, 5.018],
  [6, 50, 5.16],
];

for (const [mw, km, intensity] of CHECKS)
  test(`the intensity of Mw ${mw} at ${km} km is ${intensity}`, () => {
    assert.ok(Math.abs(intensityAt(mw, km) - intensity) < 0.006);
  });

test('the deviation falls from 1.19 at the source to 0.82 far away', () => {
  assert.equal(Number(intensityDeviation(0).toFixed(2)), 1.19);
  assert.equal(Number(intensityDeviation(22.9).toFixed(3)), 1.005);
  assert.ok(intensityDeviation(300) < 0.83);
});

test('estimated from a measured Mw below 6.5 only', () => {
  const known = { magnitude: 6.1, magnitude_type: 'Mww', depth_km: 10 };
  assert.deepEqual(shakingOf(known), { mw: 6.1, depthKm: 10 });
  assert.deepEqual(shakingOf({ ...known, magnitude: 6.4 }), { mw: 6.4, depthKm: 10 });
  // Silivri 2019, by AFAD.
  assert.deepEqual(shakingOf({ magnitude: 5.8, magnitude_type: 'Mw', depth_km: 7.97 }), { mw: 5.8, depthKm: 7.97 });
  // Another agency's.
  const local = { ...known, magnitude: 5.5, magnitude_type: 'ML' };
  assert.deepEqual(shakingOf({ ...local, magnitude_mw: 5.2 }), { mw: 5.2, depthKm: 10 });
  for (const unmeasured of [
    local,
    { ...local, magnitude: 5 },
    { ...known, magnitude_type: 'Mw*' },
    { ...known, source: 'historical' },
    { magnitude: 6.1, depth_km: 10 },
  ])
    assert.equal(shakingOf(unmeasured), 'unmeasured', JSON.stringify(unmeasured));
});

test('great earthquakes have no estimate, and the reason is said', () => {
  for (const magnitude of [6.5, 7.7])
    for (const more of [{}, { magnitude_type: 'Ms' }, { depth_km: null }, { depth_km: 80 }, { source: 'historical' }])
      assert.equal(shakingOf({ magnitude, magnitude_type: 'Mw', depth_km: 8.6, ...more }), 'great');
  assert.equal(shakingOf({ magnitude: 6.4, magnitude_type: 'ML', magnitude_mw: 6.5, depth_km: 8 }), 'great');
});

test('nothing is said of small, deep and doubtful earthquakes, of an unknown depth, and of blasts', () => {
  const known = { magnitude: 6.1, magnitude_type: 'Mww', depth_km: 10 };
  for (const other of [
    { magnitude: 4.9 },
    { magnitude: null },
    { depth_km: null },
    { depth_km: 35.1 },
    { depth_km: -1 },
    { magnitude_doubtful: true },
    { event_type: 'quarry blast' },
  ])
    assert.equal(shakingOf({ ...known, ...other }), undefined, JSON.stringify(other));
  const source = { mw: 6.1, depthKm: 10 };
  assert.equal(shakingAt(source, 299.9), undefined);
  assert.ok(shakingAt(source, 299.8)! > 1);
});

test('the reach of an intensity is where the estimate falls below it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 5, max: 7.9, noNaN: true }),
      fc.double({ min: 0, max: 35, noNaN: true }),
      fc.constantFrom(3, 4, 5, 6, 7, 8),
      (mw, depthKm, intensity) => {
        const source = { mw, depthKm };
        const reach = reachOf(source, intensity);
        if (reach === undefined) return assert.ok(shakingAt(source, 0)! < intensity);
        if (reach === Infinity) return assert.ok(intensityAt(mw, 300) >= intensity);
        if (reach > 0.5) assert.ok(shakingAt(source, reach - 0.3)! >= intensity - 0.01);
        const beyond = shakingAt(source, reach + 5);
        assert.ok(beyond === undefined || beyond < intensity);
        return undefined;
      },
    ),
  );
});
