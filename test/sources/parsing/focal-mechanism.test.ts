import assert from 'node:assert/strict';
import test from 'node:test';
import type { MomentTensor, NodalPlane } from '#core/earthquake.ts';
import { RowError } from '../../../generator/sources/parsing/rows.ts';
import {
  completeMechanism,
  momentMagnitude,
  nodalPlane,
  type PublishedMechanism,
} from '../../../generator/sources/parsing/focal-mechanism.ts';
import { doubleCouple, fromNorthEastDown } from '../../../generator/sources/parsing/moment-tensor.ts';
import { kaganAngle } from '../../support/kagan.ts';
import fc from '../../support/property.ts';

const CONVENTIONS: [number, number, number, [number, number, number] | undefined][] = [
  [360, 10, 180, [0, 10, 180]],
  [0, 10, -180, [0, 10, 180]],
  [-1, 0, 0, [359, 0, 0]],
  [-360, 90, 270, [0, 90, -90]],
  [10, 20, 181, [10, 20, -179]],
  [10, 20, -181, [10, 20, 179]],
  [10, 20, 360, [10, 20, 0]],
  [359.9999999, 20, -179.9999999, [0, 20, 180]],
  [-1e-9, 20, -0, [0, 20, 0]],
  [361, 20, 0, undefined],
  [10, -1, 0, undefined],
  [10, 90.1, 0, undefined],
  [10, 20, 361, undefined],
  [NaN, 20, 0, undefined],
  [10, Infinity, 0, undefined],
];

for (const [strike, dip, rake, expected] of CONVENTIONS)
  test(`strike ${strike}, dip ${dip}, rake ${rake} in the convention: ${expected?.join(', ') ?? 'not a plane'}`, () => {
    const actual = nodalPlane(strike, dip, rake);
    assert.deepEqual(actual && [actual.strike, actual.dip, actual.rake], expected);
  });

test('the magnitude of a moment in N·m is that of the same one in dyn·cm', () => {
  assert.deepEqual([momentMagnitude(5.5e20), momentMagnitude(1.149e17), momentMagnitude(10 ** 9.1)], [7.76, 5.31, 0]);
});

const PLANE: NodalPlane = { strike: 54, dip: 70, rake: 11 };
const OTHER: NodalPlane = { strike: 320, dip: 80, rake: 160 };
const TENSOR: MomentTensor = doubleCouple(PLANE, 5.5e20);

const published = (values: Partial<PublishedMechanism>): PublishedMechanism => ({
  source: 'X',
  nodalPlanes: [],
  momentTensor: null,
  scalarMoment: null,
  mw: null,
  centroid: null,
  ...values,
});

const complete = (values: Partial<PublishedMechanism>) => completeMechanism(published(values));

test('a complete mechanism is published unchanged, and nothing is marked as computed', () => {
  const given = { nodalPlanes: [PLANE, OTHER], momentTensor: TENSOR, scalarMoment: 5.51e20, mw: 7.8 };
  assert.deepEqual(complete(given), { source: 'X', centroid: null, ...given });
});

test('a tensor alone: planes to a tenth of a degree, the less steep first, moment and magnitude', () => {
  const { nodalPlanes, scalarMoment, mw, computed } = complete({ momentTensor: TENSOR });
  assert.deepEqual(nodalPlanes, [PLANE, { strike: 320.2, dip: 79.7, rake: 159.7 }]);
  assert.deepEqual([scalarMoment, mw], [5.5e20, 7.76]);
  assert.deepEqual(computed, ['nodal_planes', 'scalar_moment', 'mw']);
});

test('one plane alone: the other plane; no moment, so no tensor', () => {
  const { nodalPlanes, momentTensor, scalarMoment, mw, computed } = complete({ nodalPlanes: [PLANE] });
  assert.deepEqual(nodalPlanes, [PLANE, { strike: 320.2, dip: 79.7, rake: 159.7 }]);
  assert.deepEqual([momentTensor, scalarMoment, mw, computed], [null, null, null, ['nodal_planes']]);
});

test('planes and a moment: the tensor of the double couple, four digits', () => {
  const { momentTensor, mw, computed } = complete({ nodalPlanes: [PLANE, OTHER], scalarMoment: 5.5e20 });
  assert.deepEqual(computed, ['moment_tensor', 'mw']);
  assert.equal(mw, 7.76);
  for (const [name, value] of Object.entries(momentTensor!)) {
    assert.ok(Math.abs(value - TENSOR[name as keyof MomentTensor]) <= 0.5e17, name);
    assert.match(value.toExponential(), /^-?\d(\.\d{1,3})?e/);
  }
});

