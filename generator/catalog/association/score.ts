/**
 * Score of two reports: the natural logarithm of the likelihood ratio of their residuals if they are of one earthquake
 * (models.ts) and if they are unrelated reports that happen to lie so near in time, place and magnitude.
 */
import { distanceKm, KM_PER_DEGREE } from '#core/geo.ts';
import { DATE_PRECISIONS, DAY, type EpochMs, HOUR, MINUTE, SECOND, spanOf } from '#core/time.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import {
  distanceTerm,
  LN_T4,
  lnT4,
  misplacedKm,
  MISREAD,
  MISTIMED,
  slipDensity,
  timeDensity,
} from './residual-terms.ts';
import { expectedMw } from './expected-mw.ts';
import { modelFor, type ResidualModel } from './models.ts';

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
  /** The most other earthquakes that one feed group has within ACTIVITY. */
  activity: number;
}

/**
 * Largest difference in time of two reports of one earthquake that are known to the second, inclusive, but for a
 * misread minute.
 */
export const REACH_MS = 60 * SECOND;
/** Largest distance of their epicentres, inclusive, but for those that agree in all else. */
export const REACH_KM = 150;

/** Two reports beyond REACH_KM may be of one earthquake only within these bounds, all inclusive. */
const DISTANT = { km: 400, seconds: 15, magnitude: 0.5, leastMagnitude: 4 };

/** Beyond this, inclusive, no two reports that are known to the second are compared. */
export const LOOK_MS = 2 * MINUTE + MISREAD.seconds * SECOND;
/** Where a feed's reports are counted, either side: it tells an aftershock sequence from a quiet day. */
export const ACTIVITY = { ms: 30 * MINUTE, km: 50 };
const ACTIVITY_RATE = 1 / (((2 * ACTIVITY.ms) / SECOND) * Math.PI * ACTIVITY.km ** 2);

/** Reports whose expected Mw differ by more are of two earthquakes; of real ones the most is 1.8. */
const MOST_APART = 2;

/** Share of an agency's reports in a sequence that another one lacks: one M ≥ 4 in ten in February 2023. */
const UNSHARED = 0.12;
/**
 * An earthquake makes others near it likelier: rate of unshared ones a second and km² at the epicentre, and its radius.
 */
const TRIGGERED = { rate: 2e-7, km: 8 };
/** An old date may be local or UTC, and begin at noon: half a day either side. */
const COARSE_SLACK_MS = DAY / 2;
const ROUNDED_MS = 30 * SECOND;

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
  /** The likelihood that an unrelated report lies there, as a term of the score. */
  background: number;
  total: number;
}

/** Whether the origin time is one certain second. */
export const isExact = ({ precision, alternativeTime }: Candidate): boolean =>
  precision === 0 && alternativeTime === null;

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

/** The span that a coarse time may mean: a day or longer is widened by half a day, a minute by half a minute before. */
export function coarseSpan({ time, precision }: Pick<Candidate, 'time' | 'precision'>): { from: EpochMs; to: EpochMs } {
  if (precision === 0) return { from: time, to: time };
  const { from, to } = spanOf(time, DATE_PRECISIONS[precision]!);
  const slack = to - from >= 12 * HOUR ? COARSE_SLACK_MS : 0;
  return { from: from - (to - from <= MINUTE ? ROUNDED_MS : slack), to: to + slack };
}
/** Degrees of latitude beyond which no distance need be computed. */
const DISTANT_DEGREES = DISTANT.km / KM_PER_DEGREE;

/** Whether two reports are near enough in time, space and magnitude for any score. */
function comparable(
  low: Candidate,
  high: Candidate,
  { seconds, km, mayBeMistimed }: { seconds: number; km: number; mayBeMistimed: boolean },
): boolean {
  const isMisread = mayBeMistimed && km <= MISREAD.km && Math.abs(leftOver(seconds)) <= MISREAD.seconds;
  if (Math.abs(seconds) * SECOND > REACH_MS && !isMisread) return false;
  if (km <= REACH_KM) return !areUnlike(low, high);
  const apart = magnitudesApart(low, high);
  return (
    km <= DISTANT.km &&
    Math.abs(seconds) <= DISTANT.seconds &&
    apart !== null &&
    Math.abs(apart) <= DISTANT.magnitude &&
    Math.min(low.magnitude!, high.magnitude!) >= DISTANT.leastMagnitude
  );
}

