/**
 * Whether two threads may be reports of one earthquake, and how well they agree. The bounds are those measured on the agencies' real
 * catalogues: 95 % of matched pairs agree within 3 s, 99 % within 32 km (M ≥ 1), 39 km (M ≥ 3) and 100 km (M ≥ 4, first weeks of 2023).
 */
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { DATE_PRECISIONS, DAY, HOUR, SECOND, epochOfCivil, spanOf } from '#core/time.ts';
import { slotNamed } from './slots.ts';

/** What association asks of a thread. */
export interface Candidate {
  thread: number;
  slot: number;
  time: EpochMs;
  alternativeTime: EpochMs | null;
  /** Index into DATE_PRECISIONS; 0 is a second. */
  precision: number;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  automatic: boolean;
  /** The thread's name within its slot. */
  key: string;
  earthquake: number | null;
}

const year = (value: number): EpochMs =>
  epochOfCivil({ year: value, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 })!;

/** Times and places were coarser before the networks grew: factors on the bounds, by the year of the earlier report. */
const ERAS = [
  { before: year(1970), seconds: 60, distance: 1.5, magnitude: 1.6 },
  { before: year(2007), seconds: 30, distance: 1.25, magnitude: 1.5 },
  { before: Infinity, seconds: 16, distance: 1, magnitude: 1.2 },
] as const;

/** No two reports further apart than this in time are ever one earthquake, both being known to the second. */
export const REACH_MS = 60 * SECOND;
/** Nor in space. */
const REACH_KM = 150;
/** An old date may be local or UTC, and begin at noon: half a day either side. */
const COARSE_SLACK_MS = DAY / 2;
/** Location errors grow with what is not recorded well: bounds in km by the larger magnitude (exclusive upper ends). */
const DISTANCE_BY_MAGNITUDE = [
  { below: 4, km: 50, cost: 7 },
  { below: 6, km: 100, cost: 11 },
  { below: Infinity, km: 150, cost: 20 },
] as const;
/** Large earthquakes saturate some scales, so their magnitudes may differ by any amount (but not where the date is all that agrees). */
const SATURATING = 6;
const MINUTE_PRECISION = DATE_PRECISIONS.indexOf('minute');
/** AFAD's unified catalogue of 1900 to 2012 and its own solutions differ by up to 20 s (Van 2011-10-23). */
const UNIFIED_SECONDS = 30;
const AFAD = slotNamed('afad');
const AFAD_UNIFIED = slotNamed('afad-unified');

/** Difference of origin times in ms, at its least over ambiguous readings; 0 where one lies in the other's coarse span. */
export function timeApart(a: Candidate, b: Candidate): number {
  if (a.precision > 0 || b.precision > 0) {
    const from = coarseSpan(a);
    const to = coarseSpan(b);
    return Math.max(0, from.from - to.to, to.from - from.to);
  }
  if (a.alternativeTime === null && b.alternativeTime === null) return Math.abs(a.time - b.time);
  const times = (candidate: Candidate): EpochMs[] =>
    candidate.alternativeTime === null ? [candidate.time] : [candidate.time, candidate.alternativeTime];
  return Math.min(...times(a).flatMap((one) => times(b).map((other) => Math.abs(one - other))));
}

/** The span that a coarse time may mean, widened by half a day where it is a day or longer. */
export function coarseSpan({ time, precision }: Candidate): { from: EpochMs; to: EpochMs } {
  if (precision === 0) return { from: time, to: time };
  const { from, to } = spanOf(time, DATE_PRECISIONS[precision]!);
  const slack = to - from >= 12 * HOUR ? COARSE_SLACK_MS : 0;
  return { from: from - slack, to: to + slack };
}

/** To the hundredth, so that 4.2 and 3 are 1.2 apart and no more. */
const magnitudesApart = (a: Candidate, b: Candidate): number =>
  a.magnitude === null || b.magnitude === null ? 0 : Math.round(Math.abs(a.magnitude - b.magnitude) * 100) / 100;

/**
 * The cost of taking two threads for one earthquake, lower is better; undefined when they cannot be. `loosened` widens the
 * bounds for pairs that are joined through a third.
 */
export function pairCost(a: Candidate, b: Candidate, loosened = 1): number | undefined {
  if (a.slot === b.slot) return undefined;
  const era = ERAS.find(({ before }) => Math.min(a.time, b.time) < before)!;
  const unified = Math.min(a.slot, b.slot) === AFAD && Math.max(a.slot, b.slot) === AFAD_UNIFIED;
  const seconds = unified ? Math.max(era.seconds, UNIFIED_SECONDS) : era.seconds;
  const apart = timeApart(a, b) / SECOND;
  if (apart > Math.min(seconds * loosened, REACH_MS / SECOND)) return undefined;
  const greater = Math.max(a.magnitude ?? 0, b.magnitude ?? 0);
  const bound = DISTANCE_BY_MAGNITUDE.find(({ below }) => greater < below)!;
  const km = distanceKm(a, b);
  if (km > Math.min(bound.km * era.distance * loosened, REACH_KM)) return undefined;
  const magnitudes = magnitudesApart(a, b);
  const saturating = greater >= SATURATING && a.precision <= MINUTE_PRECISION && b.precision <= MINUTE_PRECISION;
  if (!saturating && magnitudes > era.magnitude * loosened) return undefined;
  // Five seconds, ten kilometres and one unit of magnitude weigh the same.
  const cost = (apart * ERAS[2].seconds) / seconds / 5 + km / 10 / era.distance + magnitudes;
  return cost > bound.cost * loosened ? undefined : cost;
}
