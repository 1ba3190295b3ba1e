import assert from 'node:assert/strict';
import { test } from 'node:test';
import { civilOfEpoch, formatSecond, HOUR, parseCivil } from '#core/time.ts';
import { civilInIstanbul, instantOfIstanbul } from '../../../generator/sources/parsing/istanbul-time.ts';
import fc from '../../support/property.ts';

const reading = (text: string) => instantOfIstanbul(civilOfEpoch(parseCivil(text)!));
const utc = (text: string): number => parseCivil(text)!;

// Local and UTC times of earthquakes that are documented in both.
const KNOWN: [local: string, utc: string, what: string][] = [
  ['1939-12-27 01:57:20', '1939-12-26 23:57:20', 'Erzincan, +02'],
  ['1999-08-17 03:01:39', '1999-08-17 00:01:39', 'İzmit, summer +03'],
  ['1999-11-12 18:57:20', '1999-11-12 16:57:20', 'Düzce, winter +02'],
  ['2011-10-23 13:41:20', '2011-10-23 10:41:20', 'Van, summer +03'],
  ['2016-01-15 12:00:00', '2016-01-15 10:00:00', 'the last winter with +02'],
  ['2017-01-15 12:00:00', '2017-01-15 09:00:00', 'permanent +03'],
  ['2023-02-06 04:17:32', '2023-02-06 01:17:32', 'Pazarcık, winter +03'],
  ['2015-11-01 01:00:00', '2015-10-31 22:00:00', 'summer time was two weeks longer in 2015'],
];

for (const [local, expected, what] of KNOWN) {
  test(`${local} in Istanbul is ${expected} UTC (${what})`, () => {
    assert.deepEqual(reading(local), { time: utc(expected), alternative: null, skipped: false });
  });
}

test('a time in the repeated hour has two instants, the first in summer time', () => {
  const expected = { time: utc('2011-10-30 00:55:00'), alternative: utc('2011-10-30 01:55:00'), skipped: false };
  assert.deepEqual(reading('2011-10-30 03:55:00'), expected);
  assert.deepEqual(reading('2004-10-31 01:38:00'), {
    time: utc('2004-10-30 22:38:00'),
    alternative: utc('2004-10-30 23:38:00'),
    skipped: false,
  });
});

test('the hour before and the hour after the repeated one are certain', () => {
  assert.deepEqual(reading('2011-10-30 02:59:59'), {
    time: utc('2011-10-29 23:59:59'),
    alternative: null,
    skipped: false,
  });
  assert.deepEqual(reading('2011-10-30 04:00:00'), {
    time: utc('2011-10-30 02:00:00'),
    alternative: null,
    skipped: false,
  });
});

test('a time in the skipped hour is read with the offset before the change, or else after it', () => {
  const expected = { time: utc('2011-03-28 01:08:42'), alternative: utc('2011-03-28 00:08:42'), skipped: true };
  assert.deepEqual(reading('2011-03-28 03:08:42'), expected);
  for (const text of ['2011-03-28 02:59:59', '2011-03-28 04:00:00']) {
    const result = reading(text);
    assert.ok('time' in result && !result.skipped && result.alternative === null, text);
  }
});

test('a day that does not exist is explained', () => {
  const civil = { ...civilOfEpoch(0), year: 2023, month: 2, day: 30 };
  assert.deepEqual(instantOfIstanbul(civil), { reason: 'there is no such date or time of day' });
});

test('local time in Istanbul leads back to the instant, in one reading or the other', () => {
  const instants = fc.integer({ min: utc('1915-01-01 00:00:00'), max: utc('2030-01-01 00:00:00') });
  fc.assert(
    fc.property(instants, (instant) => {
      const result = instantOfIstanbul(civilInIstanbul(instant));
      assert.ok('time' in result, `nothing for ${formatSecond(instant)}`);
      assert.ok(result.time === instant || result.alternative === instant);
      if (result.alternative !== null) assert.equal(result.alternative - result.time, HOUR);
    }),
  );
});

test('every quarter of an hour around every clock change since 1970 leads back', () => {
  for (let year = 1970; year <= 2020; year += 1) {
    for (const month of ['03', '04', '05', '06', '09', '10', '11']) {
      const start = utc(`${year}-${month}-01 00:07:00`);
      for (let instant = start; instant < start + 31 * 24 * HOUR; instant += HOUR / 2) {
        const result = instantOfIstanbul(civilInIstanbul(instant));
        assert.ok(
          'time' in result && (result.time === instant || result.alternative === instant),
          formatSecond(instant),
        );
      }
    }
  }
});
