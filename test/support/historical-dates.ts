/** Old dates, and the words for them in both languages. */
import type { DatePrecision } from '#core/time.ts';

/** Date and time of the catalogue, how exactly they are known, and what both languages and lists say. */
export const HISTORICAL: [civil: string, DatePrecision, tr: string, en: string, list: string][] = [
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
  ['1688-07-10 11:45:00', 'minute', '10 Temmuz 1688 11:45', '10 July 1688 11:45', '10 Temmuz 1688 11:45 UTC'],
  ['1719-05-25 00:00:00', 'day', '25 Mayıs 1719', '25 May 1719', '25 Mayıs 1719'],
  ['1766-05-22 00:00:00', 'day', '22 Mayıs 1766', '22 May 1766', '22 Mayıs 1766'],
  ['1855-02-28 02:30:00', 'minute', '28 Şubat 1855 02:30', '28 February 1855 02:30', '28 Şubat 1855 02:30 UTC'],
  ['1894-07-10 00:00:00', 'day', '10 Temmuz 1894', '10 July 1894', '10 Temmuz 1894'],
  [
    '1903-04-28 23:00:00',
    'hour',
    '28 Nisan 1903 23:00–00:00',
    '28 April 1903 23:00–00:00',
    '28 Nisan 1903 23:00–00:00',
  ],
  ['1909-12-31 23:59:00', 'minute', '31 Aralık 1909 23:59', '31 December 1909 23:59', '31 Aralık 1909 23:59 UTC'],
  ['1912-08-09 01:29:00', 'minute', '9 Ağustos 1912 01:29', '9 August 1912 01:29', '9 Ağu 1912 03:29'],
  ['1939-12-26 23:57:23', 'second', '26 Aralık 1939 23:57:23', '26 December 1939 23:57:23', '27 Ara 1939 01:57'],
  ['1999-08-17 00:01:39', 'second', '17 Ağustos 1999 00:01:39', '17 August 1999 00:01:39', '17 Ağu 1999 03:01'],
];
