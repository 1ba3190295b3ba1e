import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedError } from '#core/expected-error.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { DAY_KINDS, localTime } from '#seismology/blasts/clock.ts';
import { formatBlasts, parseBlasts } from '#seismology/blasts/file.ts';
import { blastProbability, type Reported } from '#seismology/blasts/probability.ts';
import { cellOf, cornerOf, DEPTHS, MAGNITUDE_CLASSES, PERIODS, signsOf, SIZES } from '#seismology/blasts/signs.ts';
import { blastShare, FIRST_HALF_HOUR, LAST_HALF_HOUR, type BlastTable, type Spread } from '#seismology/blasts/table.ts';
import { at } from '../support/catalog.ts';

/** Local clock, half hours from midnight. */
const CLOCKS: [utc: string, halfHour: number, why: string][] = [
  ['2026-11-27 09:00:00', 24, 'UTC+3 since 2016'],
  ['2010-01-15 09:29:59', 22, 'winter time'],
  ['2010-07-15 09:30:00', 25, 'summer time'],
  ['2010-03-27 21:59:59', 47, 'the day before summer time'],
  ['2010-03-28 00:30:00', 5, 'the half hour before it begins'],
  ['2010-03-28 01:30:00', 9, 'after its first hour'],
];

for (const [utc, halfHour, why] of CLOCKS)
  test(`the clock of Türkiye at ${utc}: ${why}`, () => assert.equal(localTime(at(utc)).halfHour, halfHour));

/** Noon in Türkiye. */
const DAYS: [day: string, kind: (typeof DAY_KINDS)[number]][] = [
  ['2026-11-27', 'working day'],
  ['2026-11-28', 'working day'],
  ['2026-11-29', 'Sunday'],
  ['2026-10-29', 'holiday'],
  ['2008-05-01', 'working day'],
  ['2009-05-01', 'holiday'],
  ['2016-07-15', 'working day'],
  ['2020-07-15', 'holiday'],
  // 1 Shawwal 1441 is a Sunday, 24 May 2020; its eve and the three days.
  ['2020-05-22', 'working day'],
  ['2020-05-23', 'feast'],
  ['2020-05-24', 'feast'],
  ['2020-05-26', 'feast'],
  ['2020-05-27', 'working day'],
  // 10 Dhu al-Hijja 1445 is 16 June 2024.
  ['2024-06-14', 'working day'],
  ['2024-06-15', 'feast'],
  ['2024-06-20', 'feast'],
  ['2024-06-21', 'working day'],
];

for (const [day, kind] of DAYS)
  test(`${day} is a ${kind}`, () => assert.equal(DAY_KINDS[localTime(at(`${day} 09:00:00`)).dayKind], kind));

/** First days in calendars of Türkiye. */
const FIRST_DAYS = `2015-07-17 2015-09-24 2017-06-25 2017-09-01 2018-06-15 2018-08-21 2021-05-13 2023-04-21 2023-06-28
  2026-03-20 2026-05-27 2030-02-04 2030-04-13`;

test('the feasts of official calendars, with their eves, are feasts', () => {
  for (const day of FIRST_DAYS.split(/\s+/))
    for (const shift of [-1, 0, 1, 2]) assert.equal(localTime(at(`${day} 09:00:00`) + shift * DAY).dayKind, 3, day);
});

test('a day begins at midnight in Türkiye', () => {
  assert.equal(localTime(at('2026-11-28 20:59:59')).dayKind, 0);
  assert.deepEqual(localTime(at('2026-11-28 21:00:00')), { year: 2026, halfHour: 0, dayKind: 1 });
  assert.equal(localTime(at('2025-12-31 21:00:00')).year, 2026);
});

test('cells have a tenth of a degree, and their borders belong to the north and east', () => {
  for (let tenth = 0; tenth < 450; tenth += 1) {
    const corner = { latitude: tenth / 10, longitude: (tenth + 50) / 10 };
    const district = 'Milas';
    assert.deepEqual(cornerOf(cellOf(corner)), corner);
    assert.deepEqual(cornerOf(cellOf({ ...corner, district })), corner);
    assert.notEqual(cellOf({ ...corner, district }), cellOf(corner));
    assert.equal(
      cellOf({ latitude: corner.latitude + 0.09999, longitude: corner.longitude + 0.09999 }),
      cellOf(corner),
    );
  }
});

const even = (length: number): number[] => Array.from({ length }, () => 1 / length);
const spread = (values: Partial<Spread> = {}): Spread => ({
  halfHours: SIZES.map(() => even(48)),
  days: even(DAY_KINDS.length),
  depths: PERIODS.map(() => even(DEPTHS.length)),
  magnitudes: PERIODS.map(() => even(MAGNITUDE_CLASSES)),
  ...values,
});
const byDay = SIZES.map(() => Array.from({ length: 48 }, (_, one) => (one >= 16 && one < 36 ? 1 / 20 : 0)));

const QUARRY = { latitude: 37.15, longitude: 27.85, district: 'Milas' };
const table = (share = 0.5, values: Partial<BlastTable> = {}): BlastTable => ({
  earthquakes: spread(),
  blasts: spread({ halfHours: byDay }),
  prior: 10,
  cells: new Map([[cellOf(QUARRY), { shares: PERIODS.map(() => share), halfHours: [], events: 100, blasts: 50 }]]),
  ...values,
});

