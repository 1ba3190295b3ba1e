/** Forecasts of aftershocks: on synthetic sequences of known truth, on odd input, and on those of 2020 to 2025. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachKm } from '#seismology/aftershock-windows.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { DAY, HOUR, MINUTE, parseInstant } from '#core/time.ts';
import { forecastAftershocks, type AftershockForecast } from '#seismology/aftershock-forecast.ts';
import { countRange } from '#seismology/aftershocks/counts.ts';
import { AFTERSHOCK_PARAMETERS } from '#seismology/aftershocks/parameters.ts';
import { decayed, posteriorOf } from '#seismology/aftershocks/posterior.ts';
import { sourcesOf, stepsOf } from '#seismology/aftershocks/steps.ts';
import { MAIN_TIME, Random, syntheticSequence } from '../support/aftershocks.ts';
import { realDocument, withoutFolder } from '../support/feed-data.ts';
import fc from '../support/property.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';

const OF = AFTERSHOCK_PARAMETERS;
const main = (magnitude: number) => ({ time: MAIN_TIME, magnitude });

const isWithin = (count: number, { low, high }: AftershockForecast): boolean => count >= low && count <= high;

test('the integral of Omori and Utsu, also for p = 1', () => {
  for (const p of [0.7, 1, 1 + 1e-9, 1.3]) {
    let sum = 0;
    const step = 1e-4;
    for (let at = 0.5; at < 3; at += step) sum += step * (at + step / 2 + 0.01) ** -p;
    assert.ok(Math.abs(decayed(0.5, 3, p, 0.01) - sum) < 1e-6, `p ${p}`);
  }
  assert.equal(decayed(-3, -1, 1.1, 0.01), 0);
});

test('productivity and decay of synthetic sequences come back, less the surer the more is known', () => {
  const random = new Random(7);
  for (const own of [
    { a: -2, p: 0.9 },
    { a: -2.8, p: 0.7 },
    { a: -1.6, p: 1.05 },
  ]) {
    const known = syntheticSequence(7, { ...OF, ...own }, { days: 100, random });
    const spreads = [1, 100].map((days) => {
      const now = MAIN_TIME + days * DAY;
      const sources = sourcesOf(main(7), known, now);
      const steps = stepsOf(sources, { main: main(7), known, now, complete: 3 });
      const { candidates } = posteriorOf(sources, steps, { ...OF, background: 1e-6 });
      const mean = (of: (one: { a: number; p: number }) => number): number =>
        candidates.reduce((sum, one) => sum + one.weight * of(one), 0);
      const [a, p] = [mean((one) => one.a), mean((one) => one.p)];
      const spread = Math.sqrt(mean((one) => (one.a - a) ** 2));
      assert.ok(Math.abs(a - own.a) < 3 * spread + 0.05, `a ${a} ± ${spread}, drawn ${own.a}`);
      assert.ok(Math.abs(p - own.p) < 3 * Math.sqrt(mean((one) => (one.p - p) ** 2)) + 0.02, `p ${p}, drawn ${own.p}`);
      return spread;
    });
    assert.ok(spreads[1]! < spreads[0]! && spreads[0]! < OF.aSpread, String(spreads));
  }
});

test('95 % and more of synthetic windows lie in their ranges, and chances come true', () => {
  const random = new Random(2023);
  let [windows, within, chance, came] = [0, 0, 0, 0];
  for (let index = 0; index < 300; index += 1) {
    const magnitude = 5 + Math.floor(random.unit() * 25) / 10;
    const own = { ...OF, a: OF.a + OF.aSpread * random.normal(), p: OF.p + OF.pSpread * random.normal() };
    const known = syntheticSequence(magnitude, own, { days: 12, random });
    const now = MAIN_TIME + [HOUR, 6 * HOUR, DAY, 3 * DAY][index % 4]!;
    for (const forecast of forecastAftershocks(main(magnitude), known, now)) {
      if (forecast.magnitude === magnitude) continue;
      const count = known.filter(
        (one) =>
          one.time > now && one.time <= now + forecast.hours * HOUR && one.magnitude >= forecast.magnitude - 1e-9,
      ).length;
      windows += 1;
      within += Number(isWithin(count, forecast));
      chance += forecast.chance;
      came += Number(count > 0);
    }
  }
  assert.ok(within / windows >= 0.95, `${within} of ${windows}`);
  assert.ok(Math.abs(chance - came) / windows < 0.04, `${chance} expected, ${came} came`);
});

test('the range of a count holds 95 % of a Poisson and of a negative binomial distribution', () => {
  const one = (mean: number, size: number) => countRange([{ mean, weight: 1 }], size);
  assert.deepEqual({ ...one(10, 1e7), chance: 0, expected: 0 }, { chance: 0, expected: 0, low: 4, high: 17 });
  assert.ok(Math.abs(one(0.5, 1e9).chance - (1 - Math.exp(-0.5))) < 1e-6);
  assert.ok(Math.abs(one(3, 1).chance - 0.75) < 1e-9, 'geometric');
  assert.deepEqual([one(0, 3).chance, one(0, 3).low, one(0, 3).high], [0, 0, 0]);
  assert.ok(one(1e9, 3).high <= 20_000, 'counting ends');
});

const anyShock = fc.record({
  time: fc.integer({ min: -DAY, max: 40 * DAY }).map((ms) => MAIN_TIME + ms),
  magnitude: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -10, max: 80 }).map((tenths) => tenths / 10) },
    fc.constantFrom(null, NaN, Infinity, 9.9),
  ),
});

test('a longer time and a lower magnitude never have fewer; all is finite, whatever is known', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 80 }).map((tenths) => main(tenths / 10)),
      fc.array(anyShock, { maxLength: 60 }),
      fc.integer({ min: 10 * MINUTE, max: 365 * DAY }),
      (of, known, age) => {
        const all = forecastAftershocks(of, known, of.time + age);
        const compared = all.flatMap((a) => all.map((b) => [a, b] as const));
        for (const [more, less] of compared) {
          assert.ok([more.chance, more.expected, more.low, more.high].every((value) => Number.isFinite(value)));
          assert.ok(more.chance >= 0 && more.chance <= 1 && more.low <= more.high && more.low >= 0);
          if (more.hours < less.hours || more.magnitude > less.magnitude) continue;
          assert.ok(more.chance >= less.chance - 1e-4, JSON.stringify([more, less]));
          assert.ok(more.expected >= less.expected - 1e-9 && more.low >= less.low && more.high >= less.high);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('there is none below M 5, in the first ten minutes, after a year, nor without a magnitude or time', () => {
  const at = (magnitude: number, age: number) => forecastAftershocks(main(magnitude), [], MAIN_TIME + age).length;
  assert.deepEqual([at(5, HOUR), at(6.2, HOUR)], [4, 6], 'M 5 is the main shock, too');
  assert.deepEqual([at(4.9, HOUR), at(NaN, HOUR), at(6, -HOUR), at(6, 9 * MINUTE), at(6, NaN)], [0, 0, 0, 0, 0]);
  assert.deepEqual([at(6, 10 * MINUTE), at(6, 365 * DAY), at(6, 365 * DAY + 1)], [6, 6, 0]);
});

test('the order of what is known, small ones, later ones and those before do not matter', () => {
  const now = MAIN_TIME + DAY;
  const known = syntheticSequence(6.5, OF, { days: 1, random: new Random(1) });
  const other = [
    { time: now + 1, magnitude: 6.4 },
    { time: MAIN_TIME - 1, magnitude: 6.4 },
    { time: now - HOUR, magnitude: 2.9 },
    { time: now - HOUR, magnitude: null },
  ];
  const alone = forecastAftershocks(main(6.5), known, now);
  assert.deepEqual(forecastAftershocks(main(6.5), [...known.toReversed(), ...other], now), alone);
  const after = { time: now - HOUR, magnitude: 6.4 };
  const larger = forecastAftershocks(main(6.5), [...known, after], now);
  assert.ok(larger[0]!.expected > 1.5 * alone[0]!.expected, 'a large aftershock has its own');
});

test('small ones that are missing soon after a great one do not lower the forecast', () => {
  const now = MAIN_TIME + 6 * HOUR;
  const known = syntheticSequence(7.7, { ...OF, a: -2.3 }, { days: 0.25, random: new Random(5) });
  const listed = known.filter(
    ({ time, magnitude }) => magnitude >= 7.7 - 4.5 - 0.75 * Math.log10((time - MAIN_TIME) / DAY),
  );
  assert.ok(listed.length < 0.7 * known.length, `${listed.length} of ${known.length}`);
  const [all, few] = [known, listed].map((some) => forecastAftershocks(main(7.7), some, now)[0]!.expected);
  assert.ok(Math.abs(Math.log10(all! / few!)) < 0.05, `${all} and ${few}`);
});

test('an hour in which nothing is listed yet says nothing', () => {
  const at = (age: number, known: { time: number; magnitude: number }[] = []) =>
    forecastAftershocks(main(6.5), known, MAIN_TIME + age)[0]!.expected;
  const small = { time: MAIN_TIME + 30 * MINUTE, magnitude: 3.5 };
  assert.equal(at(HOUR, [small]), at(HOUR));
  assert.ok(at(3 * HOUR, [small]) > at(3 * HOUR), 'later it counts');
  assert.ok(at(3 * HOUR) < 0.5 * at(HOUR), 'and nothing in two hours is little');
});

test('after a larger one the forecast is of the larger', () => {
  const larger = { time: MAIN_TIME + 2 * HOUR, magnitude: 6.8 };
  const forecasts = forecastAftershocks(main(5.2), [larger], larger.time + HOUR);
  const own = forecastAftershocks(larger, [], larger.time + HOUR);
  assert.deepEqual(
    forecasts.map(({ magnitude }) => magnitude),
    own.map(({ magnitude }) => magnitude),
  );
  assert.ok(Math.abs(Math.log10(forecasts[0]!.expected / own[0]!.expected)) < 0.5);
});

test('a sequence with 30,000 aftershocks takes some milliseconds', () => {
  const random = new Random(3);
  const known = Array.from({ length: 30_000 }, () => ({
    time: MAIN_TIME + 30 * DAY * random.unit() ** 4,
    magnitude: Math.min(7.6, Math.floor(30 + (random.exponential() * 10) / (OF.b * Math.LN10)) / 10),
  }));
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    assert.equal(forecastAftershocks(main(7.7), known, MAIN_TIME + 30 * DAY).length, 6);
    return performance.now() - start;
  });
  const median = times.toSorted((a, b) => a - b)[3]!;
  assert.ok(median < 200, `${median} ms`);
});

/** Main shocks of the agencies' files: [time, magnitude, epicentre]. */
const NAMED: [string, string, number, Point][] = [
  ['Elazığ', '2020-01-24T17:55:11Z', 6.8, { latitude: 38.36, longitude: 39.06 }],
  ['İzmir', '2020-10-30T11:51:23Z', 6.6, { latitude: 37.88, longitude: 26.7 }],
  ['Kahramanmaraş', '2023-02-06T01:17:32Z', 7.7, { latitude: 37.29, longitude: 37.04 }],
  ['Silivri', '2025-04-23T09:49:10Z', 6.2, { latitude: 40.84, longitude: 28.22 }],
  ['Sındırgı', '2025-08-10T16:53:47Z', 6.1, { latitude: 39.25, longitude: 28.07 }],
];

