/**
 * The synthetic catalogue has the statistics of the real ones, heavy tails included. Seeds are fixed, so nothing here
 * is left to chance.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { distanceKm } from '#core/geo.ts';
import { kandilliHistories, kandilliView } from '../../scripts/synthetic/kandilli.ts';
import { Random } from '../../scripts/synthetic/random.ts';
import { trueEvents } from '../../scripts/synthetic/seismicity.ts';
import { pairsOf, percentiles, seenShocks } from './synthetic-pairs.ts';
import { assertLike, assertShare, DAY_OF_SEQUENCE, years } from './synthetic-targets.ts';

test('AFAD M >= 3 against the live list of Kandilli', () => {
  const seen = [...seenShocks(years(2024, 2025, 80_000), (event) => event.magnitude >= 3 && !event.overlapped)];
  assertLike(pairsOf(seen, ['afad', 'live']), {
    shares: { land: 0.777, sea: 0.15, abroad: 0.073 },
    seconds: [-2, 0, 1],
    km: [2.3, 7.4, 39.3],
    magnitude: [-0.2, 0.1, 0.3],
  });
  assertShare(seen, ['kandilli', 'afad'], 0.955, 0.03);
});

test('AFAD M >= 1 against Kandilli', () => {
  const seen = [...seenShocks(years(2025, 2025, 20_000), () => true)];
  assertLike(pairsOf(seen, ['afad', 'live']), {
    shares: { land: 0.85, sea: 0.1, abroad: 0.05 },
    seconds: [-1, 0, 2],
    km: [3.9, 12.2, 32.2],
    magnitude: [-0.4, -0.1, 0.2],
  });
  assertShare(seen, ['kandilli', 'afad'], 0.72, 0.05);
  assertShare(seen, ['afad', 'kandilli'], 0.325, 0.05);
});

test('AFAD M >= 4 against the reviewed catalogue of Kandilli, 2020 to 2022', () => {
  const seen = [...seenShocks(years(2020, 2022, 400_000), (event) => event.magnitude >= 4 && !event.overlapped)];
  assertLike(pairsOf(seen, ['afad', 'zeqdb']), {
    // Percentiles of time and magnitude are measured on the real files, paired one-to-one within 60 s and 150 km.
    shares: { land: 0.45, sea: 0.38, abroad: 0.17 },
    seconds: [-2.7, 0, 2],
    km: [4.2, 18.7, 42.6],
    magnitude: [-0.3, 0.1, 0.3],
  });
  assertShare(seen, ['kandilli', 'afad'], 0.954, 0.03);
});

test('February 2023: AFAD M >= 4 against Kandilli, USGS against both', () => {
  const day = [...seenShocks(DAY_OF_SEQUENCE, (event) => event.magnitude >= 4)];
  const later = [
    ...seenShocks(years(2022, 2023, 150_000), (event) => event.magnitude >= 4 && !event.overlapped),
  ].filter(({ event }) => event.setting === 'land');
  const seen = [...day, ...later];
  // 256 of 488 shocks fell on the first day.
  const first = { overlapped: 0.5, land: 0.5 };
  assertLike(pairsOf(seen, ['afad', 'zeqdb']), {
    shares: first,
    seconds: [-2, 0.4, 2.5],
    km: [5.2, 15.2, 99.5],
    magnitude: [-0.5, 0, 0.2],
  });
  // To July 2023 fewer of them did.
  const months = { overlapped: 0.3, land: 0.7 };
  assertLike(pairsOf(seen, ['usgs', 'afad']), {
    shares: months,
    seconds: [-3.2, -1.2, 0.3],
    km: [6.4, 17.5, 51.9],
    magnitude: [-0.3, 0, 0.3],
  });
  // Our own pairing of the same files.
  assertLike(pairsOf(seen, ['usgs', 'zeqdb']), {
    shares: months,
    seconds: [-2.7, -0.9, 1.4],
    km: [6.8, 18.8, 70],
    magnitude: [-0.5, 0, 0.3],
  });
  assertShare(later, ['afad', 'usgs'], 0.97, 0.04);
  assertShare(later, ['kandilli', 'usgs'], 0.97, 0.04);
});

test('the nineties are coarser: AFAD M >= 4 against Kandilli', () => {
  const seen = [...seenShocks(years(1990, 1999, 20_000), (event) => event.magnitude >= 4 && !event.overlapped)];
  const km = percentiles(pairsOf(seen, ['afad', 'zeqdb']), 'km', [50, 90], { land: 0.6, sea: 0.3, abroad: 0.1 });
  assert.ok(km[0]! > 11 && km[0]! < 22 && km[1]! > 38 && km[1]! < 70, String(km));
});

test('magnitudes follow Gutenberg and Richter with b near 1, up to 7.8', () => {
  const magnitudes = [...trueEvents(years(2012, 2025, 100_000))].map(({ magnitude }) => magnitude);
  const complete = magnitudes.filter((magnitude) => magnitude >= 3);
  const mean = complete.reduce((sum, magnitude) => sum + magnitude, 0) / complete.length;
  const b = Math.LOG10E / (mean - 3); // K. Aki's estimate, 1965
  assert.ok(b > 0.9 && b < 1.15, `b = ${b}`);
  assert.ok(Math.max(...complete) > 6 && Math.max(...complete) <= 7.81);
  assert.ok(magnitudes.reduce((least, each) => Math.min(least, each), 9) >= 1);
});

test('aftershocks decay as Omori and Utsu say, near the fault, and the largest is about 1.2 smaller', () => {
  const [main, ...rest] = [...trueEvents(DAY_OF_SEQUENCE)];
  assert.equal(main!.magnitude, 7.8);
  const within = (from: number, to: number, least: number): number =>
    rest.filter(
      ({ time, magnitude }) => magnitude >= least && time - main!.time >= from * HOUR && time - main!.time < to * HOUR,
    ).length;
  // A few background shocks fall into the first minutes anyway.
  assert.ok(within(0, 0.06, 1) * 5 < within(0.1, 0.16, 1), 'the coda hides aftershocks');
  const decay = (least: number): number => within(0.5, 1.5, least) / within(7, 8, least);
  assert.ok(decay(4.8) > 2.5, `many at first: ${decay(4.8)}`);
  assert.ok(within(9.7, 10.7, 4.8) > 1.2 * within(7, 8, 4.8), 'again after the second great shock');
  assert.ok(decay(1) < 0.6 * decay(4.8), `so many large ones at first that nobody sees the small: ${decay(1)}`);
  const { length: far } = rest.filter((event) => distanceKm(event, main!) > 300);
  assert.ok(far < rest.length * 0.06, `${far} of ${rest.length} farther than 300 km`);
  const largest = rest.map(({ magnitude }) => magnitude).sort((a, b) => b - a);
  assert.ok(largest[1]! > 5.6 && largest[1]! < 7.4, `the largest but the second great shock: ${largest[1]}`);
});

test('a sequence has several shocks a minute, a quiet year none that is large', () => {
  const sequence = [...trueEvents({ ...DAY_OF_SEQUENCE, events: 8000 })];
  const hour = sequence.filter(({ time }) => time - DAY_OF_SEQUENCE.from < HOUR).length;
  assert.ok(hour > 180, `${hour} in the first hour`);
  const quiet = [...trueEvents({ ...years(2025, 2025, 5000), scenario: 'quiet' })];
  assert.ok(quiet.every(({ magnitude }) => magnitude <= 5.3));
  const blasts = quiet.filter(({ eventType }) => eventType === 'quarry blast');
  assert.ok(blasts.length > 100 && blasts.length < 400, `${blasts.length} blasts`);
  assert.ok(blasts.every(({ time }) => time % DAY >= 7 * HOUR && time % DAY < 15 * HOUR));
});

test('Kandilli publishes late and replaces silently, as measured', () => {
  const random = new Random(11);
  const [delays, hours, moved]: number[][] = [[], [], []];
  let [replaced, marked, histories, stillMarked] = [0, 0, 0, 0];
  for (const event of trueEvents(years(2025, 2025, 40_000))) {
    const history = kandilliHistories(event, kandilliView(event, random), random)[0]!.versions;
    histories += 1;
    if (event.magnitude < 3) delays!.push((history[0]!.at - event.time) / MINUTE);
    if (history.some(({ row }) => row?.revision)) marked += 1;
    if (history.at(-1)?.row?.revision) stillMarked += 1;
    const [first, second] = history;
    if (!first?.row || !second?.row || second.row.revision || distanceKm(first.row, second.row) === 0) continue;
    replaced += 1;
    hours!.push((second.at - first.at) / HOUR);
    moved!.push(distanceKm(first.row, second.row));
  }
  const at = (values: number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
  const between = (value: number, least: number, most: number): void =>
    assert.ok(value >= least && value <= most, `${value} is not in ${least} to ${most}`);
  between(replaced / histories, 0.075, 0.095);
  between(marked / histories, 0.002, 0.004);
  between(stillMarked / marked, 0, 0.2);
  [
    [0.05, 8],
    [0.25, 21],
    [0.5, 52],
    [0.75, 126],
    [0.9, 570],
  ].forEach(([share, minutes]) => between(at(delays!, share!), minutes! * 0.9, minutes! * 1.1));
  [
    [0.1, 11],
    [0.5, 42],
    [0.9, 116],
  ].forEach(([share, expected]) => between(at(hours!, share!), expected! * 0.85, expected! * 1.15));
  between(at(moved!, 0.5), 0.55, 0.85);
  between(at(moved!, 0.9), 4, 6);
});
