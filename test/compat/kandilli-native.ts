/** Applications in Kotlin and Swift written for the Kandilli API: typed models. */
import { HOUR, MINUTE } from '#core/time.ts';
import type { Application, Row } from './frame.ts';
import { get, lastDay, results, succeeded } from './requests.ts';
import {
  boolean,
  type Fields,
  list,
  local,
  number,
  object,
  objects,
  optional,
  point,
  text,
  utc,
  whole,
} from './values.ts';

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

/** Swift's Codable: one value of another type and the whole answer is refused. */
function codableRow(row: Fields): Row {
  const one = (value: unknown, only: string): void => {
    if (value !== only) throw new TypeError(`${String(value)} is not ${only}`);
  };
  const city = (value: unknown): void => {
    const fields = object(value);
    optional(fields['name'], text);
    optional(fields['cityCode'], whole);
    optional(fields['distance'], number);
    optional(fields['population'], whole);
  };
  for (const name of ['_id', 'date', 'rev']) optional(row[name], text);
  optional(row['created_at'], whole);
  one(row['provider'], 'kandilli');
  one(row['location_tz'], 'Europe/Istanbul');
  one(object(row['geojson'])['type'], 'Point');
  const near = object(row['location_properties']);
  for (const value of [near['closestCity'], near['epiCenter'], ...list(near['closestCities'])]) city(value);
  for (const airport of objects(near['airports'])) optional(airport['distance'], number);
  return {
    time: local(text(row['date_time'])),
    magnitude: number(row['mag']),
    depthKm: number(row['depth']),
    ...point(row['geojson']),
    place: text(row['title']),
    id: text(row['earthquake_id']),
  };
}

const depremApp: Application = {
  name: 'onurduyar/DepremApp',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read([answer]) {
        const body = object(succeeded(answer).json());
        boolean(body['status']);
        for (const name of ['httpStatus', 'serverloadms']) optional(body[name], whole);
        text(body['desc']);
        for (const name of ['date_starts', 'date_ends']) optional(object(body['metadata'])[name], text);
        return results(answer).map(codableRow);
      },
      expected: lastDay(),
    },
  ],
};

export const KANDILLI_NATIVE: readonly Application[] = [
  ...[depremAnlik, sismik, jetpackCompose, kandilliApp, depremApp],
];
