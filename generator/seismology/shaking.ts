/**
 * Macroseismic intensity estimated by distance: Allen, Wald and Worden (2012), Journal of Seismology 16, 409-433,
 * hypocentral distance, active shallow crust, average ground. An estimate, never a measurement.
 */
import { mwEstimate } from './mw-estimate.ts';

/** Inclusive. */
const MAGNITUDES = [5, 7.9] as const;
/** Hypocentral distance in km up to which the equation holds. */
export const MAX_KM = 300;
/** In km, inclusive: deeper earthquakes are not of the shallow crust. The bound is ours. */
const MAX_DEPTH_KM = 35;

/** Degrees of intensity of one unit of magnitude. */
const SLOPE = 1.428;

/** Below 1 where nothing is felt; out of the ranges of the equation an extrapolation, to compare earthquakes alone. */
function estimate(mw: number, km: number): number {
  const near = -0.209 + 2.042 * Math.exp(mw - 5);
  const far = km > 50 ? 0.078 * Math.log(km / 50) : 0;
  return 2.085 + SLOPE * mw - 1.402 * Math.log(Math.hypot(km, near)) + far;
}

/**
 * Modified Mercalli intensity, 1 or more.
 * @param mw moment magnitude @param km hypocentral distance
 */
export const intensityAt = (mw: number, km: number): number => Math.max(1, estimate(mw, km));

/** How much less an earthquake shakes at a distance than at its epicentre, in units of magnitude. */
export const distanceLoss = (mw: number, { depthKm, km }: { depthKm: number; km: number }): number =>
  (estimate(mw, depthKm) - estimate(mw, Math.hypot(km, depthKm))) / SLOPE;

/** Standard deviation of the estimate in degrees of intensity. @param km hypocentral distance */
export const intensityDeviation = (km: number): number => 0.82 + 0.37 / (1 + (km / 22.9) ** 2);

/** An earthquake to which the equation applies. */
export interface ShakingSource {
  mw: number;
  depthKm: number;
}

interface Known {
  magnitude: number | null;
  magnitude_type?: string;
  magnitude_doubtful?: boolean;
  depth_km: number | null;
}

/** Undefined outside of the range of the equation, and where magnitude, its type or the depth is not known. */
export function shakingSource(known: Known): ShakingSource | undefined {
  const { magnitude, magnitude_type: type, depth_km: depthKm } = known;
  const mw = type?.startsWith('Mw') ? magnitude : (mwEstimate(magnitude, type)?.value ?? null);
  if (mw === null || depthKm === null || known.magnitude_doubtful) return undefined;
  if (mw < MAGNITUDES[0] || mw > MAGNITUDES[1] || depthKm < 0 || depthKm > MAX_DEPTH_KM) return undefined;
  return { mw, depthKm };
}

/** At a distance from the epicentre in km; undefined beyond the range of the equation. */
export function shakingAt({ mw, depthKm }: ShakingSource, epicentralKm: number): number | undefined {
  const km = Math.hypot(epicentralKm, depthKm);
  return km <= MAX_KM ? intensityAt(mw, km) : undefined;
}

/**
 * Epicentral distance in km up to which the estimate reaches an intensity.
 * @returns undefined where it never does; infinite where it does so up to the end of its range
 */
export function reachOf(source: ShakingSource, intensity: number): number | undefined {
  const { mw, depthKm } = source;
  if (intensityAt(mw, depthKm) < intensity) return undefined;
  if (intensityAt(mw, MAX_KM) >= intensity) return Infinity;
  let [near, far] = [depthKm, MAX_KM];
  // The estimate falls with distance.
  while (far - near > 0.05) {
    const middle = (near + far) / 2;
    if (intensityAt(mw, middle) >= intensity) near = middle;
    else far = middle;
  }
  return Math.sqrt(Math.max(0, near ** 2 - depthKm ** 2));
}
