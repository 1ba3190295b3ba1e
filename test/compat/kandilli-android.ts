/** Applications in Kotlin and Java written for the Kandilli API: typed models. */
import { distanceKm } from '#core/geo.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import type { Application, Row } from './frame.ts';
import { get, inKandilliShape, lastDay, results, succeeded } from './requests.ts';
import { type Fields, local, number, object, objects, optional, point, text, utc, whole } from './values.ts';

/** Kotlin Multiplatform; reads the local time as UTC. */
const depremAnlik: Application = {
  name: 'efepinarbasi/depremanlik',
  uses: [
    {
      what: 'afad/live',
      requests: get('/deprem/afad/live'),
      read: ([answer]) =>
        results(succeeded(answer)).map((row) => ({
          time: utc(text(row['date_time'])),
          magnitude: number(row['mag']),
          depthKm: number(row['depth']),
          ...point(row['geojson']),
          place: text(row['title']),
          id: text(row['earthquake_id']),
        })),
      expected: lastDay(100, 'afad'),
      ownError: 3 * HOUR,
    },
  ],
};

/** Gson; the newest is the one with the greatest `created_at`. */
function sismikRows(rows: Fields[]): Row[] {
  const read = rows.map((row) => {
    const near = object(row['location_properties']);
    number(object(near['closestCity'])['distance']);
    objects(near['closestCities']).map(({ name }) => optional(name, text));
    return {
      createdAt: whole(row['created_at']),
      time: local(text(row['date_time'])),
      magnitude: number(row['mag']),
      depthKm: number(row['depth']),
      ...point(row['geojson']),
      place: text(row['title']),
      id: text(row['earthquake_id']),
    };
  });
  const shown = read.toSorted((a, b) => b.createdAt - a.createdAt);
  if (shown.some(({ time }, index) => index > 0 && time > shown[index - 1]!.time))
    throw new Error('the list is in another order than the times that it shows');
  return shown.map(({ createdAt: _, ...row }) => row);
}

const sismik: Application = {
  name: 'EmrAYD/Sismik',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live?skip=0&limit=50'),
      read: ([answer]) => sismikRows(results(succeeded(answer))),
      expected: lastDay(50),
      step: MINUTE,
    },
    {
      // With names that the API does not have: it gives the last 24 hours.
      what: 'archive by start and end',
      requests: get('/deprem/kandilli/archive?start=2025-04-22&end=2025-04-23&limit=50'),
      read: ([answer]) => sismikRows(results(succeeded(answer))),
      expected: lastDay(50),
      step: MINUTE,
    },
  ],
};

/** Gson and then a constructor whose `id` must not be null. */
const jetpackCompose: Application = {
  name: 'cagriyilmaz04/Deprem-Uygulamas-Jetpack-Compose',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read: ([answer]) =>
        results(succeeded(answer)).map((row) => {
          text(row['_id']);
          objects(object(row['location_properties'])['closestCities']).map((city) => whole(city['cityCode']));
          return {
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            place: text(row['title']),
          };
        }),
      expected: lastDay(),
    },
  ],
};

/** The second generation's fields, day and time of day apart. */
const kandilliApp: Application = {
  name: 'huseyinozkoc/KandilliApp',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live?limit=50'),
      read: ([answer]) =>
        results(succeeded(answer)).map((row) => {
          text(object(object(row['location_properties'])['epiCenter'])['name']);
          for (const name of ['lat', 'lng']) optional(row[name], number);
          return {
            time: local(`${text(row['date_day'])} ${text(row['date_hour'])}`),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            place: text(row['title']),
          };
        }),
      expected: lastDay(50),
    },
  ],
};

/** Java, Gson: null leaves a number as it is. */
const earthquakeTr: Application = {
  name: 'ataserinyel/earthquaketr',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read([answer]) {
        if (object(succeeded(answer).json())['status'] !== true) throw new Error('Sunucu hata döndürdü.');
        return results(answer).map((row) => {
          const city = object(object(row['location_properties'])['closestCity']);
          text(city['name']);
          number(city['distance']);
          optional(city['population'], whole);
          return {
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            ...point(row['geojson']),
            place: text(row['title']),
            id: text(row['earthquake_id']),
          };
        });
      },
      expected: lastDay(),
    },
  ],
};

/** Java, `org.json`; depths lose their fraction. */
const androRow = (row: Fields): Row => {
  number(row['depth']);
  return {
    time: local(text(row['date'])),
    magnitude: number(row['mag']),
    ...point(row['geojson']),
    place: text(row['title']),
  };
};

const ISTANBUL = { latitude: 41.01, longitude: 28.98 };

const androDeprem: Application = {
  name: 'tolgaozkaya/AndroDeprem',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read: ([answer]) => results(succeeded(answer)).map(androRow),
      expected: lastDay(),
    },
    {
      what: 'live, within 150 km',
      requests: get('/deprem/kandilli/live'),
      read: ([answer]) => results(succeeded(answer)).map(androRow).filter(isNear),
      expected: () => lastDay()().filter(isNear),
    },
    {
      what: 'archive, second page',
      requests: get('/deprem/kandilli/archive?skip=20&limit=20&date=2025-04-23&date_end=2025-04-23'),
      read: ([answer]) => results(succeeded(answer)).map(androRow),
      expected: () =>
        inKandilliShape()
          .filter(({ time }) => time! >= local('2025-04-23 00:00:00'))
          .slice(20, 40),
    },
  ],
};

function isNear({ latitude, longitude }: Row): boolean {
  return distanceKm(ISTANBUL, { latitude: latitude!, longitude: longitude! }) < 150;
}

export const KANDILLI_ANDROID: readonly Application[] = [
  ...[depremAnlik, sismik, jetpackCompose, kandilliApp, earthquakeTr, androDeprem],
];
