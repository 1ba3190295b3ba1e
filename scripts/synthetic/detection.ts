/** Which agency reports a shock: logistic in magnitude, by setting and era. */
import { DAY, type EpochMs } from '#core/time.ts';
import { leastMagnitude, startOfYear } from './eras.ts';
import type { Random } from './random.ts';
import type { TrueEvent } from './events.ts';

const OBSERVERS = ['kandilli', 'afad', 'usgs', 'turhec'] as const;
export type Observer = (typeof OBSERVERS)[number];

/** The first origin times that an agency's documents hold, and for TURHEC the last (to October 2018). */
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

const logistic = ({ most, middle, width }: Curve, magnitude: number): number =>
  most / (1 + Math.exp((middle - magnitude) / width));

/**
 * Fitted to the matched shares of real files, to Kandilli's own numbers by magnitude, and to our pairings.
 * Files: AFAD M >= 1 at Kandilli 72 %, the reverse 33 %. AFAD M >= 3 and M >= 4 at Kandilli 95 to 98 %.
 * USGS at AFAD and at Kandilli 94 %.
 * Pairings: Kandilli M >= 4.4 at AFAD 87 %, AFAD M >= 4.8 at USGS 95 %, M 4.0 to 4.6 a third.
 */
function curveOf(observer: Observer, { setting, time, overlapped }: TrueEvent): Curve {
  if (overlapped) return OVERLAPPED[observer];
  const later = leastMagnitude(time) - 1;
  switch (observer) {
    case 'kandilli':
      return { most: { land: 0.975, sea: 0.955, abroad: 0.94 }[setting], middle: 1.87 + later, width: 0.12 };
    case 'afad':
      return { most: { land: 0.98, sea: 0.93, abroad: 0.82 }[setting], middle: 2.5 + later, width: 0.36 };
    case 'usgs':
      return { most: 0.98, middle: (setting === 'land' ? 4.4 : 4.25) + Math.min(1.2, later / 3), width: 0.18 };
    case 'turhec':
      return { most: 0.95, middle: Math.max(2.4, 1.9 + later), width: 0.3 };
  }
}

/**
 * Hours after a great shock, when analysts cannot follow. Fitted to the 24 hours after 2023-02-06 01:17.
 * By magnitude 3.5, 4.25, 4.75 and 5 or more: Kandilli finally has 57, 85, 86 and 97 % of AFAD's.
 * USGS has 1, 27, 45 and 58 % of AFAD's. AFAD has 62, 78, 97 and 96 % of Kandilli's.
 */
const OVERLAPPED: Record<Observer, Curve> = {
  kandilli: { most: 0.93, middle: 3.4, width: 0.32 },
  afad: { most: 0.96, middle: 3.25, width: 0.5 },
  usgs: { most: 0.62, middle: 4.25, width: 0.27 },
  turhec: { most: 0.9, middle: 3.5, width: 0.3 },
};

/**
 * How dense both national networks are around a shock, in units of magnitude: what one sees well, the other sees well
 * too.
 */
const NEARNESS_SPREAD = 0.465;

/**
 * Share of the shocks of a magnitude that somebody lists, `later` above 0 in eras with fewer stations: the curves above
 * with nearness averaged out.
 */
export const listedShare = (magnitude: number, later: number): number =>
  logistic({ most: 1, middle: 1.85 + later, width: 0.3 }, magnitude);

function records(observer: Observer, time: EpochMs): boolean {
  if (observer === 'kandilli') return time >= KANDILLI_SINCE;
  if (observer === 'afad') return time >= AFAD_SINCE;
  return observer === 'usgs' || time < TURHEC_UNTIL;
}

/** 0 to 1; `nearness` in units of magnitude. */
function probabilityOf(observer: Observer, event: TrueEvent, nearness: number): number {
  if (!records(observer, event.time)) return 0;
  if (observer === 'usgs' && event.magnitude < 3.4) return 0;
  const national = !event.overlapped && (observer === 'kandilli' || observer === 'afad');
  return logistic(curveOf(observer, event), event.magnitude + (national ? nearness : 0));
}

/**
 * The agencies that report a shock: drawn until there is one, since shocks that nobody lists have been left out before.
 */
export function observersOf(event: TrueEvent, random: Random): Observer[] {
  for (let i = 0; i < 1000; i += 1) {
    const nearness = NEARNESS_SPREAD * random.normal();
    const seen = OBSERVERS.filter((observer) => random.chance(probabilityOf(observer, event, nearness)));
    if (seen.length > 0) return seen;
  }
  return records('kandilli', event.time) ? ['kandilli'] : ['usgs'];
}
