/** The likelihood of a distance between two epicentres of one earthquake. Pure. */
import type { ResidualModel } from './models.ts';

/**
 * Some solutions are far off although they look like others (few or overlapping phases): their share, and their scatter
 * in each direction. The scatter is least for small earthquakes, which only near stations record.
 */
const MISPLACED = { share: 0.03, kmAMagnitude: 15, minKm: 20, maxKm: 60 };

/** Scatter of a misplaced one, by the larger magnitude. */
export const misplacedKm = (magnitude: number): number =>
  Math.min(MISPLACED.maxKm, Math.max(MISPLACED.minKm, MISPLACED.kmAMagnitude * magnitude));

/**
 * Density in the plane, 1/km²: a few misplaced ones, and a core of which a share of 1 − (1 + r²/(νs²))^(−ν/2) lies
 * within r.
 */
export function distanceTerm(km: number, { km: { median, freedom } }: ResidualModel, scatter: number): number {
  const scale2 = median ** 2 / (freedom * (2 ** (2 / freedom) - 1));
  const tail = (1 + km ** 2 / (freedom * scale2)) ** -(freedom / 2 + 1);
  const core = ((1 - MISPLACED.share) * tail) / (2 * Math.PI * scale2);
  const variance = scatter ** 2;
  return Math.log(core + (MISPLACED.share * Math.exp(-(km ** 2) / (2 * variance))) / (2 * Math.PI * variance));
}
