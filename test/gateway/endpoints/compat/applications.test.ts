/**
 * Public applications of the two services that the adapters resemble: the requests that they send and how they read
 * each field, by the types that they presume. Only the host name differs. In words of our own.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startServer } from '../../../../gateway/http/server.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { AS_OF } from '../../../support/synthetic-earthquakes.ts';

const dataset = syntheticDataset();
const { app } = testGateway(dataset.files);
const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => undefined });
after(() => server.stop(100));

type Fields = Record<string, unknown>;

/** As browsers and HTTP libraries do: a page of another origin reads the body as UTF-8 JSON. */
async function read(path: string): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, { headers: { Origin: 'https://app.example' } });
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
  assert.match(response.headers.get('Content-Type')!, /^application\/json/);
  return response.json();
}

/** A number in JSON: of null or a text, typed languages and Python's comparisons make an error. */
function numberOf(value: unknown, what: string): number {
  assert.ok(typeof value === 'number' && Number.isFinite(value), `${what}: ${JSON.stringify(value)} is no number`);
  return value;
}

function textOf(value: unknown, what: string): string {
  assert.ok(typeof value === 'string' && value !== '', `${what}: ${JSON.stringify(value)} is no text`);
  return value;
}

function fieldsOf(value: unknown, what: string): Fields {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is no object`);
  return value as Fields;
}

/** A text that is a number. */
function decimalOf(value: unknown, what: string): number {
  const text = textOf(value, what);
  assert.match(text, /^-?\d+(?:\.\d+)?$/, what);
  return Number(text);
}

const coordinatesOf = (row: Fields): number[] => {
  const { coordinates } = fieldsOf(row['geojson'], 'geojson') as { coordinates: unknown[] };
  return coordinates.map((degree) => numberOf(degree, 'coordinates'));
};

const KANDILLI: [application: string, path: string, reads: (answer: Fields, rows: Fields[]) => void][] = [
  [
    'a page in JavaScript that shows size, time of day and title',
    '/deprem/kandilli/live',
    (_, rows) => {
      for (const row of rows.slice(0, 150)) {
        assert.match(textOf(row['date'], 'date').split(' ')[1]!, /^\d\d:\d\d:\d\d$/);
        numberOf(row['mag'], 'mag');
        textOf(row['title'], 'title').toLowerCase();
      }
    },
  ],
  [
    'a page in React that reads only where httpStatus is 200',
    '/deprem/kandilli/live',
    ({ httpStatus }, rows) => {
      assert.equal(httpStatus, 200);
      assert.ok(rows.filter(({ mag }) => (mag as number) > 0).length > 0);
      for (const { earthquake_id: key } of rows) textOf(key, 'earthquake_id');
    },
  ],
  [
    'a page in Vue that asks for three and shows exactly these',
    '/deprem/kandilli/live?limit=3',
    (_, rows) => {
      assert.equal(rows.length, 3);
      for (const row of rows) {
        assert.match(textOf(row['date'], 'date').split(' ')[0]!, /^\d{4}\.\d\d\.\d\d$/);
        const [longitude, latitude] = coordinatesOf(row);
        assert.ok(latitude! > 30 && latitude! < 50 && longitude! > 20 && longitude! < 52);
        for (const name of ['depth', 'mag']) numberOf(row[name], name);
      }
    },
  ],
  [
    'a service in Python that compares sizes, reads local times in one of two forms, and names the nearest city',
    '/deprem/kandilli/live',
    (_, rows) => {
      for (const row of rows) {
        const [, year] = /^(\d{4})[.-]\d\d[.-]\d\d \d\d:\d\d:\d\d$/.exec(
          textOf(row['date'] ?? row['date_time'], 'date'),
        )!;
        assert.equal(year, String(new Date(AS_OF).getUTCFullYear()));
        numberOf(row['mag'], 'mag');
        numberOf(row['depth'], 'depth');
        assert.equal(coordinatesOf(row).length, 2);
        textOf(row['earthquake_id'], 'earthquake_id');
        const near = fieldsOf(row['location_properties'], 'location_properties');
        textOf(fieldsOf(near['closestCity'], 'closestCity')['name'], 'name');
      }
    },
  ],
  [
    'a telephone application in Dart that asks for two thousand',
    '/deprem/kandilli/live?limit=2000',
    ({ status, result }, rows) => {
      assert.equal(status, true);
      assert.ok(Array.isArray(result));
      for (const row of rows) {
        assert.ok(!Number.isNaN(Date.parse(textOf(row['date_time'], 'date_time').replace(' ', 'T'))));
        numberOf(row['mag'], 'mag');
      }
    },
  ],
  [
    'a server in TypeScript that reads the older position',
    '/deprem/kandilli/live',
    (_, rows) => {
      for (const row of rows) {
        assert.deepEqual([row['lng'], row['lat']], coordinatesOf(row));
        textOf(row['title'], 'title');
      }
    },
  ],
  [
    'a telephone application in Swift that decodes the first generation from its address, each field without a default',
    '/deprem/live.php?limit=100',
    ({ status }, rows) => {
      assert.equal(status, true);
      for (const row of rows) {
        for (const name of ['mag', 'lat', 'lng', 'depth', 'timestamp']) numberOf(row[name], name);
        assert.ok(Number.isInteger(row['timestamp']));
        assert.ok((row['coordinates'] as unknown[]).every((degree) => typeof degree === 'number'));
        for (const name of ['title', 'lokasyon', 'date', 'date_stamp', 'hash', 'hash2']) textOf(row[name], name);
        assert.equal(row['rev'], null);
      }
      assert.equal(new Set(rows.map(({ hash }) => hash)).size, rows.length);
    },
  ],
  [
    'a telephone application in Swift that decodes the second generation',
    '/deprem/kandilli/live?limit=100',
    ({ status }, rows) => {
      assert.equal(status, true);
      for (const row of rows) {
        for (const name of ['mag', 'lat', 'lng', 'depth']) numberOf(row[name], name);
        for (const name of ['title', 'lokasyon', 'date', 'timestamp', 'date_stamp', 'date_day', 'date_hour'])
          textOf(row[name], name);
      }
    },
  ],
];

for (const [application, path, reads] of KANDILLI)
  test(`Kandilli API: ${application}`, async () => {
    const answer = fieldsOf(await read(path), 'the answer');
    const rows = answer['result'] as Fields[];
    assert.ok(rows.length > 0, 'something to read');
    reads(answer, rows);
  });

/** Texts in JSON that may be missing or null. */
const OPTIONAL_TEXTS = ['eventID', 'date', 'magnitude', 'type', 'latitude', 'longitude', 'depth', 'location'];

const RANGE = { t: 'start=2026-05-10T12:00:00&end=2026-06-01T00:00:00' };

const AFAD: [application: string, query: string, reads: (rows: Fields[]) => void][] = [
  [
    'a collector in Rust: texts, a boolean, times without a zone, the newest first',
    'start=2026-05-10%2012:00:00&end=2026-06-01%2000:00:00&minmag=2&limit=1000&orderby=timedesc',
    (rows) => {
      for (const row of rows) {
        for (const name of OPTIONAL_TEXTS) assert.ok(row[name] === null || typeof row[name] === 'string', name);
        assert.ok(['boolean', 'undefined'].includes(typeof (row['isEventUpdate'] ?? undefined)));
        assert.match(textOf(row['date'], 'date'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
        for (const name of ['magnitude', 'latitude', 'longitude']) decimalOf(row[name], name);
        assert.ok(decimalOf(row['magnitude'], 'magnitude') >= 2);
      }
      const dates = rows.map(({ date }) => date as string);
      assert.deepEqual(dates, dates.toSorted().reverse());
    },
  ],
  [
    'a telephone application in Dart: a list of objects, with every number a text',
    `${RANGE.t}&orderby=timedesc&limit=500&minmag=3.0`,
    (rows) => {
      for (const row of rows)
        for (const name of ['magnitude', 'latitude', 'longitude', 'depth']) decimalOf(row[name], name);
    },
  ],
  [
    'a sender of messages in C#: texts by name, of one type of magnitude',
    `minlat=36&maxlat=41&minlon=32&maxlon=39&${RANGE.t}&format=json&minmag=0&maxmag=7&magtype=ML`,
    (rows) => {
      for (const row of rows) {
        assert.equal(row['type'], 'ML');
        for (const name of ['eventID', 'location', 'date', 'magnitude']) textOf(row[name], name);
        assert.ok(Number(row['latitude']) >= 36 && Number(row['latitude']) <= 41);
      }
    },
  ],
  [
    'a library in Python: parameters by form encoding, bounds where given',
    `${new URLSearchParams({ start: '2026-05-10T12:00:00', end: '2026-06-01T00:00:00', limit: '1000', orderby: 'timedesc', minlat: '36.0', maxlon: '45.0' })}`,
    (rows) => {
      for (const { latitude, longitude } of rows) assert.ok(Number(latitude) >= 36 && Number(longitude) <= 45);
    },
  ],
  [
    'a server in TypeScript: a space as a plus sign, escaped colons',
    'start=2026-05-10+12%3A00%3A00&end=2026-06-01+00%3A00%3A00&orderby=timedesc&minmag=3',
    (rows) => {
      for (const { magnitude } of rows) assert.ok(decimalOf(magnitude, 'magnitude') >= 3);
    },
  ],
];

for (const [application, query, reads] of AFAD)
  test(`AFAD's filter: ${application}`, async () => {
    const rows = (await read(`/apiv2/event/filter?${query}`)) as Fields[];
    assert.ok(Array.isArray(rows) && rows.length > 0, 'something to read');
    reads(rows);
  });

test("AFAD's filter: a page in JavaScript that asks around a town and shows that nothing was found", async () => {
  const query = `${RANGE.t}&lat=40.18&lon=29.06&maxrad=3&limit=3&orderby=time&format=json`;
  assert.deepEqual(await read(`/apiv2/event/filter?${query}`), []);
});
