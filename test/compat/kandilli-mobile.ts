/** Applications for telephones written for the Kandilli API. */
import { solutionsOf } from './catalogue.ts';
import type { Answer, Application, Row } from './frame.ts';
import { get, lastDay, localClock } from './requests.ts';
import { decimal, local, number, object, objects, optional, text, utc } from './values.ts';

/** Dart calls `toInt()` on what is there: a number has it, a text has not. */
const dartInt = (value: unknown): number | undefined => optional(value, (one) => Math.trunc(number(one)));

function kandilliDepremRows([answer]: Answer[]): Row[] {
  return objects(object(answer!.json())['result']).map((row) => {
    optional(row['coordinates'], (all) => (all as unknown[]).forEach(number));
    dartInt(row['timestamp']);
    return {
      time: local(text(row['date'])),
      magnitude: number(row['mag']),
      latitude: number(row['lat']),
      longitude: number(row['lng']),
      place: text(row['lokasyon']),
    };
  });
}

/** The first generation: `live.php` for Kandilli; AFAD's own service beside it. */
const kandilliDeprem: Application = {
  name: 'ahmet-ozberk/kandilli-deprem-app',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=100'),
      read: kandilliDepremRows,
      expected: lastDay(100),
    },
    {
      what: 'event/filter since the beginning of last year',
      requests: (now) => {
        const end = localClock(now);
        return [
          { path: `/apiv2/event/filter?start=${Number(end.slice(0, 4)) - 1}-01-01%2000:00:00&end=${encodeURI(end)}` },
        ];
      },
      read: ([answer]) =>
        objects(answer!.json()).map((row) => ({
          time: utc(text(row['date'])),
          magnitude: decimal(row['magnitude']),
          depthKm: decimal(row['depth']),
          place: text(row['location']),
        })),
      expected: (now) =>
        solutionsOf('afad').filter(({ time }) => time >= Date.UTC(2024, 0) && time <= now + 3 * 3_600_000),
    },
  ],
};

/** Reads `coordinates` without asking whether they are there, and `timestamp` as a number. */
const kandilliRasathanesi: Application = {
  name: 'akaanuzman/kandilli_rasathanesi_app',
  uses: [
    { what: 'live.php', path: '/deprem/live.php?limit=500', expected: lastDay(500) },
    {
      what: 'index.php of a day',
      path: '/deprem/index.php?date=2025-04-23&limit=500',
      expected: () => solutionsOf('kandilli').filter(({ time }) => time >= local('2025-04-23 00:00:00')),
    },
  ].map(({ what, path, expected }) => ({
    ...{ what, requests: get(path), expected },
    read: ([answer]: Answer[]) =>
      objects(object(answer!.json())['result']).map((row) => {
        (row['coordinates'] as unknown[]).forEach(number);
        optional(row['timestamp'], number);
        return {
          time: local(text(row['date'])),
          magnitude: number(row['mag']),
          latitude: number(row['lat']),
          longitude: number(row['lng']),
          depthKm: number(row['depth']),
          place: text(row['lokasyon']),
        };
      }),
  })),
};

export const KANDILLI_MOBILE: Application[] = [kandilliDeprem, kandilliRasathanesi];
