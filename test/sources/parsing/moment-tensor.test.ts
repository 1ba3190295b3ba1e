import assert from 'node:assert/strict';
import test from 'node:test';
import type { MomentTensor, NodalPlane } from '#core/earthquake.ts';
import {
  agreement,
  auxiliaryPlane,
  doubleCouple,
  fromNorthEastDown,
  nodalPlanesOf,
  principalAxes,
  scalarMomentOf,
} from '../../../generator/sources/parsing/moment-tensor.ts';
import { axesOf, kaganAngle } from '../../support/kagan.ts';
import fc from '../../support/property.ts';

const angle = (least: number, most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.double({ min: least, max: most, noNaN: true }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...[0, 45, 90, 180, -90, least, most].filter((a) => a >= least && a <= most)),
    },
  );

/** Any plane, with horizontal, vertical and pure ones among them. */
const planes: fc.Arbitrary<NodalPlane> = fc.record({
  strike: angle(0, 360),
  dip: angle(0, 90),
  rake: angle(-180, 180),
});
const moments = fc
  .integer({ min: 11, max: 23 })
  .chain((power) => fc.double({ min: 10 ** power, max: 9 * 10 ** power, noNaN: true }));

const both = (tensor: MomentTensor): [NodalPlane, NodalPlane] => {
  const actual = nodalPlanesOf(tensor);
  assert.ok(typeof actual !== 'string', String(actual));
  return actual;
};

test('planes → tensor → planes: the same double couple within a millionth of a degree', () => {
  fc.assert(
    fc.property(planes, moments, (plane, moment) => {
      const tensor = doubleCouple(plane, moment);
      for (const actual of both(tensor)) assert.ok(kaganAngle(plane, actual) < 1e-6);
      assert.ok(Math.abs(scalarMomentOf(tensor) / moment - 1) < 1e-12);
      assert.ok(Math.abs(tensor.mrr + tensor.mtt + tensor.mpp) < 1e-12 * moment);
    }),
    { numRuns: 2000 },
  );
});

test('the auxiliary of the auxiliary plane is the first, and both are one double couple', () => {
  fc.assert(
    fc.property(planes, (plane) => {
      const other = auxiliaryPlane(plane);
      assert.ok(kaganAngle(plane, other) < 1e-6);
      const again = auxiliaryPlane(other);
      assert.ok(kaganAngle(plane, again) < 1e-6);
      // A vertical plane has two names, a horizontal one any number.
      if (plane.dip < 0.01 || plane.dip > 89.99) return;
      const turns = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
      assert.ok(turns(again.strike, plane.strike) < 1e-6 && Math.abs(again.dip - plane.dip) < 1e-6);
      assert.ok(turns(again.rake, plane.rake) < 1e-6);
    }),
    { numRuns: 2000 },
  );
});

test('principal axes rebuild the tensor, whatever it is', () => {
  const component = fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(0, 1, -1, 1e-9));
  const names = ['mrr', 'mtt', 'mpp', 'mrt', 'mrp', 'mtp'] as const;
  fc.assert(
    fc.property(
      fc.record({ mrr: component, mtt: component, mpp: component, mrt: component, mrp: component, mtp: component }),
      (tensor) => {
        const { t, n, p } = principalAxes(tensor);
        assert.ok(t.moment >= n.moment && n.moment >= p.moment);
        const sum = (i: 0 | 1 | 2, j: 0 | 1 | 2): number =>
          [t, n, p].reduce((total, { moment, direction }) => total + moment * direction[i] * direction[j], 0);
        const rebuilt = fromNorthEastDown({
          mxx: sum(0, 0),
          myy: sum(1, 1),
          mzz: sum(2, 2),
          mxy: sum(0, 1),
          mxz: sum(0, 2),
          myz: sum(1, 2),
        });
        for (const name of names) assert.ok(Math.abs(rebuilt[name] - tensor[name]) < 1e-12, name);
      },
    ),
    { numRuns: 1000 },
  );
});

test('planes are those of the deviatoric part: an isotropic one added changes nothing', () => {
  fc.assert(
    fc.property(planes, fc.double({ min: -0.9, max: 0.9, noNaN: true }), (plane, share) => {
      const { mrr, mtt, mpp, ...rest } = doubleCouple(plane, 1);
      const [one] = both({ mrr: mrr + share, mtt: mtt + share, mpp: mpp + share, ...rest });
      assert.ok(kaganAngle(plane, one) < 1e-6);
    }),
  );
});

const rounded = (value: number): number => Math.round(value * 10) / 10 + 0;

