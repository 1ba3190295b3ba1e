/**
 * How far an agency's solution lies from the truth. Every law is a core with a heavy tail.
 * The numbers are fitted to the differences **between two agencies**, all that can be measured.
 * They come out as in pairings of the agencies' real files (USGS, AFAD, zeqdb, live list).
 */
import type { Point } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import type { Observer } from './detection.ts';
import { eraOf, type Era } from './eras.ts';
import { moved } from './faults.ts';
import type { Setting } from './land.ts';
import type { Random } from './random.ts';
import type { TrueEvent } from './events.ts';

/**
 * Epicentral error: each component normal, with a standard deviation in km that is itself log-normal.
 * It is around `core` (spread of the logarithm `spread`), or in a share `tail` of cases around `far` (spread 0.5).
 */
interface Scatter {
  core: number;
  spread: number;
  tail: number;
  far: number;
}

const scatter = (core: number, spread: number, tail: number, far: number): Scatter => ({ core, spread, tail, far });

/**
 * The national networks, in the years of good ones. Fitted by percentiles 25 to 99 of AFAD against Kandilli, 2025-26
 * and 2020-22.
 */
const NATIONAL: Record<'2012' | '2024', Record<Setting, Scatter>> = {
  '2012': {
    land: scatter(1.56, 0.56, 0.011, 15),
    sea: scatter(1.74, 0.8, 0.216, 9.6),
    abroad: scatter(2.99, 0.41, 0.316, 16),
  },
  '2024': {
    land: scatter(1.15, 0.39, 0.049, 3.4),
    sea: scatter(1.44, 0.64, 0.173, 16),
    abroad: scatter(2.99, 0.41, 0.316, 16),
  },
};

/**
 * Older years, all settings together: AFAD against zeqdb; before 1990 USGS against zeqdb; `early` is a guess of the
 * right order.
 */
const OLDER: Record<Exclude<Era, '2012' | '2024'>, Scatter> = {
  '2007': scatter(2.4, 0.46, 0.156, 14.4),
  '2000': scatter(3.9, 0.37, 0.187, 18),
  '1990': scatter(2.8, 0.96, 0.38, 20),
  '1970': scatter(4, 0.6, 0.25, 18),
  early: scatter(12, 0.7, 0.3, 40),
};

/** The 24 hours after 2023-02-06 01:17: AFAD against zeqdb, against Kandilli's monthly list and against USGS. */
const OVERLAPPED = scatter(3.6, 0.5, 0.065, 29);

/** USGS against both. */
const GLOBAL: Record<Setting, Scatter> = {
  land: scatter(4.6, 0.15, 0.16, 9.3),
  sea: scatter(5.2, 0.37, 0.05, 12),
  abroad: scatter(5.2, 0.37, 0.12, 14),
};

/** Small shocks have few phases: AFAD M >= 1 against Kandilli. 0 for M >= 3, 1 for M <= 1.6. */
const smallness = (magnitude: number): number => Math.min(1, Math.max(0, (3 - magnitude) / 1.4));

function scatterOf(observer: Observer, { setting, time, magnitude, overlapped }: TrueEvent): Scatter {
  const era = eraOf(time);
  if (observer === 'usgs' || observer === 'turhec') {
    const modern = GLOBAL[setting];
    if (era === 'early' || era === '1970')
      return scatter(era === 'early' ? 12 : 6, 0.5, 0.2, era === 'early' ? 40 : 20);
    return overlapped ? { ...modern, tail: 0.06, far: 25 } : modern;
  }
  if (overlapped) return OVERLAPPED;
  if (era !== '2012' && era !== '2024') return OLDER[era];
  const good = NATIONAL[era][setting];
  const small = smallness(magnitude);
  return {
    ...good,
    core: good.core * (1 + 0.6 * small),
    spread: Math.max(good.spread, good.spread + (0.8 - good.spread) * small),
  };
}

/** No solution lies farther off than this, km. */
const FARTHEST = 160;

export function displaced(point: Point, random: Random, { core, spread, tail, far }: Scatter): Point & { km: number } {
  const sigma = random.chance(tail) ? random.logNormal(far, 0.5) : random.logNormal(core, spread);
  const [east, north] = [sigma * random.normal(), sigma * random.normal()];
  const length = Math.hypot(east, north);
  const shrink = length > FARTHEST ? FARTHEST / length : 1;
  return { ...moved(point, east * shrink, north * shrink), km: length * shrink };
}

/** Seconds: `bias` against the truth, `core` the scale of a Student's t. Eras before 2007 are coarser for all. */
const CLOCK: Record<Observer, { bias: number; core: number }> = {
  kandilli: { bias: -0.3, core: 0.36 },
  afad: { bias: 0, core: 0.36 },
  usgs: { bias: 0.75, core: 0.55 },
  turhec: { bias: 0.2, core: 0.6 },
};

const COARSER: Record<Era, number> = {
  early: 15,
  '1970': 3,
  '1990': 4.5,
  '2000': 3,
  '2007': 1.6,
  '2012': 1.1,
  '2024': 1,
};

