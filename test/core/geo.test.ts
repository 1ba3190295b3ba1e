import assert from 'node:assert/strict';
import test from 'node:test';
import {
  EARTH_RADIUS_KM,
  KM_PER_DEGREE,
  azimuthDegrees,
  distanceKm,
  distanceToBoxKm,
  insideBox,
  type Box,
  type Point,
} from '#core/geo.ts';
import fc from '../support/property.ts';

const point = (latitude: number, longitude: number): Point => ({ latitude, longitude });
const latitudes = fc.double({ min: -90, max: 90, noNaN: true });
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const points = fc.record({ latitude: latitudes, longitude: longitudes });

const near = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);

/**
 * Spherical distances that follow from the geometry alone, and one between two cities (Ankara, Istanbul: 349 to 351
 * km).
 */
const DISTANCES: [Point, Point, number, number][] = [
  [point(0, 0), point(0, 0), 0, 0],
  [point(0, 0), point(1, 0), KM_PER_DEGREE, 1e-9],
  [point(0, 0), point(0, 1), KM_PER_DEGREE, 1e-9],
  [point(60, 0), point(60, 180), 60 * KM_PER_DEGREE, 1e-6],
  [point(90, 0), point(-90, 77), Math.PI * EARTH_RADIUS_KM, 1e-6],
  [point(0, 179.5), point(0, -179.5), KM_PER_DEGREE, 1e-9],
  [point(0, -180), point(0, 180), 0, 1e-6],
  [point(39.9334, 32.8597), point(41.0082, 28.9784), 350, 1],
];

for (const [a, b, km, tolerance] of DISTANCES)
  test(`from ${JSON.stringify(a)} to ${JSON.stringify(b)} it is ${km.toFixed(1)} km`, () => {
    near(distanceKm(a, b), km, tolerance);
    near(distanceKm(b, a), km, tolerance);
  });

test('distances are those between unit vectors', () => {
  const vector = ({ latitude, longitude }: Point): number[] => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  fc.assert(
    fc.property(points, points, (a, b) => {
      const [u, v] = [vector(a), vector(b)];
      const chord = Math.hypot(...u.map((value, axis) => value - v[axis]!));
      near(distanceKm(a, b), 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / 2)), 1e-3);
    }),
  );
});

const AZIMUTHS: [Point, Point, number][] = [
  [point(0, 0), point(1, 0), 0],
  [point(0, 0), point(0, 1), 90],
  [point(0, 0), point(-1, 0), 180],
  [point(0, 0), point(0, -1), 270],
  [point(0, 179), point(0, -179), 90],
  [point(-90, 0), point(10, 0), 0],
];

for (const [a, b, degrees] of AZIMUTHS)
  test(`from ${JSON.stringify(a)} one looks at ${degrees}° to see ${JSON.stringify(b)}`, () => {
    near(azimuthDegrees(a, b), degrees, 0.1);
  });

test('azimuths are at least 0 and below 360, and lead to where they point', () => {
  fc.assert(
    fc.property(points, points, (a, b) => {
      const azimuth = azimuthDegrees(a, b);
      assert.ok(azimuth >= 0 && azimuth < 360, String(azimuth));
      const d = distanceKm(a, b) / EARTH_RADIUS_KM;
      const phi = (a.latitude * Math.PI) / 180;
      const theta = (azimuth * Math.PI) / 180;
      const sine = Math.sin(phi) * Math.cos(d) + Math.cos(phi) * Math.sin(d) * Math.cos(theta);
      near(Math.sin((b.latitude * Math.PI) / 180), sine, 1e-6);
    }),
  );
});

const boxes = fc.tuple(latitudes, latitudes, longitudes, longitudes).map(([a, b, c, d]): Box => ({
  south: Math.min(a, b),
  north: Math.max(a, b),
  west: Math.min(c, d),
  east: Math.max(c, d),
}));
const shares = fc.double({ min: 0, max: 1, noNaN: true });

test('no point of a box is nearer than the distance to the box', () => {
  fc.assert(
    fc.property(points, boxes, shares, shares, (from, box, up, right) => {
      const within = point(box.south + (box.north - box.south) * up, box.west + (box.east - box.west) * right);
      const bound = distanceToBoxKm(from, box);
      assert.ok(bound >= 0);
      assert.ok(bound <= distanceKm(from, within) * (1 + 1e-9) + 1e-6, `${bound} > ${distanceKm(from, within)}`);
    }),
    { numRuns: 5000 },
  );
});

test('the distance to a box is 0 inside it, and useful outside', () => {
  const box = { south: 36, north: 42, west: 26, east: 45 };
  assert.equal(distanceToBoxKm(point(39, 35), box), 0);
  near(distanceToBoxKm(point(35, 35), box), KM_PER_DEGREE, 1e-9);
  assert.ok(distanceToBoxKm(point(39, 20), box) > 400);
});

test('a box holds its own bounds', () => {
  const box = { south: 36, north: 42, west: 26, east: 45 };
  for (const corner of [point(36, 26), point(42, 45), point(36, 45)]) assert.ok(insideBox(corner, box));
  for (const outside of [point(35.999, 30), point(42.001, 30), point(39, 25.999), point(39, 45.001)])
    assert.ok(!insideBox(outside, box));
});
