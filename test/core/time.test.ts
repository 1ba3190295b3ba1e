import assert from 'node:assert/strict';
import test from 'node:test';
import {
  DATE_PRECISIONS,
  DAY,
  SECOND,
  civilOfEpoch,
  epochOfCivil,
  formatDay,
  formatInstant,
  formatRfc822,
  formatSecond,
  parseCivil,
  parseDay,
  parseInstant,
  spanOf,
  wholeSecond,
  type EpochMs,
} from '#core/time.ts';
import fc from '../support/property.ts';

/** Julian day number of a day at noon, minus that of 1970-01-01 (2440588). */
const sinceEpoch = (julianDayNumber: number): EpochMs => (julianDayNumber - 2440588) * DAY;

/**
 * Days of which the Julian day number is generally known (J. Meeus, Astronomical Algorithms, chapter 7), and edges of
 * the calendars.
 */
const DAYS: [string, EpochMs | undefined][] = [
  ['1970-01-01', 0],
  ['2000-01-01', sinceEpoch(2451545)],
  ['1987-06-19', sinceEpoch(2446966)],
  ['1600-01-01', sinceEpoch(2305448)],
  ['0837-04-10', sinceEpoch(2026872)],
  ['0333-01-27', sinceEpoch(1842713)],
  ['1582-10-04', sinceEpoch(2299160)],
  ['1582-10-15', sinceEpoch(2299161)],
  ['1582-10-05', undefined],
  ['1582-10-14', undefined],
  ['0001-01-01', sinceEpoch(1721424)],
  ['9999-12-31', Date.UTC(9999, 11, 31)],
  ['1500-02-29', sinceEpoch(2268992)],
  ['1400-02-29', sinceEpoch(2232467)],
  ['1700-02-29', undefined],
  ['1900-02-29', undefined],
  ['2000-02-29', Date.UTC(2000, 1, 29)],
  ['2023-02-29', undefined],
  ['2023-02-30', undefined],
  ['2023-04-31', undefined],
  ['2023-13-01', undefined],
  ['2023-00-01', undefined],
  ['2023-01-00', undefined],
  ['0000-12-31', undefined],
];

for (const [text, instant] of DAYS)
  test(`${text} is ${instant === undefined ? 'no day' : `day ${instant / DAY} of 1970`}`, () => {
    assert.equal(parseDay(text), instant);
    if (instant !== undefined) assert.equal(formatDay(instant), text);
  });

test('the day before 1582-10-15 is 1582-10-04', () => {
  assert.equal(formatDay(parseDay('1582-10-15')! - 1), '1582-10-04');
});

const firstInstant = parseDay('0001-01-01')!;
const lastInstant = parseCivil('9999-12-31 23:59:59.999')!;
const instants = fc.integer({ min: firstInstant, max: lastInstant });

test('instants of the years 1 to 9999 survive every form, and their texts sort as they do', () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      assert.equal(epochOfCivil(civilOfEpoch(one)), one);
      assert.equal(parseInstant(formatInstant(one)), one);
      assert.equal(parseCivil(formatSecond(one)), wholeSecond(one));
      assert.equal(Math.sign(one - other), Math.sign(compare(sortable(one), sortable(other))));
    }),
    { numRuns: 2000 },
  );
});

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const sortable = (instant: EpochMs): string =>
  `${formatSecond(instant)}.${String(civilOfEpoch(instant).millisecond).padStart(3, '0')}`;

test('after the reform the calendar is the one of Date', () => {
  fc.assert(
    fc.property(fc.integer({ min: parseDay('1582-10-15')!, max: lastInstant }), (instant) => {
      const date = new Date(instant);
      assert.equal(formatDay(instant), date.toISOString().slice(0, 10));
      assert.equal(formatRfc822(instant), date.toUTCString());
    }),
  );
});

test('every whole day has one date: days follow each other without a gap', () => {
  fc.assert(
    fc.property(fc.integer({ min: firstInstant / DAY, max: Math.floor(lastInstant / DAY) - 1 }), (number) => {
      const day = number * DAY;
      assert.equal(parseDay(formatDay(day)), day);
      assert.ok(formatDay(day) < formatDay(day + DAY));
    }),
  );
});

