/** Applications in Dart (Flutter) written for the Kandilli API. */
import { HOUR } from '#core/time.ts';
import type { Answer, Application, Row } from './frame.ts';
import { afadBetween, get, inKandilliShape, lastDay, localClock, results, succeeded } from './requests.ts';
import { decimal, type Fields, list, local, number, object, objects, optional, point, text, utc } from './values.ts';

/** `value?.toInt()`: a number has it, a text has not. */
const toInt = (value: unknown): number | undefined => optional(value, (one) => Math.trunc(number(one)));

/** The first generation: `live.php` for Kandilli, `timestamp` a number; AFAD's own service beside it. */
const kandilliDeprem: Application = {
  name: 'ahmet-ozberk/kandilli-deprem-app',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=100'),
      read: ([answer]) =>
        results(succeeded(answer)).map((row) => {
          optional(row['coordinates'], (all) => list(all).map(number));
          toInt(row['timestamp']);
          return {
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            latitude: number(row['lat']),
            longitude: number(row['lng']),
            place: text(row['lokasyon']),
          };
        }),
      expected: lastDay(100),
    },
    {
      what: 'event/filter since the beginning of last year',
      requests: (now) => {
        const end = localClock(now);
        const start = `${Number(end.slice(0, 4)) - 1}-01-01 00:00:00`;
        return [{ path: encodeURI(`/apiv2/event/filter?start=${start}&end=${end}`) }];
      },
      read: ([answer]) =>
        objects(succeeded(answer).json()).map((row) => ({
          time: utc(text(row['date'])),
          magnitude: decimal(row['magnitude']),
          depthKm: decimal(row['depth']),
          place: text(row['location']),
        })),
      expected: (now) => afadBetween(Date.UTC(2024, 0), now + 3 * HOUR),
    },
  ],
};

function rasathanesiRow(row: Fields): Row {
  // Without asking whether they are there.
  list(row['coordinates']).map(number);
  optional(row['timestamp'], number);
  return {
    time: local(text(row['date'])),
    magnitude: number(row['mag']),
    latitude: number(row['lat']),
    longitude: number(row['lng']),
    depthKm: number(row['depth']),
    place: text(row['lokasyon']),
  };
}

/** The first generation, with its archive `index.php`. */
const kandilliRasathanesi: Application = {
  name: 'akaanuzman/kandilli_rasathanesi_app',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=500'),
      read: ([answer]) => results(succeeded(answer)).map(rasathanesiRow),
      expected: lastDay(500),
    },
    {
      what: 'index.php of a day',
      requests: get('/deprem/index.php?date=2025-04-23&limit=500'),
      read: ([answer]) => results(succeeded(answer)).map(rasathanesiRow),
      expected: () => inKandilliShape().filter(({ time }) => time! >= local('2025-04-23 00:00:00')),
    },
  ],
};

/** Every ten minutes or so, looks at the first ten; reads nearly every type. */
const depremTakip: Application = {
  name: 'mahmutcancokcapar/deprem-takip',
  uses: [
    {
      what: 'live',
      requests: () => [
        {
          path: '/deprem/kandilli/live',
          headers: { Accept: 'application/json', 'User-Agent': 'Mozilla/5.0 (compatible; Flutter App)' },
        },
      ],
      read([answer]) {
        const body = object(succeeded(answer).json());
        if (body['status'] !== true) return [];
        return list(body['result'])
          .slice(0, 10)
          .map(object)
          .map((row) => ({
            time: local(text(row['date_time'])),
            magnitude: decimal(row['mag']),
            depthKm: decimal(row['depth']),
            ...point(row['geojson']),
            place: text(row['title']),
            id: text(row['earthquake_id']),
          }));
      },
      expected: lastDay(10),
    },
  ],
};

/** Lists two agencies; shows no time. */
const depremUygulamasi: Application = {
  name: 'EsraGumus7/deprem-uygulamasi',
  uses: (['kandilli', 'afad'] as const).map((agency) => ({
    what: `${agency}/live`,
    requests: get(`/deprem/${agency}/live`),
    read([answer]) {
      const body = object(succeeded(answer).json());
      if (body['status'] !== true) throw new Error('API yanıtında veri bulunamadı');
      return objects(body['result']).map((row) => {
        const near = object(row['location_properties'])['closestCity'];
        text(object(near)['name']);
        return {
          magnitude: number(row['mag']),
          depthKm: number(row['depth']),
          ...point(row['geojson']),
          place: text(row['title']),
          id: text(row['earthquake_id']),
        };
      });
    },
    expected: lastDay(100, agency),
  })),
};

/** The second generation: `timestamp` is a text, `date_stamp` a date; older fields beside the newer ones. */
const earthquakeApp: Application = {
  name: 'taylanozgurertas/Earthquake_App',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live?limit=200'),
      read: ([answer]: Answer[]) =>
        results(succeeded(answer)).map((row) => {
          for (const name of ['earthquake_id', 'date', 'lokasyon', 'date_hour', 'timestamp', 'location_tz'])
            optional(row[name], text);
          optional(row['date_stamp'], (day) => utc(`${text(day)} 00:00:00`));
          const near = object(row['location_properties']);
          number(object(near['closestCity'])['distance']);
          text(object(near['epiCenter'])['name']);
          for (const airport of objects(near['airports'])) number(airport['distance']);
          return {
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            ...point(row['geojson']),
            place: text(row['title']),
          };
        }),
      expected: lastDay(200),
    },
  ],
};

export const KANDILLI_DART: readonly Application[] = [
  ...[kandilliDeprem, kandilliRasathanesi, depremTakip, depremUygulamasi, earthquakeApp],
];
