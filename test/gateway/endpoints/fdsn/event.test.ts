import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { formatGregorian, formatSecond } from '#core/time.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import * as real from '../../../support/fdsn-dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { type EventTexts, naiveEvents, readFdsnText } from '../../../support/naive-fdsn.ts';
import fc from '../../../support/property.ts';

type Get = typeof real.get;

const PATH = '/fdsnws/event/1/query';
const target = (texts: EventTexts): string => `${PATH}?${new URLSearchParams(texts)}`;

/** Rows of the text format; none for a 204. */
async function rowsOf(get: Get, texts: EventTexts): Promise<Record<string, string>[]> {
  const response = await get(target({ ...texts, format: 'text' }));
  const body = await response.text();
  if (response.status === 204) {
    assert.equal(body, '');
    return [];
  }
  assert.equal(response.status, 200, `${target(texts)} ${body}`);
  return readFdsnText(body);
}

const synthetic = syntheticDataset({ seed: 21, count: 900 });
const DATASETS: { name: string; get: Get; earthquakes: readonly Earthquake[]; runs: number }[] = [
  { name: 'many small shards', ...testGateway(synthetic.files), earthquakes: synthetic.earthquakes, runs: 150 },
  { name: 'a real build', get: real.get, earthquakes: real.earthquakes, runs: 150 },
];

const oneDecimal = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => String(tenths / 10));
const pair = (low: string, high: string, values: fc.Arbitrary<string>, isAfter: (a: string, b: string) => boolean) =>
  fc.tuple(fc.option(values, { nil: undefined }), fc.option(values, { nil: undefined })).map(([a, b]): EventTexts => {
    const [from, to] = a !== undefined && b !== undefined && isAfter(a, b) ? [b, a] : [a, b];
    return { ...(from === undefined ? {} : { [low]: from }), ...(to === undefined ? {} : { [high]: to }) };
  });
const numeric = (a: string, b: string): boolean => Number(a) > Number(b);
const half = (arbitrary: fc.Arbitrary<EventTexts>): fc.Arbitrary<EventTexts> => fc.oneof(fc.constant({}), arbitrary);
const circle: fc.Arbitrary<EventTexts> = fc
  .record({
    latitude: oneDecimal(33, 44),
    longitude: oneDecimal(24, 46),
    radii: pair('minradius', 'maxradius', oneDecimal(0, 12), numeric),
  })
  .map(({ latitude, longitude, radii }) => ({ latitude, longitude, ...radii }));
const words: fc.Arbitrary<EventTexts> = fc.record(
  {
    catalog: fc.constantFrom('AFAD', 'KANDILLI', 'usgs', 'HISTORICAL'),
    magnitudetype: fc.constantFrom('ML', 'mw', 'MB', 'Mww', 'none'),
    eventtype: fc.constantFrom('earthquake', 'quarry blast', 'earthquake,quarry blast', 'unknown'),
  },
  { requiredKeys: [] },
);

/** Instants around those of the records, to the millisecond. */
const times = (earthquakes: readonly Earthquake[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...earthquakes), fc.constantFrom(-1, 0, 1, -1000, 700))
      .map(([{ time }, shift]) => formatGregorian(time + shift)),
    fc.constantFrom('1500-02-28', '1582-10-10T00:00:00', '1970-01-01', '2024-01-01T00:00:00Z', '0070-06-01'),
  );

const queries = (earthquakes: readonly Earthquake[]): fc.Arbitrary<EventTexts> => {
  const updates = fc.constantFrom(...new Set(earthquakes.map(({ updatedAt }) => formatGregorian(updatedAt))));
  return fc
    .tuple(
      half(pair('starttime', 'endtime', times(earthquakes), (a, b) => a > b)),
      half(pair('minmagnitude', 'maxmagnitude', oneDecimal(0, 8), numeric)),
      half(pair('mindepth', 'maxdepth', oneDecimal(-2, 45), numeric)),
      half(pair('minlatitude', 'maxlatitude', oneDecimal(33, 44), numeric)),
      half(fc.record({ minlongitude: oneDecimal(24, 46), maxlongitude: oneDecimal(24, 46) })),
      half(circle),
      half(words),
      half(fc.record({ updatedafter: updates })),
      half(fc.record({ orderby: fc.constantFrom('time', 'time-asc', 'magnitude', 'magnitude-asc') })),
    )
    .map((parts) => Object.assign({}, ...parts) as EventTexts);
};

