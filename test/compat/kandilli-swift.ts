/** Applications in Swift written for the Kandilli API: typed models. */
import type { Application, Row } from './frame.ts';
import { get, inKandilliShape, lastDay, results, succeeded } from './requests.ts';
import { boolean, type Fields, list, local, number, object, objects, optional, point, text, whole } from './values.ts';

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

/** Swift; two pages of a search by its provider, newest first. */
const depremOldu: Application = {
  name: 'bedirdemir/depremoldu-ios',
  uses: [
    {
      what: 'data/search, two pages of 100',
      requests: () =>
        [0, 100].map((skip) => ({
          path: '/deprem/data/search',
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
          body: JSON.stringify({ provider: 'kandilli', sort: 'date_-1', skip, limit: 100 }),
        })),
      read: (answers) =>
        answers.flatMap((answer) => {
          if (answer.status !== 200) throw new Error(`unacceptableStatus ${answer.status}`);
          return results(answer).map((row) => ({
            time: local(text(row['date_time'])),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            ...point(row['geojson']),
            place: text(row['title']),
            id: text(row['earthquake_id']),
          }));
        }),
      expected: () => inKandilliShape().slice(0, 200),
    },
  ],
};

/** Swift; a type for every member of the answers of 2023, none of them optional but three. */
const earthquakeInfo: Application = {
  name: 'ibrahimmbyrrm/EarthquakeInfo',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read([answer]) {
        const body = object(answer!.json());
        boolean(body['status']);
        for (const name of ['httpStatus', 'serverloadms']) whole(body[name]);
        const metadata = object(body['metadata']);
        for (const value of [body['desc'], metadata['date_starts'], metadata['date_ends']]) text(value);
        whole(metadata['total']);
        return results(answer).map((row) => {
          for (const name of ['_id', 'earthquake_id', 'date_time']) text(row[name]);
          if (row['provider'] !== 'kandilli' || row['location_tz'] !== 'Europe/Istanbul')
            throw new Error('no such case');
          whole(row['created_at']);
          optional(row['rev'], text);
          const { closestCity, epiCenter, closestCities, airports } = object(row['location_properties']);
          for (const city of [closestCity, epiCenter, ...list(closestCities)].map(object)) {
            text(city['name']);
            whole(city['cityCode']);
            optional(city['distance'], number);
            optional(city['population'], whole);
          }
          for (const airport of objects(airports)) number(airport['distance']);
          return {
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            ...point(row['geojson']),
            place: text(row['title']),
          };
        });
      },
      expected: lastDay(),
    },
  ],
};

/** Codable, of the first generation: no field has a default. */
const quakeX: Application = {
  name: 'FurkanHanciSecond/QuakeX',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=100'),
      read([answer]) {
        boolean(object(succeeded(answer).json())['status']);
        return results(answer).map((row) => {
          list(row['coordinates']).map(number);
          whole(row['timestamp']);
          for (const name of ['title', 'date_stamp', 'hash', 'hash2']) text(row[name]);
          return {
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            latitude: number(row['lat']),
            longitude: number(row['lng']),
            depthKm: number(row['depth']),
            place: text(row['lokasyon']),
          };
        });
      },
      expected: lastDay(100),
    },
  ],
};

export const KANDILLI_SWIFT: readonly Application[] = [depremApp, depremOldu, earthquakeInfo, quakeX];
