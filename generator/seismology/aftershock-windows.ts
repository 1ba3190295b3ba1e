/** Windows of Gardner and Knopoff (1974) by magnitude, in the closed form of van Stiphout et al. (2012). */
import { DAY, type EpochMs } from '#core/time.ts';

export const windowKm = (magnitude: number): number => 10 ** (0.1238 * magnitude + 0.983);
export const windowMs = (magnitude: number): EpochMs =>
  DAY * 10 ** (magnitude >= 6.5 ? 0.032 * magnitude + 2.7389 : 0.5409 * magnitude - 0.547);

/** The window of distance is doubled: a rupture reaches beyond it, and a shock beside it has one of its own. */
export const reachKm = (magnitude: number): number => 2 * windowKm(magnitude);