for (const { name, get, earthquakes, runs } of DATASETS) {
  test(`every query gives the rows of a naive scan in their order: ${name}`, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(queries(earthquakes), async (texts) => {
        const due = naiveEvents(earthquakes, texts);
        found += due.length > 0 ? 1 : 0;
        const rows = await rowsOf(get, texts);
        assert.deepEqual(
          rows.map((row) => row['EventID']),
          due.map(({ earthquake }) => earthquake.eventId),
        );
        for (const [index, one] of due.entries()) {
          const row = rows[index]!;
          assert.equal(row['Time'], formatGregorian(one.time));
          assert.equal(row['Magnitude'], one.magnitude === null ? '' : String(one.magnitude));
          assert.equal(row['MagType'], one.magnitudeType ?? '');
          assert.equal(row['Depth/km'], one.depthKm === null ? '' : String(one.depthKm));
          assert.deepEqual([row['Latitude'], row['Longitude']], [String(one.latitude), String(one.longitude)]);
          if (one.solution) assert.equal(row['ContributorID'], one.solution.eventId);
        }
        const count = await get(`/fdsnws/event/1/count?${new URLSearchParams(texts)}`);
        assert.equal(await count.text(), String(due.length));
      }),
      { numRuns: runs },
    );
    assert.ok(found > runs / 5, `only ${found} queries found anything: the property says too little`);
  });

  test(`pages by limit and offset together are the whole, in every order: ${name}`, async () => {
    const views: EventTexts[] = [{}, { catalog: 'AFAD' }, { magnitudetype: 'ml', minmagnitude: '1' }];
    for (const orderby of ['time', 'time-asc', 'magnitude', 'magnitude-asc'])
      for (const view of views) {
        const texts = { ...view, orderby };
        const whole = await rowsOf(get, texts);
        const pages: Record<string, string>[] = [];
        for (let offset = 1; offset <= whole.length + 191; offset += 191)
          pages.push(...(await rowsOf(get, { ...texts, limit: '191', offset: String(offset) })));
        assert.ok(whole.length > 200);
        assert.deepEqual(pages, whole);
      }
  });
}

const { get, earthquakes } = real;

/** Every name of an earthquake, with what they are. */
const NAMES: Record<string, (earthquake: Earthquake) => string> = {
  event_id: ({ eventId }) => eventId,
  publicID: ({ eventId }) => `smi:tr.hiposantr/event/${eventId}`,
  'publicID encoded twice': ({ eventId }) => encodeURIComponent(`smi:tr.hiposantr/event/${eventId}`),
  'publicID of another authority': ({ eventId }) => `quakeml:org.example/event/${eventId}`,
  'agency and identifier': ({ solutions }) => `${solutions.at(-1)!.agency.toUpperCase()}:${solutions.at(-1)!.eventId}`,
};

for (const [kind, nameOf] of Object.entries(NAMES))
  test(`a hundred earthquakes are each found by ${kind}`, async () => {
    const some = earthquakes.filter((_, index) => index % Math.floor(earthquakes.length / 100) === 0);
    assert.ok(some.length >= 100);
    for (const earthquake of some) {
      const rows = await rowsOf(get, { eventid: nameOf(earthquake) });
      assert.deepEqual(
        rows.map((row) => row['EventID']),
        [earthquake.eventId],
      );
    }
  });

test("an agency's own identifier alone is enough where only one agency has it", async () => {
  const usgs = earthquakes.flatMap(({ eventId, solutions }) =>
    solutions.filter(({ agency }) => agency === 'usgs').map((solution) => ({ eventId, name: solution.eventId })),
  );
  assert.ok(usgs.length > 100);
  for (const { eventId, name } of usgs.slice(0, 100))
    for (const eventid of [name, ` ${name} `]) assert.equal((await rowsOf(get, { eventid }))[0]!['EventID'], eventId);
});

test('what no current record is called is no data, and so is what a view does not have', async () => {
  const alone = earthquakes.find(({ solutions }) => solutions.length === 1 && solutions[0]!.agency === 'afad')!;
  for (const texts of [
    { eventid: '999999' },
    { eventid: 'a000000000000000' },
    { eventid: 'afad:1' },
    { eventid: 'usgs:' },
    { eventid: real.withdrawnKey },
    { eventid: `usgs:${real.withdrawnKey}` },
    { eventid: alone.eventId, catalog: 'KANDILLI' },
    { eventid: String(alone.id), magnitudetype: 'Ms' },
  ]) {
    const response = await get(target(texts));
    assert.deepEqual([response.status, await response.text()], [204, ''], JSON.stringify(texts));
    assert.equal((await get(target({ ...texts, nodata: '404' }))).status, 404);
  }
  assert.equal((await get(target({ eventid: alone.eventId, catalog: 'AFAD' }))).status, 200);
});

