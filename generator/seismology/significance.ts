/**
 * Which earthquake comes first wherever one is named for all, and which stay beside it. Significance is in units of
 * magnitude: the magnitude, less its age, less its distance from a place where one is chosen.
 */
import { windowKm, windowMs } from './aftershock-windows.ts';
import { isProbableBlast } from '#core/blasts.ts';
import { eventTypeWords } from '#core/event-types.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { distanceLoss, estimate, FELT, USUAL_DEPTH_KM } from './shaking.ts';
import { HOUR, MINUTE, type EpochMs } from '#core/time.ts';

export interface Shock extends Point {
  id: number;
  time: EpochMs;
  magnitude: number | null;
  magnitudeDoubtful?: boolean;
  depthKm: number | null;
  eventType?: string | undefined;
  blastProbability?: number | null | undefined;
}

/** @param age in ms; below 0 as 0 */
export const significance = (magnitude: number, age: EpochMs): number =>
  magnitude - Math.log10(1 + Math.max(0, age) / (10 * MINUTE));

/** In km, for the estimate: agencies hardly resolve less. The bound is ours. */
const LEAST_DEPTH = 5;

/** Hypocentral, in km. @param km from the epicentre */
const hypocentral = ({ depthKm }: Pick<Shock, 'depthKm'>, km: number): number =>
  Math.hypot(km, Math.max(LEAST_DEPTH, depthKm ?? USUAL_DEPTH_KM));

type Sized<One> = One & { magnitude: number };

/** By the estimated intensity. @param km from the epicentre */
const isFeltAt = (one: Sized<Pick<Shock, 'depthKm'>>, km: number): boolean =>
  estimate(one.magnitude, hypocentral(one, km)) >= FELT;

/** Magnitude, inclusive: M 3 and above are felt by many, also those too deep for the estimate. The bound is ours. */
const FELT_FROM = 3;

/** Whether somebody may have felt it: by its magnitude, or by the estimate at the epicentre. */
export const mayBeFelt = ({ magnitude, ...one }: Omit<Shock, 'id' | 'time' | keyof Point>): boolean =>
  magnitude !== null && isEarthquake(one) && (magnitude >= FELT_FROM || isFeltAt({ ...one, magnitude }, 0));

/** No blast, also no probable one, or the like. */
export const isEarthquake = (one: Pick<Shock, 'eventType' | 'blastProbability'>): boolean =>
  eventTypeWords(one.eventType, 'tr') === undefined && !isProbableBlast(one);

const isRanked = <One extends Shock>(one: One): one is Sized<One> =>
  one.magnitude !== null && !one.magnitudeDoubtful && isEarthquake(one);

/** Whether it is an aftershock or a foreshock of the other, by the windows of Gardner and Knopoff. */
function isDependent(one: Sized<Shock>, main: Sized<Shock>): boolean {
  const isLess = one.magnitude < main.magnitude || (one.magnitude === main.magnitude && isLater(one, main));
  return (
    isLess &&
    Math.abs(one.time - main.time) <= windowMs(main.magnitude) &&
    distanceKm(one, main) <= windowKm(main.magnitude)
  );
}

const isLater = (one: Shock, other: Shock): boolean =>
  one.time > other.time || (one.time === other.time && one.id > other.id);

interface Ranked<One> {
  one: Sized<One>;
  /** At the place; true without one. */
  isFelt: boolean;
  significance: number;
}

const byRank = (a: Ranked<Shock>, b: Ranked<Shock>): number =>
  Number(b.isFelt) - Number(a.isFelt) || b.significance - a.significance || (isLater(a.one, b.one) ? -1 : 1);

/** An earthquake stays above its aftershocks and foreshocks for so long, whatever their significance. */
const LEADS = HOUR;
/** Least magnitude of the next one, and of the main shocks that stay for a time. All inclusive. */
const PINNED = { next: 4.5, main: 5, stays: 72 * HOUR };

export interface Foremost<One> {
  headline: One;
  /** Earthquakes of their own, the most significant first. */
  pinned: One[];
}

interface Ranking<One> {
  now: EpochMs;
  /** Distance of an epicentre from the chosen place, in km; absent for no place. */
  kmTo?: ((one: One) => number) | undefined;
}

/**
 * The headline is the most significant earthquake; with a place, one that can be felt there comes before any that
 * cannot. Doubtful magnitudes and what is no earthquake are passed over.
 * @returns undefined where no row can be named
 */
export function foremost<One extends Shock>(rows: readonly One[], ranking: Ranking<One>): Foremost<One> | undefined {
  const { now, kmTo } = ranking;
  const ranked = rows.filter(isRanked<One>).map((one): Ranked<One> => {
    const of = significance(one.magnitude, now - one.time);
    if (!kmTo) return { one, isFelt: true, significance: of };
    const km = kmTo(one);
    const loss = distanceLoss(one.magnitude, hypocentral(one, km));
    return { one, isFelt: isFeltAt(one, km), significance: of - loss };
  });
  ranked.sort(byRank);
  const leading = ranked.filter(({ one }) => now - one.time <= LEADS);
  const isLed = ({ one, isFelt }: Ranked<One>): boolean =>
    leading.some((main) => (main.isFelt || !isFelt) && isDependent(one, main.one));
  const headline = ranked.find((one) => !isLed(one))?.one;
  if (!headline) return undefined;
  const large = ranked.filter(({ one }) => one.magnitude >= PINNED.next).map(({ one }) => one);
  const own = large.filter((one) => one !== headline && !large.some((main) => isDependent(one, main)));
  const stays = (one: Sized<One>): boolean => one.magnitude >= PINNED.main && now - one.time <= PINNED.stays;
  return { headline, pinned: own.filter((one, index) => index === 0 || stays(one)) };
}

/** Those in an area, and those that can be felt at its seat: what concerns it. @param kmTo 0 within the area */
export const concerns = <One extends Shock>(rows: readonly One[], kmTo: (one: One) => number): One[] =>
  rows.filter((one) => isRanked(one) && (kmTo(one) === 0 || isFeltAt(one, kmTo(one))));
