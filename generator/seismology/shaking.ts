/**
 * Macroseismic intensity estimated by distance: Allen, Wald and Worden (2012), Journal of Seismology 16, 409-433,
 * hypocentral distance, active shallow crust, average ground. An estimate, never a measurement.
 */
/**
 * Mw for which shaking is estimated: from the first on, below the second. The equation begins at 5. Ruptures of larger
 * earthquakes are tens of km long: near them it shakes more than the distance from the epicentre tells.
 */
export const ESTIMATED_MW = [5, 6.5] as const;
/** Hypocentral distance in km up to which the equation holds. */
export const MAX_KM = 300;
/** In km, inclusive: deeper earthquakes are not of the shallow crust. The bound is ours. */
export const MAX_DEPTH_KM = 35;

/** Degrees of intensity of one unit of magnitude. */
export const SLOPE = 1.428;

/** Least estimate that rounds to each degree (inclusive), the strongest first: none reaches IX below Mw 6.5. */
export const DEGREES = [
  [7.5, 'VIII'],
  [6.5, 'VII'],
  [5.5, 'VI'],
  [4.5, 'V'],
  [3.5, 'IV'],
  [2.5, 'III'],
] as const;

export type Degree = (typeof DEGREES)[number][1];

/** Least estimate (inclusive) of what is felt: GeoNet calls I and II unnoticeable. */
export const FELT = DEGREES.at(-1)![0];

/** Undefined for I and II. */
export const degreeOf = (intensity: number): Degree | undefined => DEGREES.find(([least]) => intensity >= least)?.[1];

/**
 * Below 1 where nothing is felt; out of the ranges of the equation an extrapolation.
 * @param mw moment magnitude @param km hypocentral distance
 */
export function estimate(mw: number, km: number): number {
  const near = -0.209 + 2.042 * Math.exp(mw - 5);
  const far = km > 50 ? 0.078 * Math.log(km / 50) : 0;
  return 2.085 + SLOPE * mw - 1.402 * Math.log(Math.hypot(km, near)) + far;
}

/**
 * Modified Mercalli intensity, 1 or more.
 * @param mw moment magnitude @param km hypocentral distance
 */
export const intensityAt = (mw: number, km: number): number => Math.max(1, estimate(mw, km));

/** In km: usual for the crust. */
export const USUAL_DEPTH_KM = 10;

/**
 * How much less an earthquake shakes at a place than one of the usual depth at its epicentre, in units of magnitude, at
 * least 0.
 * @param km hypocentral distance
 */
export const distanceLoss = (mw: number, km: number): number =>
  Math.max(0, estimate(mw, USUAL_DEPTH_KM) - estimate(mw, km)) / SLOPE;

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
  magnitude_mw?: number;
  magnitude_doubtful?: boolean;
  depth_km: number | null;
  /** Of the epicentre and, where nothing else is said, of the magnitude. */
  source?: string;
  event_type?: string;
}

/** Why there is no estimate: it is too large, or no agency measured an Mw. */
export type NoEstimate = 'great' | 'unmeasured';

/** Not one that is computed from other magnitudes (`Mw*`). */
export const isMeasuredMw = (type: string | null | undefined): boolean =>
  type?.startsWith('Mw') === true && type !== 'Mw*';

/** Nor that of a list of historical earthquakes. */
function measuredMw({ magnitude, magnitude_type: type, magnitude_mw: other, source }: Known): number | undefined {
  if (source === 'historical') return undefined;
  return magnitude !== null && isMeasuredMw(type) ? magnitude : other;
}

/**
 * What the estimate needs, or why there is none. Undefined where none is expected: a small, deep or doubtful
 * earthquake, one of unknown depth, and a blast.
 */
export function shakingOf(known: Known): ShakingSource | NoEstimate | undefined {
  const { magnitude, depth_km: depthKm, event_type: kind = 'earthquake' } = known;
  const measured = measuredMw(known);
  const mw = measured ?? magnitude;
  if (mw === null || mw < ESTIMATED_MW[0] || known.magnitude_doubtful || kind !== 'earthquake') return undefined;
  if (mw >= ESTIMATED_MW[1]) return 'great';
  if (depthKm === null || depthKm < 0 || depthKm > MAX_DEPTH_KM) return undefined;
  return measured === undefined ? 'unmeasured' : { mw, depthKm };
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
