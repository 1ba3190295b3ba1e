/** Applications written for the interface that this service has itself: `/api.php`. */
import { DAY, type EpochMs, HOUR } from '#core/time.ts';
import { earthquakes, listed } from './catalogue.ts';
import type { Answer, Application, Row } from './frame.ts';
import { afadBetween, lastDay, localClock, results, succeeded, utcClock } from './requests.ts';
import { type Fields, local, number, object, objects, parsedFloat, point, text, utc } from './values.ts';

const between = (from: EpochMs, to: EpochMs) => listed().filter(({ time }) => time! >= from && time! <= to);

/** @throws Error where the application takes the answer for a failure */
function listOf(answer: Answer | undefined): Fields[] {
  const body = object(succeeded(answer).json());
  if (body['status'] !== 'success') throw new Error(String(body['message']));
  return objects(body['earthquakes']);
}

const WINDOW_DAYS = 28;
const dayOf = (time: EpochMs): string => utcClock(time).slice(0, 10);

/** Windows of four weeks, a million rows each; a row that lacks a number is left out. */
const windowsFrom = (start: EpochMs, until: EpochMs): string[] => {
  const paths: string[] = [];
  for (let from = start; from <= until; from += WINDOW_DAYS * DAY) {
    const to = Math.min(until, from + (WINDOW_DAYS - 1) * DAY);
    paths.push(`/api.php?date_from=${dayOf(from)}&date_to=${dayOf(to)}&limit=1000000`);
  }
  return paths;
};

function forecastRows(answers: Answer[]): Row[] {
  const known = new Map<string, Row>();
  for (const row of answers.flatMap(listOf)) {
    const id = text(row['event_id']);
    known.set(id, {
      time: utc(text(row['occurred_at'])),
      magnitude: number(row['magnitude']),
      latitude: number(row['latitude']),
      longitude: number(row['longitude']),
      id,
    });
  }
  return [...known.values()];
}

const HEADERS = { Accept: 'application/json', 'User-Agent': 'TurkiyeEarthquakeForecast/2.0' };

/** Next.js; brings its stored catalogue up to date. */
const forecast: Application = {
  name: 'bariskisir/TurkiyeEarthquakeForecast',
  uses: [
    {
      what: 'since the last update',
      requests: (now) => windowsFrom(Date.UTC(2025, 2, 1), now).map((path) => ({ path, headers: HEADERS })),
      read: forecastRows,
      expected: (now) => between(Date.UTC(2025, 2, 1), now),
    },
    {
      what: 'a window with more than 1,000',
      requests: () => [{ path: windowsFrom(Date.UTC(2023, 1, 1), Date.UTC(2023, 1, 28))[0]!, headers: HEADERS }],
      read: forecastRows,
      expected: () => between(Date.UTC(2023, 1, 1), Date.UTC(2023, 2, 1) - 1),
    },
  ],
};

const MARMARA = { south: 40.5, north: 41.5, west: 27, east: 30 };
const inMarmara = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
  latitude >= MARMARA.south && latitude <= MARMARA.north && longitude >= MARMARA.west && longitude <= MARMARA.east;

/** Python on Windows; keeps what lies around a sea, and takes UTC for the computer's time. */
const marmara: Application = {
  name: 'canyrtcn/deprem-analiz-marmara',
  uses: [
    {
      what: 'seven days of two agencies',
      requests: (now) => [
        {
          path:
            `/api.php?date_from=${localClock(now - 7 * DAY).slice(0, 10)}&date_to=${localClock(now).slice(0, 10)}` +
            '&min_magnitude=0.0&limit=1000&sources=kandilli%2Cafad',
          headers: { 'User-Agent': 'DepremAnaliz-Marmara/1.0' },
        },
      ],
      read: ([answer]) =>
        listOf(answer)
          .map((row) => ({
            time: local(text(row['occurred_at'])),
            magnitude: number(row['magnitude']),
            latitude: number(row['latitude']),
            longitude: number(row['longitude']),
            place: text(row['location']),
            id: text(row['event_id']),
          }))
          .filter(inMarmara),
      expected: () =>
        between(Date.UTC(2025, 3, 16), Infinity).filter(
          ({ id, latitude, longitude, magnitude }) =>
            magnitude >= 0 &&
            inMarmara({ latitude: latitude!, longitude: longitude! }) &&
            earthquakes.some(
              ({ eventId, solutions }) => eventId === id && solutions.some(({ agency }) => agency !== 'usgs'),
            ),
        ),
      ownError: -3 * HOUR,
    },
  ],
};

const AGENT = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' };
const coordinate = (row: Fields, name: string): number => parsedFloat(row[name]);

/** Next.js and Node.js; the list, AFAD's service, and the Kandilli API's shape for when both fail. */
const deus: Application = {
  name: 'ofsisteknik/ofsis-deus',
  uses: [
    {
      what: 'the newest sixty of the list',
      requests: () => [{ path: '/api.php?limit=60', headers: AGENT }],
      read: ([answer]) =>
        listOf(answer).map((row) => ({
          time: Date.parse(`${text(row['occurred_at']).replace(' ', 'T')}Z`),
          magnitude: parsedFloat(row['magnitude']) || 0,
          latitude: coordinate(row, 'latitude'),
          longitude: coordinate(row, 'longitude'),
          depthKm: parsedFloat(row['depth_km']) || 0,
          place: text(row['location']),
          id: text(row['event_id']),
        })),
      expected: () => listed().slice(0, 60),
    },
    {
      what: 'event/filter of the last day',
      requests: (now) => {
        const [start, end] = [now - DAY, now].map((time) => encodeURIComponent(utcClock(time)));
        return [{ path: `/apiv2/event/filter?start=${start}&end=${end}&limit=80&orderby=timedesc`, headers: AGENT }];
      },
      read: ([answer]) =>
        objects(succeeded(answer).json()).map((row) => ({
          time: Date.parse(`${text(row['date'])}Z`),
          magnitude: parsedFloat(row['magnitude']) || 0,
          latitude: coordinate(row, 'latitude'),
          longitude: coordinate(row, 'longitude'),
          depthKm: parsedFloat(row['depth']) || 0,
          place: text(row['location']),
          id: text(row['eventID']),
        })),
      expected: (now) => afadBetween(now - DAY, now).slice(0, 80),
    },
    {
      what: 'afad/live, its time from created_at',
      requests: () => [{ path: '/deprem/afad/live?limit=60', headers: AGENT }],
      read: ([answer]) =>
        results(succeeded(answer)).map((row) => ({
          time: number(row['created_at']) * 1000,
          magnitude: number(row['mag']),
          depthKm: number(row['depth']),
          ...point(row['geojson']),
          place: text(row['title']),
          id: text(row['earthquake_id']),
        })),
      expected: lastDay(60, 'afad'),
    },
  ],
};

export const OWN: readonly Application[] = [forecast, marmara, deus];
