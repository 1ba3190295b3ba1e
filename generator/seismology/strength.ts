/** How strongly an earthquake was felt at a place, as far as its magnitude and distance allow to say. */
import type { EpochMs } from '#core/time.ts';
import {
  degreeOf,
  ESTIMATED_MW,
  estimate,
  FELT,
  intensityDeviation,
  isMeasuredMw,
  MAX_DEPTH_KM,
  MAX_KM,
  SLOPE,
  type Degree,
} from './shaking.ts';
import { isEarthquake } from './significance.ts';

/**
 * A degree where it is estimated; `great` was felt, and has no estimate; `felt` and `unfelt` hold with the errors of
 * magnitude and equation; `maybe` is what is left.
 */
export type Strength = Degree | 'great' | 'felt' | 'maybe' | 'unfelt';

interface Shaking {
  time: EpochMs;
  magnitude: number | null;
  magnitudeType?: string | null;
  magnitudeDoubtful?: boolean | undefined;
  /** Of an agency that contradicts it. */
  otherMagnitude?: object | null | undefined;
  depthKm: number | null;
  eventType?: string | undefined;
  blastProbability?: number | null | undefined;
}

/** 1970: epicentres before are off by tens of km. */
const SINCE: EpochMs = 0;

/**
 * Root mean square of the difference from a measured Mw: of AFAD's and the USGS's Mw, of ML, and of the rest (Ms, MD,
 * mb and untyped ones), each on the agencies' files (docs/magnitudes.md).
 */
const magnitudeError = (type: string | null): number => (isMeasuredMw(type) ? 0.16 : type === 'ML' ? 0.19 : 0.46);

/** Standard deviations on either side. */
const SURE = 2;

/**
 * Nothing is said of blasts, doubtful or contradicted magnitudes, deep earthquakes, and those before 1970.
 * @param epicentralKm from the place to the epicentre
 */
export function strengthAt(one: Shaking, epicentralKm: number): Strength | undefined {
  const { magnitude, magnitudeType = null, depthKm } = one;
  if (magnitude === null || one.magnitudeDoubtful || one.otherMagnitude || !isEarthquake(one)) return undefined;
  if (one.time < SINCE || (depthKm ?? 0) > MAX_DEPTH_KM) return undefined;
  const km = Math.hypot(epicentralKm, Math.max(0, depthKm ?? 0));
  const intensity = estimate(magnitude, km);
  const error = SURE * Math.hypot(intensityDeviation(km), SLOPE * magnitudeError(magnitudeType));
  const isGreat = magnitude >= ESTIMATED_MW[1];
  // Beyond its range the equation lacks attenuation by friction: it says too much, never too little.
  if (!isGreat && intensity + error < FELT) return 'unfelt';
  if (depthKm === null || km > MAX_KM) return 'maybe';
  const isEstimated = !isGreat && isMeasuredMw(magnitudeType) && magnitude >= ESTIMATED_MW[0];
  const degree = isEstimated ? degreeOf(intensity) : undefined;
  return degree ?? (intensity - error < FELT ? 'maybe' : isGreat ? 'great' : 'felt');
}
