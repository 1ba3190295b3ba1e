/** Completeness and b of a sample of magnitudes. */
import { Poisson } from './poisson.ts';

/** Magnitudes are binned to tenths. */
export const BIN = 0.1;
/** Bins of magnitude −2 to 10. */
export const LEAST_BIN = -20;
const BINS = 121;
/** Fewest magnitudes at or above Mc, or positive differences, for a value of b. */
export const FEWEST = 50;
export const RESAMPLES = 200;
/** The mean of b from so many successive magnitudes is compared with the first b: half a unit (Cao and Gao 2002). */
const STABLE_BINS = 5;
/** Least positive difference (van der Elst 2021: at least twice the bin). */
const LEAST_DIFFERENCE = 2;

interface Sample {
  count: number;
  /** How many magnitudes, or differences of successive ones, fall into each bin. */
  magnitudes: Float64Array;
  differences: Float64Array;
  /** Bin of the last magnitude. */
  last: number | undefined;
}

export const emptySample = (): Sample => ({
  count: 0,
  magnitudes: new Float64Array(BINS),
  differences: new Float64Array(BINS),
  last: undefined,
});

/** Adds a magnitude, in order of time. @returns its bin */
export function addMagnitude(sample: Sample, magnitude: number): number {
  const bin = Math.min(BINS - 1, Math.max(0, Math.round(magnitude / BIN) - LEAST_BIN));
  sample.magnitudes[bin]! += 1;
  if (sample.last !== undefined && bin - sample.last >= LEAST_DIFFERENCE) sample.differences[bin - sample.last]! += 1;
  sample.last = bin;
  sample.count += 1;
  return bin;
}

/** Position of the greatest bin; of equal ones the last. */
function modeOf(bins: Float64Array): number {
  let mode = 0;
  for (let bin = 0; bin < bins.length; bin += 1) if (bins[bin]! >= bins[mode]!) mode = bin;
  return mode;
}

interface Slope {
  b: number;
  /** Standard error without that of Mc (Shi and Bolt 1982). */
  error: number;
  /** Values from the bin up. */
  count: number;
}

/** Of the values of some bins: their number, and the sums of their bins and of the squares of those. */
interface Sums {
  count: number;
  sum: number;
  squares: number;
}

function addBin(sums: Sums, bins: Float64Array, bin: number): void {
  const count = bins[bin]!;
  sums.count += count;
  sums.sum += count * bin;
  sums.squares += count * bin * bin;
}

/**
 * b of the values from a bin up: maximum likelihood for binned values (Tinti and Mulargia 1987). Undefined for fewer
 * than two different values.
 */
function slopeOf({ count, sum, squares }: Sums, bin: number): Slope | undefined {
  if (count < 2 || sum === count * bin) return undefined;
  const spread = squares - (sum * sum) / count;
  const b = (Math.LOG10E / BIN) * Math.log1p(1 / (sum / count - bin));
  const error = Math.LN10 * b * b * BIN * Math.sqrt(Math.max(0, spread) / (count * (count - 1)));
  return { b, error, count };
}

/** By bin, those of this one and of all above. */
function slopesFrom(bins: Float64Array, from: number): (Slope | undefined)[] {
  const slopes = new Array<Slope | undefined>(bins.length);
  const sums = { count: 0, sum: 0, squares: 0 };
  for (let bin = bins.length - 1; bin >= from; bin -= 1) {
    addBin(sums, bins, bin);
    if (sums.count >= 2) slopes[bin] = slopeOf(sums, bin);
  }
  return slopes;
}

function slopeFrom(bins: Float64Array, from: number): Slope | undefined {
  const sums = { count: 0, sum: 0, squares: 0 };
  for (let bin = bins.length - 1; bin >= from; bin -= 1) addBin(sums, bins, bin);
  return slopeOf(sums, from);
}

interface Complete extends Slope {
  /** Bin of Mc. */
  bin: number;
}

