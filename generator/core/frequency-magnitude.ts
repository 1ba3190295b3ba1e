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
/** Added to the most frequent magnitude (Woessner and Wiemer 2005). */
const CORRECTION_BINS = 2;
/** Least positive difference (van der Elst 2021: at least twice the bin). */
const LEAST_DIFFERENCE = 2;

export interface Sample {
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

/** Adds a magnitude, in order of time. */
export function addMagnitude(sample: Sample, magnitude: number): void {
  const bin = Math.min(BINS - 1, Math.max(0, Math.round(magnitude / BIN) - LEAST_BIN));
  sample.magnitudes[bin]! += 1;
  if (sample.last !== undefined && bin - sample.last >= LEAST_DIFFERENCE) sample.differences[bin - sample.last]! += 1;
  sample.last = bin;
  sample.count += 1;
}

/** Position of the greatest bin; of equal ones the last. */
function modeOf(bins: Float64Array): number {
  let mode = 0;
  for (let bin = 0; bin < bins.length; bin += 1) if (bins[bin]! >= bins[mode]!) mode = bin;
  return mode;
}

interface Slope {
  b: number;
  count: number;
}

/** Aki 1965 with Utsu's correction for bins, over the bins from `from` up; undefined for fewer than two values. */
function slopeFrom(bins: Float64Array, from: number): Slope | undefined {
  let [count, sum] = [0, 0];
  for (let bin = from; bin < bins.length; bin += 1) {
    count += bins[bin]!;
    sum += bins[bin]! * (bin - from);
  }
  return count < 2 ? undefined : { b: Math.LOG10E / (BIN * (sum / count + 0.5)), count };
}

const aboveMc = (magnitudes: Float64Array): { mc: number; slope: Slope | undefined } => {
  const mc = modeOf(magnitudes) + CORRECTION_BINS;
  return { mc: (mc + LEAST_BIN) * BIN, slope: slopeFrom(magnitudes, mc) };
};

export interface FrequencyMagnitude {
  count: number;
  mc: number;
  mc_error: number;
  count_above_mc: number;
  b: number | null;
  b_error: number | null;
  b_positive: number | null;
  b_positive_error: number | null;
}

/** Undefined for fewer than {@link FEWEST} magnitudes. Errors are standard deviations of a Poisson bootstrap. */
export function frequencyMagnitude(sample: Sample, seed: string): FrequencyMagnitude | undefined {
  if (sample.count < FEWEST) return undefined;
  const { mc, slope } = aboveMc(sample.magnitudes);
  const positive = slopeFrom(sample.differences, LEAST_DIFFERENCE);
  const poisson = new Poisson(seed);
  const resampled = (bins: Float64Array): Float64Array => bins.map((mean) => poisson.draw(mean));
  const again = Array.from({ length: RESAMPLES }, () => aboveMc(resampled(sample.magnitudes)));
  const positives = Array.from({ length: RESAMPLES }, () => slopeFrom(resampled(sample.differences), LEAST_DIFFERENCE));
  const isEnough = (one: Slope | undefined): one is Slope => one !== undefined && one.count >= FEWEST;
  const valuesOf = (slopes: (Slope | undefined)[]): number[] => slopes.flatMap((one) => one?.b ?? []);
  return {
    count: sample.count,
    mc: rounded(mc, 1),
    mc_error: rounded(deviation(again.map((one) => one.mc)), 2),
    count_above_mc: slope?.count ?? 0,
    b: isEnough(slope) ? rounded(slope.b, 3) : null,
    b_error: isEnough(slope) ? rounded(deviation(valuesOf(again.map((one) => one.slope))), 3) : null,
    b_positive: isEnough(positive) ? rounded(positive.b, 3) : null,
    b_positive_error: isEnough(positive) ? rounded(deviation(valuesOf(positives)), 3) : null,
  };
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

export function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
}
