import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ago,
  apartWords,
  hasTurkishTime,
  SAME_OFFSET_SINCE,
  isJulian,
  listWords,
  readerWords,
  turkishWords,
  utcWords,
} from '#core/date-words.ts';
import { eventTypeWords } from '#core/event-types.ts';
import { DAY, HOUR, MINUTE, parseCivil } from '#core/time.ts';
import { HISTORICAL } from '../support/historical-dates.ts';

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
  assert.equal(told('2026-11-23 05:59:30'), 'az önce');
  assert.equal(told('2026-11-23 06:10:00'), 'az önce', 'a clock that is slow');
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

test('what lies before or after an earthquake is said in whole minutes, hours or days', () => {
  const steps: [step: number, tr: string, en: string][] = [
    [10_000, 'aynı anda', 'at the same time'],
    [-60_000, '1 dakika önce', '1 minute before'],
    [59.4 * MINUTE, '59 dakika sonra', '59 minutes after'],
    [59.6 * MINUTE, '1 saat sonra', '1 hour after'],
    [-0.2 * DAY, '5 saat önce', '5 hours before'],
    [47 * HOUR, '47 saat sonra', '47 hours after'],
    [47.6 * HOUR, '2 gün sonra', '2 days after'],
    [-29.8 * DAY, '30 gün önce', '30 days before'],
  ];
  for (const [step, tr, en] of steps) assert.deepEqual([apartWords(step, 'tr'), apartWords(step, 'en')], [tr, en]);
});
