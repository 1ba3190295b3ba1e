import assert from 'node:assert/strict';
import test from 'node:test';
import { NO_PRODUCTS } from '../../../generator/catalog/documents/products.ts';
import { compose } from '../../../generator/catalog/publication/compose.ts';
import { preferenceReasons } from '../../../generator/catalog/publication/preference.ts';
import { earthquake } from '../../support/earthquake.ts';
import { mag, member } from '../../support/composition.ts';

test('a record has the probability of a blast that is computed of it, and none where that is nothing', () => {
  const asked: unknown[] = [];
  const composed = (share: number | undefined) =>
    compose([member('kandilli-zeqdb', { depthKm: 4, magnitudes: [mag('ML', 1.8)] })], NO_PRODUCTS, {
      placeName: () => null,
      blastProbability({ magnitude, depthKm, eventType, solutions }) {
        asked.push([magnitude, depthKm, eventType, solutions.length]);
        return share;
      },
    });
  assert.equal(composed(0.8).blastProbability, 0.8);
  assert.ok(!('blastProbability' in composed(undefined)));
  const notes = preferenceReasons({ ...earthquake(), ...composed(0.8) });
  assert.equal(notes.at(-1), 'blast probability 0.8 (docs/data-quality.md)');
  assert.deepEqual(asked[0], [1.8, 4, 'earthquake', 1]);
});
