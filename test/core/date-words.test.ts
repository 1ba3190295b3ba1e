import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ago,
  hasTurkishTime,
  SAME_OFFSET_SINCE,
  isJulian,
  listWords,
  readerWords,
  turkishWords,
  utcWords,
} from '#core/date-words.ts';
import { eventTypeWords } from '#core/event-types.ts';
import { DAY, HOUR, parseCivil, type DatePrecision } from '#core/time.ts';

/** Date and time of the catalogue, how exactly they are known, and what both languages and lists say. */
const HISTORICAL: [civil: string, DatePrecision, tr: string, en: string, list: string][] = [
  ['0011-01-01 00:00:00', 'year', '11', '11', '11'],
  ['0557-12-14 00:00:00', 'day', '14 Aralık 557', '14 December 557', '14 Aralık 557'],
  ['0740-10-26 00:00:00', 'day', '26 Ekim 740', '26 October 740', '26 Ekim 740'],
  ['1034-02-01 00:00:00', 'month', 'Şubat 1034', 'February 1034', 'Şubat 1034'],
  ['1268-01-01 00:00:00', 'year', '1268', '1268', '1268'],
  [
    '1457-04-23 02:00:00',
    'hour',
    '23 Nisan 1457 02:00–03:00',
    '23 April 1457 02:00–03:00',
    '23 Nisan 1457 02:00–03:00',
  ],
  ['1500-02-29 00:00:00', 'day', '29 Şubat 1500', '29 February 1500', '29 Şubat 1500'],
  ['1509-09-10 00:00:00', 'day', '10 Eylül 1509', '10 September 1509', '10 Eylül 1509'],
  ['1582-10-04 00:00:00', 'day', '4 Ekim 1582', '4 October 1582', '4 Ekim 1582'],
  ['1582-10-15 00:00:00', 'day', '15 Ekim 1582', '15 October 1582', '15 Ekim 1582'],
  ['1653-02-23 00:00:00', 'day', '23 Şubat 1653', '23 February 1653', '23 Şubat 1653'],
  ['1668-08-17 00:00:00', 'day', '17 Ağustos 1668', '17 August 1668', '17 Ağustos 1668'],
  ['1719-05-25 00:00:00', 'day', '25 Mayıs 1719', '25 May 1719', '25 Mayıs 1719'],
  ['1766-05-22 00:00:00', 'day', '22 Mayıs 1766', '22 May 1766', '22 Mayıs 1766'],
  ['1855-02-28 02:30:00', 'minute', '28 Şubat 1855 02:30', '28 February 1855 02:30', '28 Şubat 1855 02:30 UTC'],
  ['1894-07-10 00:00:00', 'day', '10 Temmuz 1894', '10 July 1894', '10 Temmuz 1894'],
  ['1909-12-31 23:59:00', 'minute', '31 Aralık 1909 23:59', '31 December 1909 23:59', '31 Aralık 1909 23:59 UTC'],
  ['1912-08-09 01:29:00', 'minute', '9 Ağustos 1912 01:29', '9 August 1912 01:29', '9 Ağu 1912 03:29'],
  ['1939-12-26 23:57:23', 'second', '26 Aralık 1939 23:57:23', '26 December 1939 23:57:23', '27 Ara 1939 01:57'],
  ['1999-08-17 00:01:39', 'second', '17 Ağustos 1999 00:01:39', '17 August 1999 00:01:39', '17 Ağu 1999 03:01'],
];

for (const [civil, precision, tr, en, list] of HISTORICAL)
  test(`${civil}, known to the ${precision}`, () => {
    const time = parseCivil(civil)!;
    assert.equal(utcWords(time, precision, 'tr'), tr);
    assert.equal(utcWords(time, precision, 'en'), en);
    assert.equal(listWords(time, precision, 'tr', parseCivil('2026-11-23 04:00:00')!), list);
    assert.equal(isJulian(time), civil < '1582-10-15');
  });

