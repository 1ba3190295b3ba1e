import assert from 'node:assert/strict';
import test from 'node:test';
import type { FocalMechanism, MomentTensor, NodalPlane } from '#core/earthquake.ts';
import { momentMagnitude, nodalPlane } from '../../../generator/sources/parsing/focal-mechanism.ts';
import { scalarMomentOf } from '../../../generator/sources/parsing/moment-tensor.ts';
import { filesIn, realDocument, withoutFolder } from '../../support/feed-data.ts';
import { kaganAngle } from '../../support/kagan.ts';
import { assertWithin, angleToPublished } from '../../support/mechanism-differences.ts';

interface Product {
  code: string;
  updateTime: number;
  properties: Record<string, string | undefined>;
}

/** Each distinct product of the detail documents, superseded ones too. */
function usgsProducts(type: string): Product[] {
  const all = new Map<string, Product>();
  for (const name of filesIn('usgs/detail')) {
    const body = JSON.parse(Buffer.from(realDocument(`usgs/detail/${name}`)).toString('utf8')) as {
      properties?: { products?: Record<string, Product[]> };
    };
    for (const product of body.properties?.products?.[type] ?? [])
      all.set(
        JSON.stringify(
          Object.entries(product.properties)
            .filter(([key]) => /tensor-|nodal-|scalar/.test(key))
            .sort(),
        ),
        product,
      );
  }
  return [...all.values()];
}

function usgsMechanism({ properties }: Product): FocalMechanism {
  const number = (name: string): number => Number(properties[name]);
  const plane = (n: 1 | 2): NodalPlane => {
    const [strike, dip, rake] = ['strike', 'dip', 'rake'].map((angle) => number(`nodal-plane-${n}-${angle}`));
    return nodalPlane(strike!, dip!, rake!)!;
  };
  const component = (name: string): [string, number] => [name, number(`tensor-${name}`)];
  const names = ['mrr', 'mtt', 'mpp', 'mrt', 'mrp', 'mtp'];
  const momentTensor = Object.fromEntries(names.map(component)) as unknown as MomentTensor;
  const mw = properties['derived-magnitude'];
  return {
    source: 'X',
    nodalPlanes: [plane(1), plane(2)],
    momentTensor: 'tensor-mrr' in properties ? momentTensor : null,
    scalarMoment: 'scalar-moment' in properties ? number('scalar-moment') : null,
    mw: mw === undefined ? null : Number(mw),
    centroid: null,
  };
}

const usgs = withoutFolder('usgs/detail');

test(
  'USGS details, 20 tensors: planes within 0.25°, 1.05°, 1.05° (half, 95 %, all) of the published ones',
  { skip: usgs },
  () => {
    const all = usgsProducts('moment-tensor').map(usgsMechanism);
    assert.equal(all.length, 20);
    assertWithin(
      all.map((mechanism) => angleToPublished(mechanism)),
      [0.25, 1.05, 1.05],
    );
    assert.equal(all.filter((mechanism) => angleToPublished(mechanism) < 0.02).length, 9);
  },
);

test(
  'USGS details: √(ΣMij² / 2) is the published moment within 0.9 %, its Mw the published one within 0.05',
  { skip: usgs },
  () => {
    const all = usgsProducts('moment-tensor').map(usgsMechanism);
    for (const { momentTensor, scalarMoment, mw } of all) {
      assert.ok(Math.abs(scalarMomentOf(momentTensor!) / scalarMoment! - 1) < 0.009);
      if (mw !== null)
        assert.ok(Math.abs(momentMagnitude(scalarMoment!) - mw) <= 0.0501, `${scalarMoment} is not ${mw}`);
    }
    assert.equal(all.filter(({ mw }) => mw !== null).length, 17);
  },
);

test('USGS details: planes published without a tensor are pairs within 1°', { skip: usgs }, () => {
  const all = usgsProducts('focal-mechanism').map(usgsMechanism);
  assert.equal(all.length, 8);
  assertWithin(
    all.map(({ nodalPlanes }) => kaganAngle(...nodalPlanes)),
    [0.6, 1, 1],
  );
});