/**
 * Mc by stability of b (Cao and Gao 2002, with the error of Woessner and Wiemer 2005): from the most frequent magnitude
 * up, the first with a b that differs from the mean of those of the next half unit by no more than its error.
 */
function stableFrom(bins: Float64Array): Complete | 'too_few' | 'unstable' {
  const start = modeOf(bins);
  const slopes = slopesFrom(bins, start);
  if ((slopes[start]?.count ?? 0) < FEWEST) return 'too_few';
  for (let bin = start; (slopes[bin]?.count ?? 0) >= FEWEST; bin += 1) {
    const window = slopes.slice(bin, bin + STABLE_BINS).filter((one) => one !== undefined);
    const first = slopes[bin]!;
    const mean = window.reduce((sum, { b }) => sum + b, 0) / STABLE_BINS;
    if (window.length === STABLE_BINS && Math.abs(mean - first.b) <= first.error) return { bin, ...first };
  }
  return 'unstable';
}

export interface FrequencyMagnitude {
  count: number;
  mc: number | null;
  mc_error: number | null;
  count_above_mc: number;
  b: number | null;
  b_error: number | null;
  /** Why there is no b: too few from the most frequent magnitude up, or no stable b. */
  b_reason: 'too_few' | 'unstable' | null;
  b_positive: number | null;
  b_positive_error: number | null;
}

/**
 * Undefined for fewer than {@link FEWEST} magnitudes. Each resample draws the number of every bin from a Poisson
 * distribution and determines Mc again. Errors are root mean squares of the resampled values less the value itself.
 */
export function frequencyMagnitude(sample: Sample, seed: string): FrequencyMagnitude | undefined {
  if (sample.count < FEWEST) return undefined;
  const poisson = new Poisson(seed);
  const drawn = new Float64Array(BINS);
  const resample = <T>(bins: Float64Array, estimate: (bins: Float64Array) => T): T[] =>
    Array.from({ length: RESAMPLES }, () => {
      for (let bin = 0; bin < BINS; bin += 1) drawn[bin] = poisson.draw(bins[bin]!);
      return estimate(drawn);
    });
  const found = stableFrom(sample.magnitudes);
  const again = resample(sample.magnitudes, stableFrom).filter((one) => typeof one !== 'string');
  const positiveOf = (bins: Float64Array): Slope | undefined => slopeFrom(bins, LEAST_DIFFERENCE);
  const positive = positiveOf(sample.differences);
  const positives = resample(sample.differences, positiveOf).flatMap((one) => one?.b ?? []);
  const isPositive = (positive?.count ?? 0) >= FEWEST;
  return {
    count: sample.count,
    ...completeness(found, again),
    b_positive: isPositive ? rounded(positive!.b, 3) : null,
    b_positive_error: isPositive ? rounded(rootMeanSquare(positives, positive!.b), 3) : null,
  };
}

/** @param again of the resamples in which b is stable somewhere; in fewer than half of all it is not stable */
function completeness(
  found: ReturnType<typeof stableFrom>,
  again: readonly Complete[],
): Pick<FrequencyMagnitude, 'mc' | 'mc_error' | 'count_above_mc' | 'b' | 'b_error' | 'b_reason'> {
  const reason = typeof found === 'string' ? found : again.length < RESAMPLES / 2 ? 'unstable' : null;
  if (reason || typeof found === 'string')
    return { mc: null, mc_error: null, count_above_mc: 0, b: null, b_error: null, b_reason: reason };
  const bins = again.map(({ bin }) => bin);
  const slopes = again.map(({ b }) => b);
  return {
    mc: rounded((found.bin + LEAST_BIN) * BIN, 1),
    mc_error: rounded(rootMeanSquare(bins, found.bin) * BIN, 2),
    count_above_mc: found.count,
    b: rounded(found.b, 3),
    b_error: rounded(rootMeanSquare(slopes, found.b), 3),
    b_reason: null,
  };
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

const rootMeanSquare = (values: readonly number[], from: number): number =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - from) ** 2, 0) / values.length);
