import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addMagnitude,
  emptySample,
  frequencyMagnitude,
  type FrequencyMagnitude,
} from '#seismology/frequency-magnitude.ts';
import { Random } from '../../scripts/synthetic/random.ts';

interface Catalogue {
  b: number;
  count: number;
  /** The share of the earthquakes of a magnitude that is recorded. */
  seen(magnitude: number): number;
}

/** Gutenberg-Richter magnitudes from 0.45 up, as far as they are recorded. */
function magnitudes(seed: number, { b, count, seen }: Catalogue): number[] {
  const random = new Random(seed);
  const recorded: number[] = [];
  while (recorded.length < count) {
    const magnitude = 0.45 + random.exponential(Math.LOG10E / b);
    if (random.chance(seen(magnitude))) recorded.push(Math.round(magnitude * 10) / 10);
  }
  return recorded;
}

const from =
  (mc: number): Catalogue['seen'] =>
  (magnitude) =>
    magnitude >= mc - 0.05 ? 1 : 0;

/** Rises over half a unit around 1.6 (Ogata and Katsura 1993). */
const gradual: Catalogue['seen'] = (magnitude) => 1 / (1 + Math.exp(-7 * (magnitude - 1.6)));

const estimate = (all: readonly number[], seed = 'a'): FrequencyMagnitude => {
  const sample = emptySample();
  for (const magnitude of all) addMagnitude(sample, magnitude);
  return frequencyMagnitude(sample, seed)!;
};

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const SEEDS = 100;

/** Shares of the seeds, in percent, with the true b within one and within two errors. */
const COVERAGE: [what: string, catalogue: Catalogue, one: [number, number], two: number][] = [
  ['complete from 1.5, b 0.8', { b: 0.8, count: 2000, seen: from(1.5) }, [60, 95], 93],
  ['complete from 2.0, b 1.2', { b: 1.2, count: 500, seen: from(2) }, [60, 95], 93],
  ['gradually incomplete, 300', { b: 1, count: 300, seen: gradual }, [55, 85], 85],
  ['gradually incomplete, 10,000', { b: 1, count: 10_000, seen: gradual }, [55, 85], 85],
];
for (const [what, catalogue, [least, most], two] of COVERAGE)
  test(`errors of b cover the truth about as often as they say: ${what}`, (t) => {
    const found = Array.from({ length: SEEDS }, (_, seed) => estimate(magnitudes(seed, catalogue), String(seed)));
    const estimates = found.filter(({ b }) => b !== null);
    const within = (errors: number): number =>
      (100 * estimates.filter((one) => Math.abs(one.b! - catalogue.b) <= errors * one.b_error!).length) /
      estimates.length;
    t.diagnostic(`${within(1).toFixed(0)} % within one error, ${within(2).toFixed(0)} % within two`);
    assert.ok(estimates.length >= 0.97 * SEEDS, `${estimates.length} have a b`);
    assert.ok(within(1) >= least && within(1) <= most, `${within(1)} % within one error`);
    assert.ok(within(2) >= two, `${within(2)} % within two errors`);
    assert.ok(Math.abs(mean(estimates.map(({ b }) => b!)) - catalogue.b) < 0.05);
  });

test('Mc is where the catalogue becomes complete, and not where most magnitudes are', () => {
  for (const mc of [1.5, 2.4]) {
    const found = Array.from({ length: 20 }, (_, seed) =>
      estimate(magnitudes(seed, { b: 1, count: 3000, seen: from(mc) })),
    );
    assert.ok(Math.abs(mean(found.map((one) => one.mc!)) - mc) < 0.06);
  }
  // As in 2025: the most frequent magnitude is 1.5, and b grows until 2.8.
  const slow = magnitudes(7, {
    b: 0.9,
    count: 200_000,
    seen: (magnitude) => Math.min(1, 10 ** (0.3 * (magnitude - 2.75))),
  });
  const { mc, b, b_error: error } = estimate(slow.filter((magnitude) => magnitude >= 1.45));
  assert.ok(mc! >= 2.6 && mc! <= 3, String(mc));
  assert.ok(Math.abs(b! - 0.9) < 2 * error!, `${b} ± ${error}`);
});

/** Twice as many as of the next tenth. */
const halving = (bins: number): number[] =>
  Array.from({ length: bins }, (_, bin) => Array.from({ length: 2 ** (bins - 1 - bin) }, () => 2 + bin / 10)).flat();

test('the number at or above Mc and b follow from the magnitudes by hand', () => {
  const all = halving(13);
  const { mc, count_above_mc: above, b } = estimate(all);
  assert.deepEqual([mc, above], [2, 8191]);
  const meanBins = all.reduce((sum, magnitude) => sum + (magnitude - 2) * 10, 0) / 8191;
  assert.equal(b, Number((Math.log10(1 + 1 / meanBins) * 10).toFixed(3)));
  // log10(2) a tenth, of an unbounded catalogue.
  assert.ok(Math.abs(b! - 3.01) < 0.01, String(b));
});

test('the error is that of Mc too: it is larger than the error above a known Mc', () => {
  const all = magnitudes(2, { b: 1, count: 1000, seen: gradual });
  const { b, b_error: error, count_above_mc: above } = estimate(all);
  // Aki 1965.
  assert.ok(error! > b! / Math.sqrt(above), `${error} of ${b}, ${above}`);
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
  const all = magnitudes(3, { b: 1, count: 500, seen: gradual });
  assert.deepEqual(estimate(all), estimate(all));
  assert.notDeepEqual(estimate(all), estimate(all, 'b'));
  assert.equal(estimate(all).b, estimate(all, 'b').b);
});

test('fewer than 50 magnitudes give nothing, fewer than 50 from the most frequent up no Mc and no b', () => {
  const sample = emptySample();
  for (let index = 0; index < 49; index += 1) addMagnitude(sample, 1 + index / 100);
  assert.equal(frequencyMagnitude(sample, ''), undefined);
  for (let index = 0; index < 20; index += 1) addMagnitude(sample, 3);
  const result = frequencyMagnitude(sample, '');
  assert.deepEqual([result?.mc, result?.b, result?.b_error, result?.b_reason], [null, null, null, 'too_few']);
});

test('magnitudes of one size, and ones without a stable b, have none', () => {
  const one = estimate(Array.from({ length: 90 }, () => 3));
  assert.deepEqual([one.mc, one.b, one.b_reason], [null, null, 'too_few']);
  const bounded = estimate(halving(8));
  assert.deepEqual([bounded.mc, bounded.b, bounded.b_reason], [null, null, 'unstable']);
});