test('planes and a magnitude: the moment of that magnitude, and its tensor', () => {
  const { momentTensor, scalarMoment, computed } = complete({ nodalPlanes: [PLANE, OTHER], mw: 6 });
  assert.deepEqual([scalarMoment, computed], [1.259e18, ['moment_tensor', 'scalar_moment']]);
  assert.ok(momentTensor);
});

test('whatever is left out, the computed values describe the same source', () => {
  const planes = fc.record({
    strike: fc.integer({ min: 0, max: 359 }),
    dip: fc.integer({ min: 0, max: 90 }),
    rake: fc.integer({ min: -179, max: 180 }),
  });
  fc.assert(
    fc.property(planes, fc.double({ min: 1e13, max: 1e22, noNaN: true }), (plane, scalarMoment) => {
      const one = complete({ nodalPlanes: [plane], scalarMoment });
      assert.deepEqual(one.nodalPlanes[0], plane);
      const back = complete({ momentTensor: one.momentTensor });
      for (const actual of [one.nodalPlanes[1], ...back.nodalPlanes]) {
        assert.ok(actual.strike >= 0 && actual.strike < 360 && actual.rake > -180 && actual.rake <= 180);
        assert.ok(kaganAngle(actual, plane) < 0.2);
      }
      assert.ok(Math.abs(back.scalarMoment! / scalarMoment - 1) < 0.002);
    }),
    { numRuns: 500 },
  );
});

const inNorthEastDown: MomentTensor = {
  mrr: TENSOR.mtt,
  mtt: TENSOR.mpp,
  mpp: TENSOR.mrr,
  mrt: -TENSOR.mtp,
  mrp: TENSOR.mrt,
  mtp: -TENSOR.mrp,
};
const times = (factor: number): MomentTensor =>
  Object.fromEntries(Object.entries(TENSOR).map(([name, value]) => [name, value * factor])) as unknown as MomentTensor;

const CONTRADICTIONS: [string, Partial<PublishedMechanism>, RegExp][] = [
  ['nothing at all', {}, /neither a nodal plane nor a tensor/],
  [
    'planes of two different shocks',
    { nodalPlanes: [PLANE, { strike: 10, dip: 20, rake: 90 }] },
    /not those of one double couple/,
  ],
  [
    'the rake of the second plane with its sign lost',
    { nodalPlanes: [PLANE, { ...OTHER, rake: -160 }] },
    /one double couple/,
  ],
  [
    'components of x, y, z taken for r, t, p',
    { nodalPlanes: [PLANE, OTHER], momentTensor: inNorthEastDown },
    /contradict each other/,
  ],
  ['a tensor of the opposite sign', { nodalPlanes: [PLANE, OTHER], momentTensor: times(-1) }, /contradict each other/],
  ['a tensor in dyn·cm', { momentTensor: times(1e7), scalarMoment: 5.5e20 }, /1\.0e\+7 times as large/],
  ['a moment in dyn·cm', { nodalPlanes: [PLANE], scalarMoment: 5.5e27, mw: 7.8 }, /is Mw 12\.43, not 7\.8/],
  ['a magnitude of 99', { nodalPlanes: [PLANE], mw: 99 }, /moment magnitude 99 is outside -3 to 10/],
  ['a tensor beyond all numbers', { momentTensor: times(1e200) }, /moment magnitude .* is outside/],
  ['a tensor of zeros', { nodalPlanes: [PLANE, OTHER], momentTensor: times(0) }, /tensor is zero/],
  ['an explosion', { momentTensor: { mrr: 1, mtt: 1, mpp: 1, mrt: 0, mrp: 0, mtp: 0 } }, /isotropic/],
];

for (const [name, values, reason] of CONTRADICTIONS)
  test(`refused with its reason: ${name}`, () => {
    assert.throws(
      () => complete(values),
      (error) => error instanceof RowError && reason.test(error.message),
    );
  });

test('a tensor of north, east, down is brought to up, south, east', () => {
  const axes = { mxx: 1, myy: 2, mzz: 3, mxy: 4, mxz: 5, myz: 6 };
  assert.deepEqual(fromNorthEastDown(axes), { mrr: 3, mtt: 1, mpp: 2, mrt: 5, mrp: -6, mtp: -4 });
});