const expectedOf = ({ feedGroup, time, magnitude, magnitudeType }: Candidate): number | null =>
  magnitude === null
    ? null
    : expectedMw(
        { type: magnitudeType, value: magnitude },
        { agency: FEED_GROUPS[feedGroup]!.agency, time, depthKm: null },
      ).mw;

/** Whether the magnitudes of two reports are too far apart for one earthquake; to the hundredth. */
export function areUnlike(a: Candidate, b: Candidate): boolean {
  const [one, other] = [expectedOf(a), expectedOf(b)];
  return one !== null && other !== null && Math.round(Math.abs(one - other) * 100) > MOST_APART * 100;
}

/** What is left of a difference, in s, beside the nearest whole minute. */
const leftOver = (seconds: number): number => seconds - 60 * Math.round(seconds / 60);

/**
 * Positive where two reports are likelier of one earthquake than not; undefined where they cannot be: same feed group,
 * or too far apart. Symmetric.
 */
export function scorePair(a: Candidate, b: Candidate): Score | undefined {
  if (a.feedGroup === b.feedGroup || Math.abs(a.latitude - b.latitude) > DISTANT_DEGREES) return undefined;
  const [low, high] = a.feedGroup < b.feedGroup ? [a, b] : [b, a];
  const apart = timeBetween(low, high);
  if (Math.abs(apart) > LOOK_MS) return undefined;
  const seconds = apart / SECOND;
  const mayBeMistimed = Math.min(low.time, high.time) < MISTIMED.before;
  if (!mayBeMistimed && Math.abs(apart) > REACH_MS) return undefined;
  const model = modelFor(low, high);
  const km = distanceKm(low, high);
  if (!comparable(low, high, { seconds, km, mayBeMistimed })) return undefined;
  const time = timeTerm(low, high, { seconds, km, mayBeMistimed }, model);
  const distance = distanceTerm(km, model, misplacedKm(Math.max(low.magnitude ?? 3, high.magnitude ?? 3)));
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

/**
 * Expected rate a second and km² of reports there that are not of the same earthquake. Either of the two may be the
 * misplaced one: the harmonic mean of the rates at both places, so a report out of a sequence in a quiet place counts
 * as misplaced rather than as an earthquake of its own.
 */
function rivalRate(low: Candidate, high: Candidate, km: number, { background }: ResidualModel): number {
  const coarse = low.precision > 0 || high.precision > 0;
  const triggered = coarse ? 0 : TRIGGERED.rate * (1 + (km / TRIGGERED.km) ** 2) ** -1.5;
  return 2 / (1 / rateAt(low, background.rate) + 1 / rateAt(high, background.rate)) + triggered;
}

const rateAt = ({ activity }: Candidate, quiet: number): number => quiet + activity * ACTIVITY_RATE * UNSHARED;

/** To the hundredth, so that 4.2 and 3 are 1.2 apart and no more. */
const magnitudesApart = (a: Candidate, b: Candidate): number | null =>
  a.magnitude === null || b.magnitude === null ? null : Math.round((b.magnitude - a.magnitude) * 100) / 100;

/** ln Γ((ν + 1) / 2) / (Γ(ν / 2) √(νπ)) for 5 degrees of freedom: the height of Student's t at 0. */
const LN_T5 = Math.log(8 / (3 * Math.PI * Math.sqrt(5)));

function timeTerm(
  low: Candidate,
  high: Candidate,
  { seconds, km, mayBeMistimed }: { seconds: number; km: number; mayBeMistimed: boolean },
  { seconds: { bias, scale: least, perKm }, misread }: ResidualModel,
): number {
  const scale = least + perKm * km;
  if (low.precision === 0 && high.precision === 0)
    return Math.log(
      timeDensity(seconds - bias, { km, scale, misread: mayBeMistimed ? misread : null }) +
        slipDensity(low, high, scale),
    );
  // Anywhere in the longer span, with the tail beyond it.
  const span = [low, high].map(coarseSpan).reduce((longest, { from, to }) => Math.max(longest, to - from), 0) / SECOND;
  const peak = LN_T4 - Math.log(scale);
  return Math.min(peak, -Math.log(span)) + lnT4(seconds, scale) - peak;
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
