/** Orthogonal regression of Mw on another magnitude, both taken to have errors of the same size. */
import type { Pair } from './pairs.ts';

export interface Line {
  slope: number;
  intercept: number;
  /** Standard errors, by the jackknife. */
  slopeError: number;
  interceptError: number;
  /** Scatter of Mw around the line. */
  residualSd: number;
}

interface Sums {
  n: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
  yy: number;
}

const sumsOf = (pairs: readonly Pair[]): Sums =>
  pairs.reduce(
    (sum, { x, y }) => ({
      ...{ n: sum.n + 1, x: sum.x + x, y: sum.y + y },
      ...{ xx: sum.xx + x * x, xy: sum.xy + x * y, yy: sum.yy + y * y },
    }),
    { n: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 },
  );

/** Castellaro, Mulargia and Kagan 2006, with a ratio of error variances of 1. */
function fit({ n, x, y, xx, xy, yy }: Sums): { slope: number; intercept: number } {
  const sxx = xx - (x * x) / n;
  const syy = yy - (y * y) / n;
  const sxy = xy - (x * y) / n;
  const slope = (syy - sxx + Math.hypot(syy - sxx, 2 * sxy)) / (2 * sxy);
  return { slope, intercept: (y - slope * x) / n };
}

/** @param pairs at least three, not all alike */
export function orthogonal(pairs: readonly Pair[]): Line {
  const all = sumsOf(pairs);
  const { slope, intercept } = fit(all);
  const without = pairs.map(({ x, y }) =>
    fit({ n: all.n - 1, x: all.x - x, y: all.y - y, xx: all.xx - x * x, xy: all.xy - x * y, yy: all.yy - y * y }),
  );
  const { sd } = residuals(pairs, (x) => slope * x + intercept);
  return {
    slope,
    intercept,
    slopeError: jackknifeError(without.map((one) => one.slope)),
    interceptError: jackknifeError(without.map((one) => one.intercept)),
    residualSd: sd,
  };
}

function jackknifeError(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(((values.length - 1) / values.length) * squares);
}

/** Statistics of measured less estimated Mw, where there is an estimate. */
export function residuals(
  pairs: readonly Pair[],
  estimate: (x: number) => number | undefined,
): { count: number; mean: number; sd: number; rms: number } {
  const left = pairs.flatMap(({ x, y }) => {
    const estimated = estimate(x);
    return estimated === undefined ? [] : [y - estimated];
  });
  const mean = left.reduce((sum, one) => sum + one, 0) / left.length;
  const sd = Math.sqrt(left.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (left.length - 1));
  const rms = Math.sqrt(left.reduce((sum, one) => sum + one ** 2, 0) / left.length);
  return { count: left.length, mean, sd, rms };
}
