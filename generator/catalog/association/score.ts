/**
 * Score of two reports: the natural logarithm of the likelihood ratio of their residuals if they are of one earthquake
 * (models.ts) and if they are unrelated reports that happen to lie so near in time, place and magnitude.
 */
import { KM_PER_DEGREE, distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { DATE_PRECISIONS, DAY, HOUR, MINUTE, SECOND, spanOf } from '#core/time.ts';
import type { ResidualModel } from './models.ts';
import { modelFor } from './models.ts';

/** An agency event as association sees it. */
export interface Candidate {
  agencyEvent: number;
  feedGroup: number;
  time: EpochMs;
  alternativeTime: EpochMs | null;
  /** Index into DATE_PRECISIONS; 0 is a second. */
  precision: number;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  magnitudeType: string | null;
  automatic: boolean;
  /** Unique within the feed group. */
  key: string;
  earthquake: number | null;
  /** Number of other reports of its feed group within ACTIVITY. */
  activity: number;
}

/** Largest difference in time of two reports of one earthquake that are known to the second, inclusive. */
export const REACH_MS = 60 * SECOND;
/** Largest distance of their epicentres, inclusive. */
export const REACH_KM = 150;
/**
 * Neighbourhood in which reports of one agency are counted, either side: it tells an aftershock sequence from a quiet
 * day.
 */
export const ACTIVITY = { ms: 30 * MINUTE, km: 50 };
const ACTIVITY_RATE = 1 / (((2 * ACTIVITY.ms) / SECOND) * Math.PI * ACTIVITY.km ** 2);

/** Share of an agency's reports in a sequence that another one lacks: one M ≥ 4 in ten in February 2023. */
const UNSHARED = 0.12;
/**
 * An earthquake makes others near it likelier: rate of unshared ones a second and km² at the epicentre, and its radius.
 */
const TRIGGERED = { rate: 2e-7, km: 8 };
/** A wrong epicentre brings a wrong origin time: part of the 1/8 s that P waves need for a km of crust. */
const SECONDS_PER_KM = 0.05;
/**
 * Some solutions are far off although they look like others (few or overlapping phases): their share, and their scatter
 * in each direction. The scatter is least for small earthquakes, which only near stations record.
 */
const MISPLACED = { share: 0.03, kmAMagnitude: 15, minKm: 20, maxKm: 60 };

/** An old date may be local or UTC, and begin at noon: half a day either side. */
const COARSE_SLACK_MS = DAY / 2;
/**
 * ML, MD, mb and Ms saturate from about here (Kanamori, J. Phys. Earth 31, 1983), so unlike types may lie far apart.
 */
const SATURATING = 6;
const UNLIKE_TYPES = 1.5;
const SATURATED = 4;

/** Differences between two reports. */
interface Residuals {
  /**
   * Origin time of the one in the higher feed group less that of the other, s; 0 where one lies in the other's coarse
   * span.
   */
  seconds: number;
  km: number;
  /** Likewise, null where one has no magnitude. */
  magnitude: number | null;
}

/** A score, the sum of its terms, all natural logarithms. */
export interface Score {
  residuals: Residuals;
  model: ResidualModel;
  time: number;
  distance: number;
  magnitude: number;
  /** Of the likelihood that an unrelated report lies there. */
  background: number;
  total: number;
}

/** Signed ms from `a` to `b`, at its least over ambiguous readings; 0 where one lies in the other's coarse span. */
export function timeBetween(a: Candidate, b: Candidate): number {
  if (a.precision > 0 || b.precision > 0) {
    const one = coarseSpan(a);
    const other = coarseSpan(b);
    return Math.max(0, other.from - one.to) - Math.max(0, one.from - other.to);
  }
  if (a.alternativeTime === null && b.alternativeTime === null) return b.time - a.time;
  const times = (candidate: Candidate): EpochMs[] =>
    candidate.alternativeTime === null ? [candidate.time] : [candidate.time, candidate.alternativeTime];
  return times(a)
    .flatMap((one) => times(b).map((other) => other - one))
    .reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
}

/** The span that a coarse time may mean, widened by half a day where it is a day or longer. */
export function coarseSpan({ time, precision }: Candidate): { from: EpochMs; to: EpochMs } {
  if (precision === 0) return { from: time, to: time };
  const { from, to } = spanOf(time, DATE_PRECISIONS[precision]!);
  const slack = to - from >= 12 * HOUR ? COARSE_SLACK_MS : 0;
  return { from: from - slack, to: to + slack };
}

/** Degrees of latitude beyond which no distance need be computed. */
const REACH_DEGREES = REACH_KM / KM_PER_DEGREE;

/**
 * Positive where two reports are likelier of one earthquake than not; undefined where they cannot be: same feed group,
 * or farther apart than REACH_MS or REACH_KM. Symmetric.
 */
export function scorePair(a: Candidate, b: Candidate): Score | undefined {
  if (a.feedGroup === b.feedGroup || Math.abs(a.latitude - b.latitude) > REACH_DEGREES) return undefined;
  const [low, high] = a.feedGroup < b.feedGroup ? [a, b] : [b, a];
  const apart = timeBetween(low, high);
  if (Math.abs(apart) > REACH_MS) return undefined;
  const km = distanceKm(low, high);
  if (km > REACH_KM) return undefined;
  const model = modelFor(low, high);
  const seconds = apart / SECOND;
  const time = timeTerm(low, high, { seconds, km }, model);
  const distance = distanceTerm(km, model, misplacedKm(low, high));
  const magnitude = magnitudeTerm(low, high, model);
  const background = -Math.log(rivalRate(low, high, km, model));
  return {
    residuals: { seconds, km, magnitude: magnitudesApart(low, high) },
    model,
    time,
    distance,
    magnitude,
    background,
    total: time + distance + magnitude + background,
  };
}

/** Expected rate a second and km² of reports there that are not of the same earthquake. */
function rivalRate(low: Candidate, high: Candidate, km: number, { background }: ResidualModel): number {
  const active = Math.max(low.activity, high.activity) * ACTIVITY_RATE * UNSHARED;
  const coarse = low.precision > 0 || high.precision > 0;
  return background.rate + active + (coarse ? 0 : TRIGGERED.rate * (1 + (km / TRIGGERED.km) ** 2) ** -1.5);
}

/** To the hundredth, so that 4.2 and 3 are 1.2 apart and no more. */
const magnitudesApart = (a: Candidate, b: Candidate): number | null =>
  a.magnitude === null || b.magnitude === null ? null : Math.round((b.magnitude - a.magnitude) * 100) / 100;

/** ln Γ((ν + 1) / 2) / (Γ(ν / 2) √(νπ)) for 4 and 5 degrees of freedom: the height of Student's t at 0. */
const LN_T4 = Math.log(3 / 8);
const LN_T5 = Math.log(8 / (3 * Math.PI * Math.sqrt(5)));

function timeTerm(
  low: Candidate,
  high: Candidate,
  { seconds, km }: { seconds: number; km: number },
  { seconds: { bias, scale: least } }: ResidualModel,
): number {
  const scale = least + SECONDS_PER_KM * km;
  const coarse = low.precision > 0 || high.precision > 0;
  const deviation = coarse ? seconds : seconds - bias;
  const tail = -2.5 * Math.log1p(deviation ** 2 / (4 * scale ** 2));
  const peak = LN_T4 - Math.log(scale);
  if (!coarse) return peak + tail;
  // Anywhere in the longer span, with the tail beyond it.
  const span = [low, high].map(coarseSpan).reduce((longest, { from, to }) => Math.max(longest, to - from), 0) / SECOND;
  return Math.min(peak, -Math.log(span)) + tail;
}

const misplacedKm = (a: Candidate, b: Candidate): number =>
  Math.min(
    MISPLACED.maxKm,
    Math.max(MISPLACED.minKm, MISPLACED.kmAMagnitude * Math.max(a.magnitude ?? 3, b.magnitude ?? 3)),
  );

/**
 * Density in the plane, 1/km²: a few misplaced ones, and a core of which a share of 1 − (1 + r²/(νs²))^(−ν/2) lies
 * within r.
 */
function distanceTerm(km: number, { km: { median, freedom } }: ResidualModel, scatter: number): number {
  const scale2 = median ** 2 / (freedom * (2 ** (2 / freedom) - 1));
  const tail = (1 + km ** 2 / (freedom * scale2)) ** -(freedom / 2 + 1);
  const core = ((1 - MISPLACED.share) * tail) / (2 * Math.PI * scale2);
  const variance = scatter ** 2;
  return Math.log(core + (MISPLACED.share * Math.exp(-(km ** 2) / (2 * variance))) / (2 * Math.PI * variance));
}

/** Relative to two magnitudes drawn at random: agreement on a rare one, as large ones are, weighs more. */
function magnitudeTerm(a: Candidate, b: Candidate, { magnitude, background: { complete } }: ResidualModel): number {
  if (a.magnitude === null || b.magnitude === null) return 0;
  const alike = a.magnitudeType !== null && likeType(a.magnitudeType) === likeType(b.magnitudeType);
  const saturated = !alike && Math.max(a.magnitude, b.magnitude) >= SATURATING;
  const scale = magnitude * (saturated ? SATURATED : alike ? 1 : UNLIKE_TYPES);
  const density = LN_T5 - Math.log(scale) - 3 * Math.log1p((b.magnitude - a.magnitude) ** 2 / (5 * scale ** 2));
  const mean = (a.magnitude + b.magnitude) / 2;
  // One unit more is ten times rarer (Gutenberg and Richter, b = 1).
  return density - Math.log(Math.LN10) + Math.LN10 * Math.abs(mean - complete);
}

/** Variants of moment magnitude are one type. */
const likeType = (type: string | null): string | null => (type?.startsWith('Mw') ? 'Mw' : type);