test('Türkiye’s time is that of its clocks then; there is none before standard time', () => {
  const words = (civil: string): string => turkishWords(parseCivil(civil)!, 'second', 'tr');
  assert.equal(words('1999-11-12 16:57:19'), '12 Kasım 1999 18:57:19', 'winter time');
  assert.equal(words('1999-08-17 00:01:39'), '17 Ağustos 1999 03:01:39', 'summer time');
  assert.equal(words('2023-02-06 01:17:32'), '6 Şubat 2023 04:17:32');
  assert.equal(hasTurkishTime(parseCivil('1910-09-30 23:59:59')!, 'second'), false);
  assert.equal(hasTurkishTime(parseCivil('1912-08-09 01:29:00')!, 'minute'), true);
  assert.equal(hasTurkishTime(parseCivil('1912-08-09 01:00:00')!, 'hour'), false);
});

test('the reader’s own time is there where it differs', () => {
  const zone = process.env['TZ'];
  const time = parseCivil('2026-11-23 01:17:00')!;
  const own = readerWords(time, 'second', 'en');
  const offset = -new Date(time).getTimezoneOffset();
  assert.equal(own === undefined, offset === 180, `${zone}: ${own}`);
  if (offset === 0) assert.equal(own, '23 November 2026 01:17:00');
});

test('the age is said in calendar days of Türkiye', () => {
  const now = parseCivil('2026-11-23 06:00:00')!;
  const told = (civil: string, language: 'tr' | 'en' = 'tr'): string => ago(parseCivil(civil)!, now, language);
  assert.equal(told('2026-11-23 05:59:30'), 'şimdi');
  assert.equal(told('2026-11-23 06:10:00'), 'şimdi', 'a clock that is slow');
  assert.equal(told('2026-11-23 05:48:00'), '12 dakika önce');
  assert.equal(told('2026-11-23 04:59:00', 'en'), '1 hour ago');
  assert.equal(told('2026-11-22 20:30:00'), '9 saat önce', 'across midnight');
  assert.equal(told('2026-11-22 17:00:00'), 'dün');
  assert.equal(ago(now - 45 * HOUR, now, 'tr'), 'evvelsi gün');
  assert.equal(ago(now - 45 * HOUR, now, 'en'), '2 days ago');
  assert.equal(told('2026-11-19 17:00:00'), '4 gün önce');
  assert.equal(told('2026-11-12 22:00:00'), '13 Kasım 2026', 'the day in Türkiye');
  assert.equal(listWords(parseCivil('2026-11-23 05:48:09')!, 'second', 'tr', now), '08:48 · 11 dakika önce');
  assert.equal(listWords(parseCivil('2026-11-21 20:59:00')!, 'second', 'en', now), '23:59 · 2 days ago');
  assert.equal(listWords(parseCivil('2026-11-23 05:48:09')!, 'second', 'en'), '23 Nov 2026 08:48');
});

test('what is no earthquake is named', () => {
  assert.equal(eventTypeWords(undefined, 'tr'), undefined);
  assert.equal(eventTypeWords('earthquake', 'en'), undefined);
  assert.equal(eventTypeWords('quarry blast', 'tr'), 'Taş ocağı patlatması');
  assert.equal(eventTypeWords('quarry blast', 'en'), 'Quarry blast');
  assert.equal(eventTypeWords('sonic boom', 'en'), 'Not an earthquake');
});

test('Türkiye’s clock is that of its time zone, before and since the one offset', () => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const zone = new Intl.DateTimeFormat('en-CA', { ...parts, hourCycle: 'h23', timeZone: 'Europe/Istanbul' });
  const until = Date.now() + 366 * DAY;
  for (let time = SAME_OFFSET_SINCE - 366 * DAY; time < until; time += 11 * HOUR) {
    const at = Object.fromEntries(zone.formatToParts(time).map(({ type, value }) => [type, value]));
    const words = turkishWords(time, 'minute', 'en');
    assert.ok(words.startsWith(`${Number(at['day'])} `) && words.endsWith(` ${at['hour']}:${at['minute']}`), words);
  }
});
