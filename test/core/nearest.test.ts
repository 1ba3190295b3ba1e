import assert from 'node:assert/strict';
import test from 'node:test';
import { distanceKm, type Point } from '#core/geo.ts';
import { NearestIndex } from '#core/nearest.ts';
import fc from '../support/property.ts';

const anywhere: fc.Arbitrary<Point> = fc.record({
  latitude: fc.constantFrom(-90, 90, 0).chain((edge) => fc.oneof(fc.constant(edge), fc.integer({ min: -90, max: 90 }))),
  longitude: fc.oneof(fc.constantFrom(-180, 180), fc.integer({ min: -180, max: 180 })),
});
/** Many of them coincide, and many are equally far from a third one. */
const crowded: fc.Arbitrary<Point> = fc.record({
  latitude: fc.integer({ min: 3800, max: 3830 }).map((n) => n / 100),
  longitude: fc.integer({ min: 2700, max: 2705 }).map((n) => n / 100),
});

/** The order of the index, by looking at all of them: squared chord between unit vectors, then position. */
function inOrder<P extends Point>(points: P[], to: Point, withinKm: number): P[] {
  const [x, y, z] = unitVector(to);
  return points
    .map((point, index) => {
      const [px, py, pz] = unitVector(point);
      const chord2 = (px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z);
      return { point, index, chord2 };
    })
    .filter(({ point }) => distanceKm(point, to) <= withinKm)
    .sort((a, b) => a.chord2 - b.chord2 || a.index - b.index)
    .map(({ point }) => point);
}

function unitVector({ latitude, longitude }: Point): [number, number, number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

for (const [name, point] of Object.entries({ anywhere, crowded })) {
  const many = fc.array(point, { minLength: 1, maxLength: 300 });
  const limits = fc.integer({ min: 1, max: 12 });
  const distances = fc.constantFrom(0, 1, 50, 2000, 15_000, 25_000, Infinity);

  test(`the nearest points equal those of an exhaustive search, in the same order: ${name}`, () => {
    fc.assert(
      fc.property(many, fc.array(point, { minLength: 10 }), limits, distances, (points, targets, limit, withinKm) => {
        const index = new NearestIndex(points);
        for (const target of targets) {
          const actual = index.nearest(target, { limit, withinKm });
          const expected = inOrder(points, target, withinKm).slice(0, limit);
          assert.ok(actual.length === expected.length && actual.every(({ item }, n) => item === expected[n]));
          for (const { item, km, index: position } of actual) {
            assert.equal(km, distanceKm(item, target));
            assert.equal(points[position], item);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test(`all within a distance, and only what is accepted: ${name}`, () => {
    fc.assert(
      fc.property(many, point, limits, distances, (points, target, limit, withinKm) => {
        const index = new NearestIndex(points);
        const accepts = (one: Point): boolean => points.indexOf(one) % 3 !== 0;
        const expected = inOrder(points.filter(accepts), target, withinKm);
        assert.deepEqual(new Set(index.within(target, withinKm, accepts).map(({ item }) => item)), new Set(expected));
        const nearest = index.nearest(target, { limit, withinKm, accepts }).map(({ item }) => item);
        assert.deepEqual(nearest, expected.slice(0, limit));
      }),
      { numRuns: 300 },
    );
  });
}

test('an index of no points finds none', () =>
  assert.deepEqual(new NearestIndex([]).nearest({ latitude: 0, longitude: 0 }, { limit: 1, withinKm: 20_000 }), []));

test('of many points in one place the one given first is the nearest', () => {
  const here = { latitude: 38, longitude: 27 };
  const index = new NearestIndex(Array.from({ length: 5000 }, () => here));
  const actual = index.nearest(here, { limit: 2, withinKm: 0 });
  assert.deepEqual(
    actual.map(({ index: position, km }) => [position, km]),
    [
      [0, 0],
      [1, 0],
    ],
  );
});