/**
 * The same in the hours after a great shock: Kandilli's times lie 0.9 s after AFAD's then, those of USGS 1.0 s before
 * them.
 */
const OVERLAPPED_BIAS: Record<Observer, number> = { kandilli: 0.3, afad: 0, usgs: 0.65, turhec: 0.2 };

/** An epicentre wrong by some km goes with a wrong origin time: a part of the P waves' time for them (8 km/s). */
function timeError(observer: Observer, { time, overlapped }: TrueEvent, km: number, random: Random): number {
  const { core } = CLOCK[observer];
  const bias = overlapped ? OVERLAPPED_BIAS[observer] : CLOCK[observer].bias;
  const coarser = observer === 'usgs' ? Math.min(3, COARSER[eraOf(time)]) : COARSER[eraOf(time)];
  const scale = core * coarser * (overlapped && observer !== 'usgs' ? 1.5 : 1);
  const phase = observer === 'usgs' ? 0.3 : overlapped ? 0.4 : 0.8;
  const seconds = bias + scale * random.studentT(4) + (km / 8) * (phase * random.normal() - 0.1);
  return 1000 * Math.min(45, Math.max(-45, seconds));
}

/**
 * Shares of magnitudes that are simply wrong, of shocks of M >= 3 (smaller ones were not measured).
 * Measured: AFAD's with a row of Kandilli within 10 s and 25 km (940 of February 2023, 1,790 of 2025-26).
 * 0.2 to 0.3 % are 1 or more smaller there (1.8 on 2023-02-20: M 5.8 and 4.0), 0.1 % larger.
 */
const GROSS: Record<Observer, number> = { kandilli: 0.0025, afad: 0.0007, usgs: 0, turhec: 0 };

const grossError = (observer: Observer, magnitude: number, random: Random): number =>
  magnitude >= 3 && random.chance(GROSS[observer]) ? -(0.9 + Math.min(1.2, random.exponential(0.35))) : 0;

/**
 * Magnitude: bias by true magnitude and standard deviation of an agency. Fitted to the differences in pairings of their
 * real files.
 */
function magnitudeError(observer: Observer, { magnitude, time, overlapped }: TrueEvent, random: Random): number {
  const older = eraOf(time) === '2012' || eraOf(time) === '2024' ? 1 : 1.8;
  if (observer !== 'kandilli') return (observer === 'usgs' ? 0.13 : 0.085) * older * random.studentT(6);
  const bias = magnitude < 2.4 ? -0.09 : magnitude < 3 ? 0 : magnitude < 3.8 ? 0.08 : 0.03;
  if (overlapped) return -0.08 + 0.15 * random.studentT(6) - random.exponential(0.06);
  return bias + 0.085 * older * random.studentT(6);
}

/** A depth is often fixed, since it cannot be resolved: Kandilli 5 km, AFAD 7, USGS 10 (33 before 2000). */
function depthOf(observer: Observer, event: TrueEvent, random: Random): number {
  const fixed = { kandilli: 5, afad: 7, usgs: event.time < 946_684_800_000 ? 33 : 10, turhec: 10 }[observer];
  if (random.chance({ kandilli: 0.1, afad: 0.25, usgs: 0.4, turhec: 0.25 }[observer])) return fixed;
  return Math.min(200, Math.abs(event.depthKm + 4 * random.studentT(4)));
}

/** An agency's final view of a shock, before the agency's own rounding. */
export interface View extends Point {
  time: EpochMs;
  depthKm: number;
  magnitude: number;
}

export function viewOf(observer: Observer, event: TrueEvent, random: Random): View {
  const { latitude, longitude, km } = displaced(event, random, scatterOf(observer, event));
  return {
    latitude,
    longitude,
    time: Math.round(event.time + timeError(observer, event, km, random)),
    depthKm: depthOf(observer, event, random),
    magnitude:
      event.magnitude + magnitudeError(observer, event, random) + grossError(observer, event.magnitude, random),
  };
}

/** A solution some way (log-normal, median and 90 % in km) and some time from another: what revisions undo. */
export function earlierView(
  view: View,
  random: Random,
  { medianKm, p90Km }: { medianKm: number; p90Km: number },
): View {
  const km = Math.min(FARTHEST, random.logNormal(medianKm, Math.log(p90Km / medianKm) / 1.2816));
  const direction = 2 * Math.PI * random.unit();
  const seconds = random.chance(0.45) ? 0 : random.pick([-1, 1]) * (random.chance(0.85) ? 1 : 1 + random.integer(8));
  const step = random.chance(0.4)
    ? 0
    : random.pick([-1, 1]) * (random.chance(0.7) ? 0.1 : random.chance(0.7) ? 0.2 : 0.3);
  return {
    ...moved(view, km * Math.sin(direction), km * Math.cos(direction)),
    time: view.time + 1000 * seconds,
    depthKm: Math.abs(view.depthKm + 3 * random.normal()),
    magnitude: view.magnitude + step,
  };
}