/** By hand, from where the ground moves: up (r), south (t), east (p). */
const BY_HAND: [string, NodalPlane, Partial<MomentTensor>][] = [
  [
    'a thrust striking north, dipping 45° east: up opens, east to west is pressed',
    { strike: 0, dip: 45, rake: 90 },
    { mrr: 1, mpp: -1 },
  ],
  ['its opposite, a normal fault', { strike: 0, dip: 45, rake: -90 }, { mrr: -1, mpp: 1 }],
  ['left-lateral on a vertical plane to the north: Mxy is 1 and Mtp −1', { strike: 0, dip: 90, rake: 0 }, { mtp: -1 }],
  ['right-lateral on it', { strike: 0, dip: 90, rake: 180 }, { mtp: 1 }],
  [
    'left-lateral to the north-east: tension lies north to south',
    { strike: 45, dip: 90, rake: 0 },
    { mtt: -1, mpp: 1 },
  ],
  ['vertical dip-slip striking north, west side up', { strike: 0, dip: 90, rake: -90 }, { mrp: -1 }],
];

for (const [name, plane, expected] of BY_HAND)
  test(`tensor of ${name}`, () => {
    const tensor = doubleCouple(plane, 1);
    const all = { mrr: 0, mtt: 0, mpp: 0, mrt: 0, mrp: 0, mtp: 0, ...expected };
    const actual = Object.fromEntries(Object.entries(tensor).map(([key, value]) => [key, rounded(value)]));
    assert.deepEqual(actual, all);
    assert.ok(kaganAngle(both(all)[0], plane) < 1e-6);
  });

const CLVD = { mrr: 2, mtt: -1, mpp: -1, mrt: 0, mrp: 0, mtp: 0 };

const NONE: [string, MomentTensor, RegExp][] = [
  ['an explosion', { mrr: 1e17, mtt: 1e17, mpp: 1e17, mrt: 0, mrp: 0, mtp: 0 }, /isotropic/],
  [
    'an implosion with a trace of noise',
    { mrr: -1e17, mtt: -1.0001e17, mpp: -1e17, mrt: 1e12, mrp: 0, mtp: 0 },
    /isotropic/,
  ],
  ['a pure CLVD', CLVD, /two principal moments of the tensor are equal/],
  ['its opposite', { ...CLVD, mrr: -2, mtt: 1, mpp: 1 }, /two principal moments of the tensor are equal/],
  ['nothing', { mrr: 0, mtt: 0, mpp: 0, mrt: 0, mrp: 0, mtp: 0 }, /is zero/],
  ['NaN', { ...CLVD, mrt: NaN }, /not a number/],
  ['infinity', { ...CLVD, mrt: Infinity }, /not a number/],
];

for (const [name, tensor, reason] of NONE)
  test(`${name} has no nodal planes, and the reason says why`, () => {
    const actual = nodalPlanesOf(tensor);
    assert.ok(typeof actual === 'string');
    assert.match(actual, reason);
  });

test('nearly a CLVD still has planes, and agrees with them by √3/2', () => {
  const tensor = { ...CLVD, mtt: -0.99, mpp: -1.01 };
  const [one, other] = both(tensor);
  assert.ok(Math.abs(agreement(tensor, doubleCouple(one, 1)) - Math.sqrt(3) / 2) < 0.01);
  assert.ok(kaganAngle(one, other) < 1e-6);
});

test('agreement: 1 with itself whatever its size, −1 with its opposite, NaN with nothing', () => {
  const [one, opposite] = [90, -90].map((rake) => doubleCouple({ strike: 30, dip: 45, rake }, 3));
  assert.equal(agreement(one!, doubleCouple({ strike: 30, dip: 45, rake: 90 }, 7e20)).toFixed(12), '1.000000000000');
  assert.equal(agreement(one!, opposite!).toFixed(12), '-1.000000000000');
  assert.ok(Number.isNaN(agreement(one!, { mrr: 0, mtt: 0, mpp: 0, mrt: 0, mrp: 0, mtp: 0 })));
});

test('Kagan angles by hand: a turn about the vertical, and the greatest there is', () => {
  const plane = { strike: 0, dip: 90, rake: 0 };
  for (const [strike, expected] of [
    [0, 0],
    [20, 20],
    [90, 90],
    [180, 0],
    [170, 10],
  ] as const)
    assert.ok(Math.abs(kaganAngle(plane, { ...plane, strike }) - expected) < 1e-9, String(strike));
  fc.assert(fc.property(planes, planes, (a, b) => assert.ok(kaganAngle(a, b) <= 120 + 1e-9)));
});

test('axes of a thrust: tension up, pressure to the side', () => {
  const [t, n, p] = axesOf(doubleCouple({ strike: 0, dip: 45, rake: 90 }, 1));
  assert.deepEqual([rounded(t!.plunge), rounded(n!.plunge), rounded(p!.plunge)], [90, 0, 0]);
  assert.deepEqual([rounded(n!.azimuth) % 180, rounded(p!.azimuth) % 180], [0, 90]);
});
