/** The moment magnitude that a magnitude of another type leads to expect (docs/association.md has the table). Pure. */
import type { Magnitude, Solution } from '#core/earthquake.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';

/** With its standard deviation. */
export interface Expected {
  mw: number;
  sigma: number;
}

/**
 * Ms is defined to 60 km; early depths are uncertain, and to 90 km Ms agrees with ISC-GEM's Mw (Fethiye 1957), while
 * from 100 km on it is 0.5 to 1 too large (1911, Rhodes 1926, 1941). Inclusive.
 */
export const NO_MS_KM = 100;

/** Before, bulletins rest on few stations: their ML, MD and mb are too small by nearly half a unit. */
const CALIBRATED_SINCE = Date.UTC(1977, 0);

/** By type. @param isGlobal whether the agency's network is */
type Relations = ReadonlyMap<string, (value: number, isGlobal: boolean) => Expected>;

/**
 * Measured against ISC-GEM's Mw (version 7) of 178 earthquakes of Mw 5.75 and more from 1904 to 1969, and against the
 * USGS's measured Mw since 1976 (docs/magnitudes.md).
 */
const EARLY: Relations = new Map([
  ['ML', (value) => ({ mw: value + 0.4, sigma: 0.22 })],
  ['MD', (value) => ({ mw: value + 0.38, sigma: 0.22 })],
  ['mb', (value) => ({ mw: value + 0.45, sigma: 0.27 })],
]);
const LATE: Relations = new Map([
  ['ML', (value) => ({ mw: 0.98 * value + 0.15, sigma: 0.2 })],
  // Kadirioğlu and Kartal 2016.
  ['MD', (value) => ({ mw: 0.7947 * value + 1.342, sigma: 0.25 })],
  [
    'mb',
    (value, isGlobal) =>
      isGlobal ? { mw: 1.363 * value - 1.81, sigma: 0.27 } : { mw: 1.101 * value - 0.18, sigma: 0.25 },
  ],
]);

/** Kadirioğlu and Kartal 2016, two branches. */
const mwOfMs = (value: number): number => (value < 5.45 ? 0.5716 * value + 2.498 : 0.8126 * value + 1.1723);

export function expectedMw(
  { type, value }: Magnitude,
  { agency, time, depthKm }: Pick<Solution, 'agency' | 'time' | 'depthKm'>,
): Expected {
  const { model } = AGENCY_DEFINITIONS[agency].errors;
  if (type === null) return model === 'compiled' ? { mw: value - 0.07, sigma: 0.25 } : { mw: value + 0.1, sigma: 0.4 };
  if (type === 'Mw*') return { mw: value + 0.2, sigma: 0.22 };
  if (type.startsWith('Mw')) return { mw: value, sigma: model === 'global' ? 0.08 : 0.15 };
  if (type === 'Ms')
    return depthKm !== null && depthKm >= NO_MS_KM
      ? { mw: value - 0.7, sigma: 0.4 }
      : { mw: mwOfMs(value), sigma: 0.2 };
  const relation = (time < CALIBRATED_SINCE ? EARLY : LATE).get(type);
  return relation?.(value, model === 'global') ?? { mw: value, sigma: 0.5 };
}
