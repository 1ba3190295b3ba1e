/** Scripts, packages and bots in Python, R and C# written for AFAD's event service. */
import { DAY, HOUR } from '#core/time.ts';
import type { Application, Row } from './frame.ts';
import { afadBetween, localClock, succeeded, utcClock } from './requests.ts';
import { decimal, type Fields, objects, text, utc } from './values.ts';

const readRow = (row: Fields): Row => ({
  time: utc(text(row['date'])),
  magnitude: decimal(row['magnitude']),
  latitude: decimal(row['latitude']),
  longitude: decimal(row['longitude']),
  depthKm: decimal(row['depth']),
  place: text(row['location']),
  id: text(row['eventID']),
});

/** As `requests` writes parameters. */
const query = (parameters: Record<string, string>): string => String(new URLSearchParams(parameters));

/** Streamlit on a computer in Türkiye; adds the three hours. */
const depremVerileri: Application = {
  name: 'bagcivan/deprem-verileri',
  uses: [
    {
      what: '48 hours by the clock of Türkiye, through the gateway path',
      requests: (now) => {
        const [start, end] = [now - 2 * DAY, now].map((time) => localClock(time).replace(' ', '%20'));
        return [{ path: `/apigateway/deprem/apiv2/event/filter?start=${start}&end=${end}` }];
      },
      read: ([answer]) => objects(succeeded(answer).json()).map(readRow),
      expected: (now) => afadBetween(now - 2 * DAY + 3 * HOUR, now + 3 * HOUR),
    },
  ],
};

/** C#: every value a text, ten at a time, the oldest first; here six hours after its last round. */
const sismikBot: Application = {
  name: 'yusufziyakaplan/AfadSismikBot',
  uses: [
    {
      what: 'what came since the last round',
      requests(now) {
        const [since, until] = [now - 6 * HOUR, now].map((time) => utcClock(time).replace(' ', 'T'));
        return [{ path: `/apiv2/event/filter?start=${since}&end=${until}&minmag=0&orderby=timedesc&limit=100` }];
      },
      read: ([answer], now) =>
        objects(succeeded(answer).json())
          .map((row) => {
            for (const name of ['latitude', 'longitude', 'depth', 'magnitude']) text(row[name]);
            return readRow(row);
          })
          .filter(({ time }) => time! > now - 6 * HOUR)
          .toSorted((a, b) => a.time! - b.time!)
          .slice(0, 10),
      expected: (now) =>
        afadBetween(now - 6 * HOUR + 1, now)
          .slice(0, 100)
          .toReversed()
          .slice(0, 10),
    },
  ],
};

/** Streamlit and pandas; every bound given. */
const dashboard: Application = {
  name: 'muratbeyhan/afad_web_service',
  uses: [
    {
      what: 'magnitude 5 and more since 2024',
      requests: () => [
        {
          path: `/apiv2/event/filter?${query({
            ...{ start: '2024-01-01 00:00:00', end: '2025-04-23 23:59:00' },
            ...{ minlat: '34', maxlat: '42', minlon: '24', maxlon: '45' },
            ...{ minmag: '5', maxmag: '8', mindepth: '0', maxdepth: '50' },
          })}`,
          headers: { Accept: 'application/json' },
        },
      ],
      read: ([answer]) => objects(succeeded(answer).json()).map(readRow),
      expected: () =>
        afadBetween(Date.UTC(2024, 0), Infinity).filter(
          ({ magnitude, latitude, longitude, depthKm }) =>
            magnitude >= 5 && latitude >= 34 && latitude <= 42 && longitude >= 24 && longitude <= 45 && depthKm <= 50,
        ),
    },
  ],
};

/** An R package: XML read by a parser of HTML, so that names are in small letters. */
const afadPackage: Application = {
  name: 'lterlemez/AFAD_Package',
  uses: [
    {
      what: 'XML of a month, one type of magnitude',
      requests: () => [
        {
          path:
            '/apiv2/event/filter?&start=2023-02-01T00:00:00&end=2023-02-28T00:00:00' +
            '&minmag=4.5&magtype=Mw&orderby=timedesc&format=XML',
        },
      ],
      read([answer]) {
        const page = succeeded(answer).text.replaceAll(/<\/?\w+/g, (tag) => tag.toLowerCase());
        const [, body] = /<arrayofearthquake[^>]*>(.*)<\/arrayofearthquake>/s.exec(page) ?? [];
        if (body === undefined) throw new Error('Error with parameters...!');
        return [...body.matchAll(/<earthquake>(.*?)<\/earthquake>/gs)].map(([, xml]) => {
          const field = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml!)?.[1] ?? '';
          return {
            time: utc(field('date')),
            magnitude: decimal(field('magnitude')),
            // A column with a gap stays text.
            ...(field('depth') === '' ? {} : { depthKm: decimal(field('depth')) }),
            ...{ latitude: decimal(field('latitude')), longitude: decimal(field('longitude')) },
            ...{ place: field('location'), id: field('eventid') },
          };
        });
      },
      expected: () =>
        afadBetween(Date.UTC(2023, 1, 1), Date.UTC(2023, 1, 28)).filter(
          ({ magnitude, type }) => magnitude >= 4.5 && type?.toLowerCase() === 'mw',
        ),
    },
  ],
};

/** Python; parts of dates without zeros, rows of a province alone. */
const analyzer: Application = {
  name: 'omersahintr/BootCampEdu',
  uses: [
    {
      what: "one province's above magnitude 4, through the gateway path",
      requests(now) {
        const [day, time] = localClock(now).split(' ');
        const plain = [day!.split('-'), time!.split(':')].map((parts) => parts.map(Number));
        const end = `${plain[0]!.join('-')}%20${plain[1]!.join(':')}`;
        return [{ path: `/apigateway/deprem/apiv2/event/filter?start=2025-04-22%2020:00:00&end=${end}` }];
      },
      read: ([answer]) =>
        objects(succeeded(answer).json())
          .filter((row) => row['province'] === 'İstanbul' && decimal(row['magnitude']) > 4)
          .map(readRow),
      expected: () =>
        afadBetween(Date.UTC(2025, 3, 22, 20), Infinity).filter(
          ({ magnitude, place }) => magnitude > 4 && place.endsWith('(İstanbul)'),
        ),
    },
  ],
};

export const AFAD_SCRIPT: readonly Application[] = [depremVerileri, sismikBot, dashboard, afadPackage, analyzer];