const FORMATS: [EpochMs, string, string, string][] = [
  [1675646252000, '2023-02-06 01:17:32', '2023-02-06T01:17:32Z', 'Mon, 06 Feb 2023 01:17:32 GMT'],
  [1675646252999, '2023-02-06 01:17:32', '2023-02-06T01:17:32.999Z', 'Mon, 06 Feb 2023 01:17:32 GMT'],
  [-1, '1969-12-31 23:59:59', '1969-12-31T23:59:59.999Z', 'Wed, 31 Dec 1969 23:59:59 GMT'],
  [parseDay('1500-02-29')!, '1500-02-29 00:00:00', '1500-02-29T00:00:00Z', 'Sat, 29 Feb 1500 00:00:00 GMT'],
  [parseDay('0062-01-01')!, '0062-01-01 00:00:00', '0062-01-01T00:00:00Z', 'Fri, 01 Jan 0062 00:00:00 GMT'],
];

for (const [instant, second, rfc3339, rfc822] of FORMATS)
  test(`${instant} ms is ${rfc3339}`, () => {
    assert.equal(formatSecond(instant), second);
    assert.equal(formatInstant(instant), rfc3339);
    assert.equal(formatRfc822(instant), rfc822);
  });

const REFUSED_INSTANTS = [
  '',
  '2023-02-06',
  '2023-02-06 01:17:32Z',
  '2023-02-06T01:17:32',
  '2023-02-06T01:17:32z',
  '2023-02-06T01:17:32+03:00',
  '2023-02-06T01:17:32 03:00Z',
  '2023-02-06T24:00:00Z',
  '2023-02-06T23:60:00Z',
  '2016-12-31T23:59:60Z',
  '2023-2-6T01:17:32Z',
  '12023-02-06T01:17:32Z',
  '2023-02-06T01:17:32.Z',
  '२०२३-02-06T01:17:32Z',
];

for (const text of REFUSED_INSTANTS) test(`"${text}" is no instant`, () => assert.equal(parseInstant(text), undefined));

test('digits past the millisecond are cut off', () => {
  assert.equal(parseCivil('2023-02-06 01:17:32.9999'), 1675646252999);
  assert.equal(parseCivil('2023-02-06T01:17:32.9'), 1675646252900);
});

test('numbers that are not whole make no time', () => {
  const civil = { year: 2023, month: 2, day: 6, hour: 1, minute: 17, second: 32, millisecond: 0 };
  assert.equal(epochOfCivil(civil), 1675646252000);
  for (const part of Object.keys(civil))
    for (const bad of [0.5, NaN, -1, 100_000]) assert.equal(epochOfCivil({ ...civil, [part]: bad }), undefined);
});

test('the span of a precision holds the instant and every instant with the same text to that precision', () => {
  const widths = { second: 19, minute: 16, hour: 13, day: 10, month: 7, year: 4 };
  fc.assert(
    fc.property(instants, fc.constantFrom(...DATE_PRECISIONS), (instant, precision) => {
      const at = precision === 'second' ? wholeSecond(instant) : instant;
      const { from, to } = spanOf(at, precision);
      const text = (value: EpochMs): string => formatSecond(value).slice(0, widths[precision]);
      assert.ok(from <= at && at < to);
      assert.equal(text(from), text(at));
      assert.equal(text(to - 1), text(at));
      if (to <= lastInstant) assert.notEqual(text(to), text(at));
      assert.notEqual(text(from - SECOND), text(at));
    }),
  );
});

test('spans at the edges of the calendars', () => {
  assert.deepEqual(spanOf(parseDay('1582-10-01')!, 'month'), {
    from: parseDay('1582-10-01'),
    to: parseDay('1582-11-01'),
  });
  assert.deepEqual(spanOf(parseDay('9999-06-01')!, 'year'), {
    from: parseDay('9999-01-01'),
    to: lastInstant + 1,
  });
});
