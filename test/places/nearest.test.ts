import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Point } from '#core/geo.ts';
import { distanceKm } from '#core/geo.ts';
import { NearestIndex } from '../../generator/places/nearest.ts';

const anywhere: fc.Arbitrary<Point> = fc.record({
  latitude: fc.constantFrom(-90, 90, 0).chain((edge) => fc.oneof(fc.constant(edge), fc.integer({ min: -90, max: 90 }))),
  longitude: fc.oneof(fc.constantFrom(-180, 180), fc.integer({ min: -180, max: 180 })),
});
const crowded: fc.Arbitrary<Point> = fc.record({
  latitude: fc.integer({ min: 3800, max: 3830 }).map((n) => n / 100),
  longitude: fc.integer({ min: 2700, max: 2705 }).map((n) => n / 100),
});

for (const [name, point] of Object.entries({ anywhere, crowded }))
  test(`what is nearest is what looking at all of them finds, ${name}`, () => {
    const many = fc.array(point, { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(many, point, fc.constantFrom(1, 50, 2000, 25_000), (points, target, withinKm) => {
        const least = Math.min(...points.map((one) => distanceKm(one, target)));
        const found = new NearestIndex(points).nearest(target, withinKm);
        if (least > withinKm) return assert.equal(found, undefined);
        assert.ok(found && Math.abs(found.km - least) < 1e-6, `${found?.km} km, not ${least}`);
        assert.equal(found.km, distanceKm(found.item, target));
      }),
      { numRuns: 300 },
    );
  });

test('of nothing nothing is near', () =>
  assert.equal(new NearestIndex([]).nearest({ latitude: 0, longitude: 0 }, 20_000), undefined));

test('many points in one place are no trouble', () => {
  const index = new NearestIndex(Array.from({ length: 5000 }, () => ({ latitude: 38, longitude: 27 })));
  assert.equal(index.nearest({ latitude: 38, longitude: 27 }, 0)?.km, 0);
});