const shot = (values: Partial<Reported> = {}): Reported => ({
  ...QUARRY,
  time: at('2026-11-27 09:00:00'),
  precision: 'second',
  depthKm: 5,
  magnitude: 1.8,
  eventType: 'earthquake',
  solutions: [{ eventType: 'earthquake', depthKm: 5 }],
  ...values,
});

test('at equal shares the hour alone decides: 1 / 20 against 1 / 48', () => {
  assert.equal(blastProbability(table())(shot()), 0.71);
  assert.equal(blastProbability(table(0.1))(shot()), 0.21);
});

const deep = { eventType: 'earthquake', depthKm: 15.1 };
/** Each alone makes it nothing. */
const NEVER: Record<string, Partial<Reported>> = {
  'M 3.5': { magnitude: 3.5 },
  'no magnitude': { magnitude: null },
  night: { time: at('2026-11-27 00:00:00') },
  'another cell': { latitude: 37.2 },
  'at sea beside a quarry': { district: undefined },
  'deeper than 20 km': { depthKm: 20.01 },
  'before 1990': { time: at('1989-11-27 10:00:00') },
  'known to the hour': { precision: 'hour' },
  'two agencies below 15 km': { depthKm: 15.1, solutions: [deep, deep] },
  'an agency calls it a blast': { eventType: 'quarry blast' },
};

for (const [why, values] of Object.entries(NEVER))
  test(`never a probable blast: ${why}`, () => assert.equal(blastProbability(table(0.99))(shot(values)), undefined));

/** Each just within the rules above. */
const STILL: Partial<Reported>[] = [
  { magnitude: 3.49 },
  { latitude: 37.19999 },
  { depthKm: 20, solutions: [deep] },
  { depthKm: null },
  { precision: 'minute' },
  { solutions: [deep, { eventType: 'earthquake', depthKm: 15 }] },
  { solutions: [deep, { eventType: 'earthquake', depthKm: null }] },
  { magnitude: -0.5 },
];

test('within the bounds it is one, and at most 0.99', () => {
  for (const values of STILL) assert.equal(blastProbability(table(0.999999))(shot(values)), 0.99);
});

const blast = { eventType: 'quarry blast', depthKm: 16 };
test('1 where one of several agencies calls it a blast, at any hour and place, but not of M 3.5 or deep for two', () => {
  const one = { solutions: [deep, blast], time: at('2026-11-27 00:00:00'), latitude: 38 };
  assert.equal(blastProbability(table())(shot(one)), 1);
  assert.equal(blastProbability(table())(shot({ ...one, magnitude: 3.5 })), undefined);
  assert.equal(blastProbability(table())(shot({ ...one, solutions: [deep, deep, blast] })), undefined);
  const landslide = [{ eventType: 'landslide', depthKm: 0 }, deep];
  assert.equal(blastProbability(table())(shot({ ...one, solutions: landslide })), undefined);
});

test('below 0.05 it is nothing', () => {
  assert.equal(blastProbability(table(0.0215))(shot()), 0.05);
  assert.equal(blastProbability(table(0.018))(shot()), undefined);
});

test('depth, magnitude, kind of day, period and the own hours of the cell each count', () => {
  const first = (length: number, share: number): number[] =>
    even(length - 1).reduce((all, one) => [...all, one * (1 - share)], [share]);
  const share = (blasts: Partial<Spread>, values: Partial<Reported>, cell: object = {}): number => {
    const [key, own] = [...table().cells][0]!;
    const changed = table(0.5, {
      blasts: spread({ halfHours: byDay, ...blasts }),
      cells: new Map([[key, { ...own, ...cell }]]),
    });
    return blastShare(changed, signsOf(shot(values))!);
  };
  const plain = share({}, {});
  assert.ok(share({ depths: PERIODS.map(() => first(DEPTHS.length, 0.8)) }, { depthKm: 0 }) > plain);
  assert.ok(share({ magnitudes: PERIODS.map(() => first(MAGNITUDE_CLASSES, 0.8)) }, { magnitude: 0.1 }) > plain);
  assert.ok(share({ days: [0.9, 0.04, 0.03, 0.03] }, { time: at('2026-11-29 09:00:00') }) < plain);
  assert.ok(share({}, {}, { shares: [0.5, 0.5, 0.5, 0.5, 0.1] }) < plain);
  const noon = Array.from({ length: LAST_HALF_HOUR - FIRST_HALF_HOUR }, (_, one) => (one === 12 ? 50 : 0));
  assert.ok(share({}, {}, { halfHours: noon }) > plain);
  assert.ok(share({}, { time: at('2026-11-27 09:00:00') + HOUR + 30 * MINUTE }, { halfHours: noon }) < plain);
});

test('the file of a table is read as it was written, and refused with another number of values', () => {
  const provenance = { from: '1990-01-01', to: '2026-11-27', earthquakes: 100, agencies: { kandilli: 100 } };
  const text = formatBlasts(table(), provenance);
  const { provenance: read, cells } = parseBlasts(text);
  assert.deepEqual([read, cells], [provenance, table().cells]);
  assert.throws(() => parseBlasts(text.replace('[0.5,0.5,', '[0.5,')), /data\/blasts.json: 4 shares of cell 371278/);
  assert.throws(() => parseBlasts(text.slice(0, -9)), ExpectedError);
  assert.throws(() => parseBlasts(text.replaceAll('magnitudes', 'm')), /no magnitudes, 5 expected/);
  assert.throws(() => parseBlasts(text.replace('"days":[', '"days":[0,')), /5 kinds of day, 4 expected/);
});
