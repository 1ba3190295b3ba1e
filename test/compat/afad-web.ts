/** Pages and their servers written for AFAD's event service. */
import { DAY, HOUR } from '#core/time.ts';
import type { Answer, Application, Request, Row, Use } from './frame.ts';
import { afadBetween, localClock, succeeded, utcClock } from './requests.ts';
import { decimal, type Fields, local, objects, parsedFloat, text, utc } from './values.ts';

const FILTER = '/apiv2/event/filter';
const GATEWAY = '/apigateway/deprem/apiv2/event/filter';
const JSON_WANTED = { Accept: 'application/json' };

/** What `URLSearchParams` writes. */
const asked = (path: string, parameters: Record<string, string>, headers = JSON_WANTED): Request => ({
  path: `${path}?${new URLSearchParams(parameters)}`,
  headers,
});

const rowsOf = (answer: Answer | undefined): Fields[] => objects(succeeded(answer).json());

const TO_NUMBER = { number: decimal, parsed: (value: unknown): number => parsedFloat(value) || 0 };

/** As nearly all read a row. @param timeOf of its `date`: what the user understands */
const readRow =
  (timeOf: (date: string) => number, to: keyof typeof TO_NUMBER = 'parsed') =>
  (row: Fields): Row => ({
    time: timeOf(text(row['date'])),
    magnitude: TO_NUMBER[to](row['magnitude']),
    latitude: TO_NUMBER[to](row['latitude']),
    longitude: TO_NUMBER[to](row['longitude']),
    depthKm: TO_NUMBER[to](row['depth']),
    place: text(row['location']),
    id: text(row['eventID']),
  });

const one = (name: string, use: Use): Application => ({ name, uses: [use] });

const toTheMinute = (time: number): string => `${localClock(time).slice(0, 16).replace(' ', 'T')}:00`;

export const AFAD_WEB: readonly Application[] = [
  // Takes UTC for the browser's time, and asks for the last day in local time.
  one('bahatarlaci/deprem-takip', {
    what: 'the last day by the clock of Türkiye, to the minute',
    requests: (now) => [
      asked(FILTER, {
        ...{ start: toTheMinute(now - DAY), end: toTheMinute(now), limit: '200', orderby: 'timedesc', format: 'json' },
      }),
    ],
    read: ([answer]) => rowsOf(answer).map(readRow(local, 'number')),
    expected: (now) => afadBetween(now - DAY + 3 * HOUR, now + 3 * HOUR).slice(0, 200),
    ownError: -3 * HOUR,
  }),
  // SvelteKit on a host in UTC; adds the three hours.
  one('monobilisim/mono-earthquake', {
    what: 'today, from magnitude 4.9',
    requests: (now) => [
      asked(FILTER, {
        start: `${utcClock(now - HOUR).slice(0, 10)} 00:00:00`,
        end: `${utcClock(now).slice(0, 10)} 23:59:59`,
        ...{ format: 'json', orderby: 'timedesc', limit: '500', minmag: String(5 - 0.1) },
      }),
    ],
    read: ([answer]) =>
      rowsOf(answer).map((row) => ({ ...readRow((date) => local(date) + 3 * HOUR)(row), id: text(row['eventID']) })),
    expected: () => afadBetween(Date.UTC(2025, 3, 23), Infinity).filter(({ magnitude }) => magnitude >= 4.9),
  }),
  // Next.js on a host in UTC; whole days, in ascending order; shows UTC.
  one('Batuhan-Yalcin/afad-deprem-api-takip', {
    what: 'from yesterday to today, days alone',
    requests: (now) => [
      asked(FILTER, {
        ...{ start: utcClock(now - DAY).slice(0, 10), end: utcClock(now).slice(0, 10) },
        ...{ orderby: 'time', minmag: '1', limit: '200' },
      }),
    ],
    read: ([answer]) =>
      rowsOf(answer).map((row) => ({ ...readRow(utc)(row), place: text(row['location']).split('(')[0]!.trim() })),
    expected: () =>
      afadBetween(Date.UTC(2025, 3, 22), Date.UTC(2025, 3, 23))
        .filter(({ magnitude }) => magnitude >= 1)
        .slice(-200),
  }),
  // A PHP page that passes the query on; the browser takes UTC for its own time.
  one('mucahitarslan/afad-deprem-takip-sistemi', {
    what: 'seven days, through the gateway path',
    requests(now) {
      const start = `${utcClock(now - 7 * DAY).slice(0, 10)}T00:00:00`;
      const end = `${utcClock(now).slice(0, 10)}T${localClock(now).slice(11)}`;
      return [asked(GATEWAY, { start, end, orderby: 'timedesc', limit: '500', format: 'json' })];
    },
    read: ([answer]) => rowsOf(answer).map(readRow(local)),
    expected: (now) => afadBetween(Date.UTC(2025, 3, 16), now + 3 * HOUR).slice(0, 500),
    ownError: -3 * HOUR,
  }),
  // Next.js; makes UTC explicit; magnitudes from -1 on.
  one('MrtBngl/geopulse-tr', {
    what: 'the newest fifty of seven days',
    requests: (now) => [
      asked(FILTER, {
        ...{ start: utcClock(now - 7 * DAY), end: utcClock(now), minmag: '-1', maxmag: '10' },
        ...{ orderby: 'timedesc', limit: '50', skip: '0' },
      }),
    ],
    read([answer]) {
      const rows = rowsOf(answer);
      if (rows.length === 0) throw new Error('AFAD boş liste döndürdü');
      return rows.map(readRow(utc));
    },
    expected: (now) => afadBetween(now - 7 * DAY, now).slice(0, 50),
  }),
  // Next.js on a host in UTC; one fixed window.
  one('MehmetGulbahar/quakeguard', {
    what: 'January and February 2025, through the gateway path',
    requests: () => [
      {
        path: `${GATEWAY}?start=2025-01-01%2000:00:00&end=2025-02-14%2023:59:59&orderby=timedesc`,
        headers: { ...JSON_WANTED, 'Content-Type': 'application/json' },
      },
    ],
    read: ([answer]) => objects(answer!.json()).map(readRow(utc, 'number')),
    expected: () => afadBetween(Date.UTC(2025, 0, 1), Date.UTC(2025, 1, 14, 23, 59, 59)),
  }),
  // Next.js; the browser adds three hours to what it takes for its own time.
  one('kerimaganaberla/depremler', {
    what: 'a box and the last day by the clock of Türkiye',
    requests: (now) => [
      {
        path: encodeURI(
          `${FILTER}?minlat=35.2&maxlat=42.34&minlon=25.14&maxlon=45.34&start=${localClock(now - DAY)}` +
            `&end=${localClock(now)}&limit=10000&orderby=timedesc&minmag=0`,
        ),
        headers: { Accept: 'application/json, text/plain, */*' },
      },
    ],
    read: ([answer]) => rowsOf(answer).map(readRow((date) => local(date) + 3 * HOUR)),
    expected: (now) =>
      afadBetween(now - DAY + 3 * HOUR, now + 3 * HOUR).filter(
        ({ latitude, longitude, magnitude }) =>
          magnitude >= 0 && latitude >= 35.2 && latitude <= 42.34 && longitude >= 25.14 && longitude <= 45.34,
      ),
  }),
];