test('GeoJSON has the shape of the USGS; one event asked for by id is a feature', async () => {
  const response = await get(target({ format: 'geojson', limit: '50', offset: '3' }));
  assert.equal(response.headers.get('Content-Type'), 'application/geo+json; charset=utf-8');
  interface Feature {
    type: string;
    id: string;
    properties: Record<string, unknown>;
    geometry: { type: string; coordinates: number[] };
  }
  const body = (await response.json()) as { type: string; metadata: Record<string, unknown>; features: Feature[] };
  assert.deepEqual(
    [body.type, body.metadata['count'], body.metadata['limit'], body.metadata['offset']],
    ['FeatureCollection', 50, 50, 3],
  );
  const due = naiveEvents(earthquakes, {}).slice(2, 52);
  for (const [index, { id, properties, geometry }] of body.features.entries()) {
    const { earthquake } = due[index]!;
    const { magnitude, depthKm, time, latitude, longitude, updatedAt } = earthquake;
    assert.equal(id, earthquake.eventId);
    assert.deepEqual([properties['mag'], properties['time'], properties['updated']], [magnitude, time, updatedAt]);
    assert.deepEqual(geometry.coordinates, [longitude, latitude, depthKm ?? 0]);
    assert.match(String(properties['title']), magnitude === null ? /./ : /^M -?\d\.\d - ./);
    const detail = new URL(String(properties['detail']));
    assert.ok(detail.href.startsWith(`${real.BASE_URL}/fdsnws/event/1/query?`));
    const one = (await (await get(`${PATH}${detail.search}`)).json()) as Feature;
    assert.deepEqual(one, { type: 'Feature', properties: { ...properties, products: {} }, geometry, id });
    assert.equal(properties['depth_unknown'], depthKm === null ? true : undefined);
    const day = formatSecond(time).slice(0, 10);
    assert.equal(properties['url'], `${real.BASE_URL}/deprem/${day}/${earthquake.slug}`);
    assert.equal(properties['status'], earthquake.solutions[0]!.quality);
    const inFeeds = (await (await get(`/feed/v1.0/detail/${id}.geojson`)).json()) as Feature;
    const status = properties['status'] ?? 'automatic';
    const own = `${real.BASE_URL}/feed/v1.0/detail/${id}.geojson`;
    assert.deepEqual(inFeeds, { ...one, properties: { ...one.properties, status, detail: own } });
  }
});

test('CSV has the columns of the USGS, and those of a doubtful magnitude', async () => {
  const text = await (await get(target({ format: 'csv', limit: '5', catalog: 'AFAD' }))).text();
  const [head, ...rows] = text.trimEnd().split('\n');
  const own = ['magnitude_doubtful', 'magnitude_state', 'magnitude_source', 'magnitude_error'];
  assert.deepEqual(head!.split(',').slice(21), ['magSource', ...own]);
  assert.match(rows[0]!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,\d/);
  assert.equal(rows.length, 5);
});

test('equal queries give equal tags, a 304 for them, and other formats have others', async () => {
  const first = await get(target({ minmagnitude: '3', format: 'text' }));
  const tag = first.headers.get('ETag')!;
  assert.equal((await get(`${PATH}?format=text&minmag=3.0&api_key=`, { 'If-None-Match': tag })).status, 304);
  assert.notEqual((await get(target({ minmagnitude: '3' }))).headers.get('ETag'), tag);
  assert.notEqual((await get(target({ minmagnitude: '3.1', format: 'text' }))).headers.get('ETag'), tag);
});

test('a POST of lines is answered like a GET', async () => {
  const body = 'format=text\nminmagnitude=4\r\n\norderby=magnitude\n';
  const posted = await real.app.request(PATH, { method: 'POST', body });
  assert.equal(await posted.text(), await (await get(`${PATH}?${body.trim().split(/\s+/).join('&')}`)).text());
  const form = await real.app.request(PATH, { method: 'POST', body: 'format=text&limit=2' });
  assert.equal(readFdsnText(await form.text()).length, 2);
  assert.equal((await real.app.request(PATH, { method: 'POST', body: 'KO * * * * *' })).status, 400);
  assert.equal((await real.app.request(PATH, { method: 'POST', body: `format=${'x'.repeat(70_000)}` })).status, 413);
});
