import assert from 'node:assert/strict';
import test from 'node:test';
import { addMagnitude, deviation, emptySample, frequencyMagnitude } from '#core/frequency-magnitude.ts';
import { Random } from '../../scripts/synthetic/random.ts';

/** Gutenberg-Richter magnitudes of which those below `mc` are seen the less, the smaller. */
function magnitudes(seed: number, { b, mc, count }: { b: number; mc: number; count: number }): number[] {
  const random = new Random(seed);
  const seen: number[] = [];
  while (seen.length < count) {
    const magnitude = mc - 1.55 + random.exponential(Math.LOG10E / b);
    if (magnitude >= mc - 0.05 || random.chance(10 ** (4 * (magnitude - mc))))
      seen.push(Math.round(magnitude * 10) / 10);
  }
  return seen;
}

const estimate = (all: readonly number[], seed = 'a') => {
  const sample = emptySample();
  for (const magnitude of all) addMagnitude(sample, magnitude);
  return frequencyMagnitude(sample, seed)!;
};

for (const [b, mc] of [
  [0.8, 1.5],
  [1, 2],
  [1.2, 2.5],
] as const)
  test(`b of ${b} and completeness of ${mc} are found within their errors`, () => {
    const samples = Array.from({ length: 20 }, (_, seed) => magnitudes(seed, { b, mc, count: 8000 }));
    const found = samples.map((sample) => estimate(sample));
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    // Maximum curvature is at the end of the complete part; 0.2 more is the correction.
    for (const one of found) assert.ok(Math.abs(one.mc - (mc + 0.2)) < 0.11, JSON.stringify(one));
    const complete = samples.map((sample) => estimate(sample.filter((magnitude) => magnitude > mc - 0.04)));
    for (const [name, estimates] of [
      ['b', found],
      ['b_positive', complete],
    ] as const) {
      const values = estimates.map((one) => one[name]!);
      const errors = estimates.map((one) => one[`${name}_error`]!);
      assert.ok(Math.abs(mean(values) - b) < 0.025, `${name} ${mean(values)}`);
      const ratio = mean(errors) / deviation(values);
      assert.ok(ratio > 0.6 && ratio < 1.7, `${name}: errors ${mean(errors)}, values vary by ${deviation(values)}`);
    }
  });

test('b-positive does not mind a completeness that improves after a large shock', () => {
  const random = new Random(5);
  const all = Array.from({ length: 20_000 }, (_, index) => {
    const threshold = 4 - (2 * index) / 20_000;
    return Math.round((threshold + random.exponential(Math.LOG10E)) * 10) / 10;
  });
  const positive = estimate(all).b_positive!;
  assert.ok(Math.abs(positive - 1) < 0.04, String(positive));
});

test('the same sample and seed give the same numbers, another seed other errors', () => {
  const all = magnitudes(3, { b: 1, mc: 2, count: 500 });
  assert.deepEqual(estimate(all), estimate(all));
  assert.notDeepEqual(estimate(all), estimate(all, 'b'));
  assert.equal(estimate(all).b, estimate(all, 'b').b);
});

test('fewer than 50 magnitudes give nothing, fewer than 50 above completeness no b', () => {
  const sample = emptySample();
  for (let index = 0; index < 49; index += 1) addMagnitude(sample, 3);
  assert.equal(frequencyMagnitude(sample, ''), undefined);
  addMagnitude(sample, 3);
  const result = frequencyMagnitude(sample, '');
  assert.deepEqual([result?.mc, result?.count_above_mc, result?.b, result?.b_positive], [3.2, 0, null, null]);
});
