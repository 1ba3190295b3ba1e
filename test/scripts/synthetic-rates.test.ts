/**
 * The synthetic first day and quiet year have the numbers, the crowding and the gaps of the real ones. Seeds are fixed,
 * so nothing here is left to chance.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { SeismicityOptions } from '../../scripts/synthetic/seismicity.ts';
import { pairsOf, seenShocks, type Solution, type ObservedShock } from './synthetic-pairs.ts';
import { assertLike, DAY_OF_SEQUENCE, years } from './synthetic-targets.ts';

/** The 24 hours after 2023-02-06 01:17, `TWENTY` times, to reduce random variation. */
const TWENTY = 20;
const firstHours = (seed: number): ObservedShock[] => [
  ...seenShocks({ ...DAY_OF_SEQUENCE, events: 750, seed }, () => true),
];
const twenty = Array.from({ length: TWENTY }, (_, index) => firstHours(index + 1));

/** Whether the monthly list of two days later has it. */
const listed = ({ live, liveAt, event }: ObservedShock): boolean =>
  live !== undefined && liveAt! - event.time < 2 * DAY;

test('the first 24 hours of February 2023: as many reports, from the start to the end, seldom two in a minute', () => {
  const each = (count: (seen: ObservedShock[]) => number): number =>
    twenty.reduce((sum, seen) => sum + count(seen), 0) / TWENTY;
  const near = (what: string, actual: number, expected: number, part: number): void =>
    assert.ok(Math.abs(actual / expected - 1) <= part, `${what}: ${actual.toFixed(1)}, not ${expected}`);
  const counts: [what: string, isCounted: (one: ObservedShock) => boolean, expected: number, part: number][] = [
    ['AFAD M >= 3', ({ afad }) => afad !== undefined && afad.magnitude >= 3, 553, 0.08],
    ['AFAD M >= 4', ({ afad }) => afad !== undefined && afad.magnitude >= 4, 257, 0.08],
    ['Kandilli, listed within two days', listed, 444, 0.08],
    ['USGS M >= 4', ({ usgs }) => usgs !== undefined && usgs.magnitude >= 4, 123, 0.12],
  ];
  for (const [what, isCounted, expected, part] of counts) {
    const count = each((seen) => seen.filter(isCounted).length);
    near(what, count, expected, part);
  }
  // The lists have 310 shocks in the first nine hours, 410 in the other fifteen.
  const early = each(
    (seen) => seen.filter(({ event }) => event.time - DAY_OF_SEQUENCE.from < 9.1 * HOUR).length / seen.length,
  );
  near('part in the first nine hours', early, 0.43, 0.2);
  // AFAD's pairs less than a minute apart; Kandilli 54, zeqdb 48, and so many fewer shocks.
  const pairs = each((seen) => {
    const times = seen.flatMap(({ afad }) => (afad && afad.magnitude >= 3 ? [afad.time] : [])).sort((a, b) => a - b);
    return times.flatMap((time, i) => times.slice(i + 1, i + 9).filter((next) => next - time < MINUTE)).length;
  });
  near('pairs of AFAD within a minute', pairs, 93, 0.2);
});

test('the first 24 hours of February 2023: what an agency misses, and how far apart the solutions are', () => {
  const seen = twenty.flat();
  const magnitudeIn = (solution: Solution | undefined, from: number, to: number): boolean =>
    solution !== undefined && solution.magnitude >= from && solution.magnitude < to;
  const share = (part: (one: ObservedShock) => boolean, total: (one: ObservedShock) => boolean): number =>
    seen.filter((one) => total(one) && part(one)).length / seen.filter(total).length;
  for (const [from, to, atKandilli, atAfad, atUsgs] of [
    [3.5, 4, 0.51, 0.73, 0.03],
    [4, 4.5, 0.7, 0.81, 0.27],
    [4.5, 5, 0.77, 0.94, 0.45],
    [5, 9, 0.84, 0.96, 0.58],
  ] as const) {
    const ofAfad = (one: ObservedShock): boolean => magnitudeIn(one.afad, from, to);
    const ofKandilli = (one: ObservedShock): boolean => listed(one) && magnitudeIn(one.live, from, to);
    const actual = [
      share(listed, ofAfad),
      share(({ afad }) => afad !== undefined, ofKandilli),
      share(({ usgs }) => (usgs?.magnitude ?? 0) >= 4, ofAfad),
    ];
    [atKandilli, atAfad, atUsgs].forEach((expected, i) =>
      assert.ok(Math.abs(actual[i]! - expected) < 0.08, `M ${from} to ${to}: ${actual.map((each) => each.toFixed(2))}`),
    );
  }
  const large = seen.filter(({ afad, usgs }) => (afad?.magnitude ?? 0) >= 4 || usgs !== undefined);
  const all = { overlapped: 1 };
  // Paired one-to-one within 16 s and 100 km, and within 60 s and 150 km: the tail lies between what the two say.
  assertLike(pairsOf(large, ['afad', 'zeqdb']), {
    shares: all,
    seconds: [-2.6, 0.88, 3],
    km: [7.8, 25, 83],
    magnitude: [-0.6, -0.1, 0.2],
  });
  const gross = pairsOf(large, ['afad', 'zeqdb']).filter(({ magnitude }) => Math.abs(magnitude) > 0.95).length;
  const part = gross / pairsOf(large, ['afad', 'zeqdb']).length;
  assert.ok(part > 0.002 && part < 0.01, `differences of magnitude of 1 and more: ${part}, not 0.003 to 0.01`);
  assertLike(pairsOf(large, ['usgs', 'afad']), {
    shares: all,
    seconds: [-3.7, -1.04, 1.6],
    km: [8.5, 22, 90],
    magnitude: [-0.3, 0.1, 0.4],
  });
  assertLike(pairsOf(large, ['usgs', 'zeqdb']), {
    shares: all,
    seconds: [-2.4, -0.3, 2.6],
    km: [10.7, 24, 96],
    magnitude: [-0.6, 0, 0.3],
  });
});

test("a quiet year: shocks have others near them as often as in Kandilli's lists of 2022", () => {
  const options: SeismicityOptions = { ...years(2025, 2025, 21_500), scenario: 'quiet' };
  const shocks = [...seenShocks(options, () => true)].flatMap(({ live }) => (live ? [live] : []));
  assert.ok(Math.abs(shocks.length - 18_600) < 900, `${shocks.length} rows of Kandilli`);
  shocks.sort((a, b) => a.time - b.time);
  const crowded = (seconds: number, km: number): number => {
    const near = new Set<number>();
    shocks.forEach((one, i) => {
      for (let j = i + 1; j < shocks.length && shocks[j]!.time - one.time <= 1000 * seconds; j += 1)
        if (distanceKm(one, shocks[j]!) <= km) near.add(i).add(j);
    });
    return near.size / shocks.length;
  };
  for (const [seconds, km, expected] of [
    [30, 50, 0.009],
    [60, 50, 0.029],
    [180, 80, 0.091],
    [600, 50, 0.175],
  ] as const) {
    const actual = crowded(seconds, km);
    assert.ok(Math.abs(actual - expected) < 0.4 * expected, `${seconds} s, ${km} km: ${actual}, not ${expected}`);
  }
});