test('what followed in named sequences lies in the ranges', { skip: withoutFolder('afad') }, () => {
  const path = 'afad/afad_site_export_M3_2020_2026-06-30_LOCAL.csv.gz';
  const { reports } = readParsed(realDocument(path), {}, { knownTime: () => undefined });
  const outside: string[] = [];
  for (const [name, text, magnitude, at] of NAMED) {
    const of = { time: parseInstant(text)!, magnitude };
    const known = reports
      .filter((one) => distanceKm(at, one) <= reachKm(magnitude) && Math.abs(one.time - of.time) > MINUTE)
      .map((one) => ({ time: one.time, magnitude: one.magnitudes[0]?.value ?? null }));
    assert.ok(known.filter((one) => one.time > of.time).length > 50, name);
    for (const age of [HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, 30 * DAY])
      for (const forecast of forecastAftershocks(of, known, of.time + age)) {
        const from = of.time + age;
        const count = known.filter(
          (one) =>
            one.time > from && one.time <= from + forecast.hours * HOUR && (one.magnitude ?? 0) >= forecast.magnitude,
        ).length;
        const { hours, low, high } = forecast;
        if (!isWithin(count, forecast))
          outside.push(`${name} ${age / HOUR} h: M ${forecast.magnitude} in ${hours} h: ${count}, ${low} to ${high}`);
      }
  }
  // The M 7.6 came within these 24 hours.
  assert.deepEqual(outside, ['Kahramanmaraş 6 h: M 4 in 24 h: 202, 13 to 198']);
});
