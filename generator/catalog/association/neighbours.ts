/** Reports near each other in time, found in a list sorted by time. Pure. */
import { firstIndex } from '#core/bisect.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { LOOK_MS, coarseSpan, type Candidate } from './score.ts';

/** A total order that depends on the reports' contents only: two of one feed group differ at least in their keys. */
export const byContent = (a: Candidate, b: Candidate): number =>
  a.time - b.time ||
  a.feedGroup - b.feedGroup ||
  a.latitude - b.latitude ||
  a.longitude - b.longitude ||
  (a.magnitude ?? -99) - (b.magnitude ?? -99) ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/**
 * Pairs of indexes near enough in time to be scored; a pair may come twice.
 * @param sorted by time
 * @param isMoot whether a report need not be compared with those after it, up to an index (exclusive)
 */
export function* neighbours(
  sorted: readonly Candidate[],
  isMoot: (index: number, end: number) => boolean = () => false,
): Generator<[number, number]> {
  for (let a = 0, end = 0; a < sorted.length; a += 1) {
    const one = sorted[a]!;
    if (one.precision > 0) yield* withinSpan(sorted, a);
    if (one.alternativeTime !== null) yield* around(sorted, a, one.alternativeTime);
    while (end < sorted.length && sorted[end]!.time - one.time <= LOOK_MS) end += 1;
    if (isMoot(a, end)) continue;
    for (let b = a + 1; b < end; b += 1) yield [a, b];
  }
}

function* withinSpan(sorted: readonly Candidate[], a: number): Generator<[number, number]> {
  // Two coarse spans may touch although their representative times are far apart; a year reaches furthest.
  const { from, to } = coarseSpan(sorted[a]!);
  for (let b = firstAt(sorted, from - 2 * DAY); b < sorted.length && sorted[b]!.time <= to + 2 * DAY; b += 1)
    if (b !== a) yield [a, b];
}

function* around(sorted: readonly Candidate[], a: number, time: EpochMs): Generator<[number, number]> {
  for (let b = firstAt(sorted, time - LOOK_MS); b < sorted.length && sorted[b]!.time <= time + LOOK_MS; b += 1)
    if (b !== a) yield [a, b];
}

const firstAt = (sorted: readonly Candidate[], time: EpochMs): number =>
  firstIndex(sorted.length, (index) => sorted[index]!.time >= time);
