/** How far focal mechanisms computed from tensors lie from the published ones. */
import assert from 'node:assert/strict';
import type { FocalMechanism, MomentTensor, NodalPlane } from '#core/earthquake.ts';
import { nodalPlanesOf } from '../../generator/sources/parsing/moment-tensor.ts';
import { kaganAngle } from './kagan.ts';

/** The value that a share of the values does not exceed. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;

/** @param bounds what [half, 95 %, all] of the values do not exceed */
export function assertWithin(values: number[], bounds: readonly [number, number, number]): void {
  assert.ok(values.length > 0 && values.every(Number.isFinite));
  const percentiles = [0.5, 0.95, 1].map((share) => percentile(values, share));
  percentiles.forEach((value, index) =>
    assert.ok(
      value <= bounds[index]!,
      `${percentiles.map((one) => one.toFixed(4)).join(', ')}: not within ${bounds.join(', ')}`,
    ),
  );
}

export const computed = (tensor: MomentTensor): [NodalPlane, NodalPlane] => {
  const planes = nodalPlanesOf(tensor);
  assert.ok(typeof planes !== 'string', String(planes));
  return planes;
};

/** Kagan angle between the tensor's planes and a published one, by default the first of the pair. */
export const angleToPublished = ({ momentTensor, nodalPlanes }: FocalMechanism, which: 0 | 1 = 0): number =>
  kaganAngle(computed(momentTensor!)[0], nodalPlanes[which]);
