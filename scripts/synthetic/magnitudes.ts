/** Magnitudes of the shocks that somebody lists, by Gutenberg and Richter. */
import type { EpochMs } from '#core/time.ts';
import { listedShare } from './detection.ts';
import { leastMagnitude } from './eras.ts';
import type { Random } from './random.ts';

export const B_VALUE = 1;

/** Gutenberg-Richter between two magnitudes. */
function magnitudeFrom(random: Random, least: number, most: number): number {
  const cut = 1 - 10 ** (-B_VALUE * (most - least));
  return least - Math.log10(1 - random.unit() * cut) / B_VALUE;
}

/** Magnitudes over which the listed share rises from a quarter to three quarters, half of it: after a great shock. */
export const HIDING_WIDTH = 0.16;

/**
 * Gutenberg-Richter, less the shocks that nobody lists.
 * In the years since 2012 these are most of those below 1.5 and half of those of 1.85.
 * Right after a greater one they are half of those of magnitude `hidden`.
 */
export function listedMagnitude(
  random: Random,
  { least, most, time, hidden = -Infinity }: { least: number; most: number; time: EpochMs; hidden?: number },
): number {
  const later = leastMagnitude(time) - 1;
  for (;;) {
    const magnitude = magnitudeFrom(random, least, most);
    const detectionProbability = 1 / (1 + Math.exp((hidden - magnitude) / HIDING_WIDTH));
    if (random.chance(listedShare(magnitude, later) * detectionProbability)) return magnitude;
  }
}
