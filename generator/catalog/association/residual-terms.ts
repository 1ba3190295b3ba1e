/** The likelihood of the differences in time and place of two reports of one earthquake. Pure. */
import { type EpochMs, MINUTE, SECOND } from '#core/time.ts';
import { feedGroupNamed } from '../documents/feed-groups.ts';
import type { ResidualModel } from './models.ts';

/**
 * Share of reports with a time that is wrong by up to a minute, while times were typed by hand: 90 of 9,000 common
 * earthquakes of 1970 to 2013 lie 12 to 56 s apart, and none of 2014 to 2019.
 */
export const MISTIMED = { before: Date.UTC(2014, 0), share: 0.01 };

/** A time that is right but for its minute: bounds of what is left and of the distance. */
export const MISREAD = { minutes: [-2, -1, 1, 2], seconds: 6, km: 30 };

/** In Kandilli's catalogue before 1980 some 40 rows have lost a decimal place of their seconds: 4.5 s for 45 s. */
const DECIMAL_SLIP = { feedGroup: feedGroupNamed('kandilli-zeqdb'), before: Date.UTC(1980, 0), below: 6, share: 0.02 };

/** ln Γ((ν + 1) / 2) / (Γ(ν / 2) √(νπ)) for 4 degrees of freedom: the height of Student's t at 0. */
export const LN_T4 = Math.log(3 / 8);

/** Natural logarithm of Student's t with 4 degrees of freedom. */
export const lnT4 = (deviation: number, scale: number): number =>
  LN_T4 - Math.log(scale) - 2.5 * Math.log1p(deviation ** 2 / (4 * scale ** 2));

interface TimeLaw {
  km: number;
  scale: number;
  /** Share of reports a whole minute off, or two; null where no times were typed by hand. */
  misread: number | null;
}

/** Density of a difference in time without its bias, 1/s: most times are right, few wrong, fewer but for the minute. */
export function timeDensity(seconds: number, { km, scale, misread }: TimeLaw): number {
  const right = Math.exp(lnT4(seconds, scale));
  if (misread === null) return right;
  const apart = Math.abs(seconds);
  const astray = apart * SECOND <= MINUTE ? (MISTIMED.share * SECOND) / (2 * MINUTE) : 0;
  const density = (1 - MISTIMED.share) * right + astray;
  if (apart < 30 || km > MISREAD.km) return density;
  return MISREAD.minutes.reduce(
    (sum, minutes) => sum + misread * Math.exp(lnT4(seconds - 60 * minutes, scale)),
    density,
  );
}

/** Density that comes from a lost decimal place; 0 where none can be lost. */
export function slipDensity(low: { feedGroup: number; time: EpochMs }, high: { time: EpochMs }, scale: number): number {
  if (low.feedGroup !== DECIMAL_SLIP.feedGroup || low.time >= DECIMAL_SLIP.before) return 0;
  const second = (((low.time % MINUTE) + MINUTE) % MINUTE) / SECOND;
  if (second >= DECIMAL_SLIP.below) return 0;
  return DECIMAL_SLIP.share * Math.exp(lnT4((high.time - low.time) / SECOND - 9 * second, scale));
}

/**
 * Some solutions are far off although they look like others (few or overlapping phases): their share, and their scatter
 * in each direction. The scatter is least for small earthquakes, which only near stations record.
 */
const MISPLACED = { share: 0.03, kmAMagnitude: 15, minKm: 20, maxKm: 60 };

/** Scatter of a misplaced one, by the larger magnitude. */
export const misplacedKm = (magnitude: number): number =>
  Math.min(MISPLACED.maxKm, Math.max(MISPLACED.minKm, MISPLACED.kmAMagnitude * magnitude));

/**
 * Density in the plane, 1/km²: a few misplaced ones, and a core of which a share of 1 − (1 + r²/(νs²))^(−ν/2) lies
 * within r.
 */
export function distanceTerm(km: number, { km: { median, freedom } }: ResidualModel, scatter: number): number {
  const scale2 = median ** 2 / (freedom * (2 ** (2 / freedom) - 1));
  const tail = (1 + km ** 2 / (freedom * scale2)) ** -(freedom / 2 + 1);
  const core = ((1 - MISPLACED.share) * tail) / (2 * Math.PI * scale2);
  const variance = scatter ** 2;
  return Math.log(core + (MISPLACED.share * Math.exp(-(km ** 2) / (2 * variance))) / (2 * Math.PI * variance));
}
