/** Reports near each other in time, found in a list sorted by time. Pure. */
import { firstIndex } from '#core/bisect.ts';
import { KM_PER_DEGREE, distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import type { Candidate } from './score.ts';
import { ACTIVITY, LOOK_MS, coarseSpan } from './score.ts';

/** A total order that depends on the reports' contents only: two of one feed group differ at least in their keys. */
export const byContent = (a: Candidate, b: Candidate): number =>
  a.time - b.time ||
  a.feedGroup - b.feedGroup ||
  a.latitude - b.latitude ||
  a.longitude - b.longitude ||
  (a.magnitude ?? -99) - (b.magnitude ?? -99) ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Pairs of indexes near enough in time to be scored; a pair may come twice. @param sorted by time */
export function* neighbours(sorted: Candidate[]): Generator<[number, number]> {
  for (let a = 0; a < sorted.length; a += 1) {
    const one = sorted[a]!;
    if (one.precision > 0) yield* withinSpan(sorted, a);
    if (one.alternativeTime !== null) yield* around(sorted, a, one.alternativeTime);
    for (let b = a + 1; b < sorted.length && sorted[b]!.time - one.time <= LOOK_MS; b += 1) yield [a, b];
  }
}

function* withinSpan(sorted: Candidate[], a: number): Generator<[number, number]> {
  // Two coarse spans may touch although their representative times are far apart; a year reaches furthest.
  const { from, to } = coarseSpan(sorted[a]!);
  for (let b = firstAt(sorted, from - 2 * DAY); b < sorted.length && sorted[b]!.time <= to + 2 * DAY; b += 1)
    if (b !== a) yield [a, b];
}

function* around(sorted: Candidate[], a: number, time: EpochMs): Generator<[number, number]> {
  for (let b = firstAt(sorted, time - LOOK_MS); b < sorted.length && sorted[b]!.time <= time + LOOK_MS; b += 1)
    if (b !== a) yield [a, b];
}

const firstAt = (sorted: Candidate[], time: EpochMs): number =>
  firstIndex(sorted.length, (index) => sorted[index]!.time >= time);

const ACTIVITY_DEGREES = ACTIVITY.km / KM_PER_DEGREE;

/**
 * Sets `activity` of every report known to the second: the most that a feed group lists within ACTIVITY beside the
 * report's earthquake itself.
 * @param sorted by time
 */
export function countActivity(sorted: Candidate[]): void {
  for (const candidate of sorted) candidate.activity = 0;
  const exact = sorted.filter(({ precision, alternativeTime }) => precision === 0 && alternativeTime === null);
  const groups = FEED_GROUPS.length;
  /** Others near each report, by its index and feed group. */
  const near = new Int32Array(exact.length * groups);
  for (let a = 0; a < exact.length; a += 1) {
    const one = exact[a]!;
    for (let b = a + 1; b < exact.length && exact[b]!.time - one.time <= ACTIVITY.ms; b += 1) {
      const other = exact[b]!;
      if (Math.abs(other.latitude - one.latitude) > ACTIVITY_DEGREES || distanceKm(one, other) > ACTIVITY.km) continue;
      near[a * groups + other.feedGroup]! += 1;
      near[b * groups + one.feedGroup]! += 1;
    }
  }
  exact.forEach((candidate, index) => {
    candidate.activity = activityOf(candidate.feedGroup, near.subarray(index * groups, (index + 1) * groups));
  });
}

/** Of another feed group one is taken to be of the same earthquake. @param near by feed group, itself left out */
export const activityOf = (feedGroup: number, near: Int32Array): number =>
  near.reduce((most, count, group) => Math.max(most, group === feedGroup ? count : count - 1), 0);
