/** Which agency reports a shock: logistic in magnitude, by setting and era. */
import { DAY, type EpochMs } from '#core/time.ts';
import { leastMagnitude, startOfYear } from './eras.ts';
import type { Random } from './random.ts';
import type { TrueEvent } from './seismicity.ts';

export const OBSERVERS = ['kandilli', 'afad', 'usgs', 'turhec'] as const;
export type Observer = (typeof OBSERVERS)[number];

/** The first origin times that an agency's documents hold, and for TURHEC the last (FACTS 4: to October 2018). */
const KANDILLI_SINCE = startOfYear(1915);
const AFAD_SINCE = startOfYear(1990);
const TURHEC_UNTIL = startOfYear(2018) + 304 * DAY;

interface Curve {
  /** Probability for the largest shocks. */
  most: number;
  /** Magnitude at which half of that is reached. */
  middle: number;
  /** Magnitudes over which the curve rises. */
  width: number;
}

const logistic = ({ most, middle, width }: Curve, magnitude: number): number => most / (1 + Math.exp((middle - magnitude) / width));

/**
 * Fitted to the matched shares of FACTS 8: AFAD M >= 1 found at Kandilli 72 %, the reverse 33 %; AFAD M >= 3 and M >= 4 at Kandilli 95 to 98 %; Kandilli M >= 4.4 at
 * AFAD 87 %; AFAD M >= 4.8 at USGS 95 %, M 4.0 to 4.6 about a third; USGS at AFAD and at Kandilli 94 %.
 */
function curveOf(observer: Observer, { setting, time }: TrueEvent): Curve {
  const later = leastMagnitude(time) - 1;
  switch (observer) {
    case 'kandilli':
      return { most: setting === 'land' ? 0.99 : 0.97, middle: 1.05 + later, width: 0.65 };
    case 'afad':
      return { most: { land: 0.97, sea: 0.93, abroad: 0.82 }[setting], middle: 1.9 + later, width: 0.45 };
    case 'usgs':
      return { most: 0.98, middle: (setting === 'land' ? 4.35 : 4.25) + Math.min(1.2, later / 3), width: 0.18 };
    case 'turhec':
      return { most: 0.95, middle: Math.max(2.3, 1 + later + 0.2), width: 0.3 };
  }
}

function records(observer: Observer, time: EpochMs): boolean {
  if (observer === 'kandilli') return time >= KANDILLI_SINCE;
  if (observer === 'afad') return time >= AFAD_SINCE;
  return observer === 'usgs' || time < TURHEC_UNTIL;
}

/** 0 to 1. */
export function probabilityOf(observer: Observer, event: TrueEvent): number {
  if (!records(observer, event.time)) return 0;
  if (observer === 'usgs' && event.magnitude < 3.4) return 0;
  return logistic(curveOf(observer, event), event.magnitude);
}

/** The agencies that report a shock. A shock that none would report is drawn again: a catalogue holds those that somebody saw. */
export function observersOf(event: TrueEvent, random: Random): Observer[] {
  const probabilities = OBSERVERS.map((observer) => probabilityOf(observer, event));
  for (let i = 0; i < 100; i += 1) {
    const seen = OBSERVERS.filter((_, index) => random.chance(probabilities[index]!));
    if (seen.length > 0) return seen;
  }
  return [OBSERVERS[probabilities.indexOf(Math.max(...probabilities))]!];
}
