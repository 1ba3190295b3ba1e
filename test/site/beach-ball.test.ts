import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/property.ts';
import type { NodalPlane } from '#core/earthquake.ts';
import { beachBall } from '../../generator/site/drawing/beach-ball.ts';

const plane = fc.record({
  strike: fc.double({ min: 0, max: 360, noNaN: true }),
  dip: fc.double({ min: 4, max: 90, noNaN: true }),
  rake: fc.double({ min: -180, max: 180, noNaN: true }),
});

/** Points of the disc, by radius and azimuth. */
const SAMPLES = [0.13, 0.41, 0.66, 0.88].flatMap((radius) =>
  Array.from({ length: 24 }, (_, index) => ({ radius, azimuth: index * 15 + 4 })),
);

type Polygon = [number, number][];
const polygonsOf = (path: string): Polygon[] =>
  path
    .split('Z')
    .filter((part) => part !== '')
    .map((part) =>
      part
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number) as [number, number]),
    );

function inside(polygons: Polygon[], x: number, y: number): boolean {
  let odd = false;
  for (const polygon of polygons) {
    let [x2, y2] = polygon.at(-1)!;
    for (const corner of polygon) {
      const [x1, y1] = corner;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) odd = !odd;
      [x2, y2] = corner;
    }
  }
  return odd;
}

const RAD = Math.PI / 180;

/** The radiation pattern of P waves, from the double couple itself. */
function radiation({ strike, dip, rake }: NodalPlane, radius: number, azimuth: number): number {
  const down = 1 - radius * radius;
  const across = Math.sqrt(Math.max(0, 1 - down * down));
  const [s, d, r, a] = [strike * RAD, dip * RAD, rake * RAD, azimuth * RAD];
  const ray = [across * Math.cos(a), across * Math.sin(a), down];
  const normal = [-Math.sin(d) * Math.sin(s), Math.sin(d) * Math.cos(s), -Math.cos(d)];
  const slip = [
    Math.cos(r) * Math.cos(s) + Math.cos(d) * Math.sin(r) * Math.sin(s),
    Math.cos(r) * Math.sin(s) - Math.cos(d) * Math.sin(r) * Math.cos(s),
    -Math.sin(r) * Math.sin(d),
  ];
  const along = (v: number[]): number => v.reduce((sum, one, index) => sum + one * ray[index]!, 0);
  return 2 * along(normal) * along(slip);
}

/** Whether each sample is in a tension quadrant; undefined near a nodal line, where rounding decides. */
const picture = (one: NodalPlane, turned = 0): (boolean | undefined)[] => {
  const polygons = polygonsOf(beachBall(one).tension);
  return SAMPLES.map(({ radius, azimuth }) => {
    if (Math.abs(radiation(one, radius, azimuth + turned)) < 0.04) return undefined;
    const at = (azimuth + turned) * RAD;
    return inside(polygons, radius * Math.sin(at), -radius * Math.cos(at));
  });
};

/** The other nodal plane: its normal is the slip of this one, and the other way round. */
function auxiliary({ strike, dip, rake }: NodalPlane): NodalPlane {
  const [s, d, r] = [strike * RAD, dip * RAD, rake * RAD];
  let normal = [
    Math.cos(r) * Math.cos(s) + Math.cos(d) * Math.sin(r) * Math.sin(s),
    Math.cos(r) * Math.sin(s) - Math.cos(d) * Math.sin(r) * Math.cos(s),
    -Math.sin(r) * Math.sin(d),
  ];
  let slip = [-Math.sin(d) * Math.sin(s), Math.sin(d) * Math.cos(s), -Math.cos(d)];
  if (normal[2]! > 0) [normal, slip] = [normal.map((one) => -one), slip.map((one) => -one)];
  const dip2 = Math.acos(Math.min(1, -normal[2]!));
  const strike2 = Math.atan2(-normal[0]!, normal[1]!);
  const horizontal = slip[0]! * Math.cos(strike2) + slip[1]! * Math.sin(strike2);
  const rake2 = Math.atan2(-slip[2]! / Math.sin(dip2), horizontal);
  return { strike: strike2 / RAD, dip: dip2 / RAD, rake: rake2 / RAD };
}

test('tension is coloured and pressure is not, as the radiation pattern says', () => {
  fc.assert(
    fc.property(plane, (one) => {
      picture(one).forEach((coloured, index) => {
        if (coloured === undefined) return;
        const { radius, azimuth } = SAMPLES[index]!;
        assert.equal(coloured, radiation(one, radius, azimuth) > 0, `${radius} ${azimuth}`);
      });
      const { t, p } = beachBall(one);
      const polygons = polygonsOf(beachBall(one).tension);
      assert.ok(inside(polygons, t.x * 0.999, t.y * 0.999), 'T in colour');
      assert.ok(!inside(polygons, p.x * 0.999, p.y * 0.999), 'P in white');
    }),
  );
});

test('the other nodal plane gives the same picture', () => {
  fc.assert(
    fc.property(plane, (one) => {
      const other = auxiliary(one);
      // Rounding decides the strike of a nearly horizontal plane.
      fc.pre(other.dip > 2);
      const [a, b] = [picture(one), picture(other)];
      a.forEach(
        (coloured, index) => b[index] !== undefined && coloured !== undefined && assert.equal(coloured, b[index]),
      );
    }),
  );
});

test('turning the strike turns the picture', () => {
  fc.assert(
    fc.property(plane, fc.double({ min: -180, max: 180, noNaN: true }), (one, angle) => {
      const turned = picture({ ...one, strike: one.strike + angle }, angle);
      picture(one).forEach(
        (coloured, index) =>
          coloured !== undefined && turned[index] !== undefined && assert.equal(turned[index], coloured),
      );
    }),
  );
});

test('known mechanisms: the centre of a thrust is coloured, that of a normal fault white', () => {
  const centre = (one: NodalPlane): boolean => inside(polygonsOf(beachBall(one).tension), 0.01, 0.013);
  assert.equal(centre({ strike: 30, dip: 45, rake: 90 }), true);
  assert.equal(centre({ strike: 30, dip: 45, rake: -90 }), false);
  // A vertical right-lateral fault to the north: tension to the north-west and south-east.
  const polygons = polygonsOf(beachBall({ strike: 0, dip: 90, rake: 180 }).tension);
  assert.deepEqual(
    [45, 135, 225, 315].map((azimuth) =>
      inside(polygons, 0.7 * Math.sin(azimuth * RAD), -0.7 * Math.cos(azimuth * RAD)),
    ),
    [false, true, false, true],
  );
});
