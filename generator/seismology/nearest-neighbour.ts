/**
 * Declustering by nearest neighbours in time, space and magnitude (Zaliapin and Ben-Zion 2013, J. Geophys. Res. 118,
 * 2847-2864, after Baiesi and Paczuski 2004). The distance of a shock from an earlier one of magnitude m is
 * η = t · r^d · 10^(−b m), with t in years and r in km between the epicentres.
 */
import { distanceKm, KM_PER_DEGREE } from '#core/geo.ts';
import { HOUR, SECOND, type EpochMs } from '#core/time.ts';
import type { Shock } from './declustering.ts';

/** Fractal dimension of the epicentres, and b: the values of the paper for catalogues of regions. */
const DIMENSION = 1.6;
const B = 1;

/** Smaller shocks take no part: below it the catalogue is not complete. Inclusive. */
export const LEAST_NEIGHBOUR = 3;

/** Neighbours are looked for so far back: 365.25 days. */
export const NEIGHBOUR_REACH: EpochMs = 8766 * HOUR;

/**
 * log10 of the greatest distance of a dependent shock, exclusive: where the two normal distributions cross that were
 * fitted to those of the 20,274 shocks of M 3.5 or more since 1990 in the agencies' files (means −6.3 and −3.4;
 * crossing at −4.43 to −4.33 for other magnitudes and reaches).
 */
export const DEPENDENT_BELOW = -4.4;

/** Epicentres and origin times are known no better. */
const LEAST_KM = 0.1;
const LEAST_MS = SECOND;
const YEAR_MS = 8766 * HOUR;

export interface Neighbour {
  id: number;
  /** log10 η. */
  distance: number;
}

/**
 * By id of each shock of {@link LEAST_NEIGHBOUR} or more that has an earlier one within {@link NEIGHBOUR_REACH}. Of
 * equally near ones the latest.
 * @param shocks in order of time and id @param earlier those before all of these
 */
export function nearestNeighbours(shocks: readonly Shock[], earlier: readonly Shock[]): Map<number, Neighbour> {
  const all = [...earlier, ...shocks].filter(({ magnitude }) => magnitude >= LEAST_NEIGHBOUR);
  all.sort((a, b) => a.time - b.time || a.id - b.id);
  const weights = Float64Array.from(all, ({ magnitude }) => 10 ** (-B * magnitude));
  const own = new Set(shocks);
  const least = weights.reduce((a, b) => Math.min(a, b), Infinity) * LEAST_KM ** DIMENSION;
  const found = new Map<number, Neighbour>();
  all.forEach((shock, index) => {
    if (!own.has(shock)) return;
    const neighbour = nearestOf(shock, { all, weights, before: index, least });
    if (neighbour) found.set(shock.id, neighbour);
  });
  return found;
}

interface Search {
  all: readonly Shock[];
  /** 10^(−b m) of each. */
  weights: Float64Array;
  /** Number of earlier ones. */
  before: number;
  /** No distance is less than this, times that in time. */
  least: number;
}

function nearestOf(shock: Shock, { all, weights, before, least }: Search): Neighbour | undefined {
  let [best, nearest] = [Infinity, -1];
  for (let index = before - 1; index >= 0; index -= 1) {
    const other = all[index]!;
    const ms = shock.time - other.time;
    if (ms > NEIGHBOUR_REACH) break;
    const years = Math.max(ms, LEAST_MS) / YEAR_MS;
    if (years * least >= best) break;
    const inTime = years * weights[index]!;
    const northKm = Math.max(LEAST_KM, Math.abs(shock.latitude - other.latitude) * KM_PER_DEGREE);
    // No nearer than it is by latitude alone.
    if (inTime * northKm ** DIMENSION >= best) continue;
    const distance = inTime * Math.max(LEAST_KM, distanceKm(shock, other)) ** DIMENSION;
    if (distance < best) [best, nearest] = [distance, index];
  }
  return nearest < 0 ? undefined : { id: all[nearest]!.id, distance: Math.log10(best) };
}
