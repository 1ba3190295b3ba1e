import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { formatInstant } from '#core/time.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { csvRowOf, featureOf, readCsv, readNdjson } from '../../support/export-rows.ts';
import { testGateway } from '../../support/gateway.ts';
import { filters } from '../../support/list-filters.ts';
import { naiveExport, type Texts } from '../../support/naive-list.ts';
import fc from '../../support/property.ts';
import { dataset, gateway, type JsonExport, unbounded } from '../../support/test-export.ts';

const all = naiveExport(dataset.earthquakes, {});

const target = (texts: Texts): string => `/export.php?${new URLSearchParams(texts as Record<string, string>)}`;
const bodyOf = async (texts: Texts): Promise<string> => {
  const response = await gateway.get(target(texts));
  const body = await response.text();
  assert.equal(response.status, 200, body);
  const size = String(Buffer.byteLength(body));
  const { headers } = await gateway.app.request(target(texts), { method: 'HEAD' });
  assert.equal(headers.get('Content-Length'), size);
  assert.equal(response.headers.get('Content-Length') ?? size, size);
  return body;
};
interface GeoJsonExport extends Omit<JsonExport, 'earthquakes'> {
  type: string;
  features: unknown[];
}

test('the catalogue under test has earthquakes without a magnitude, and they are in every export', async () => {
  const withoutMagnitude = all.filter(({ magnitude }) => magnitude === null).length;
  assert.ok(withoutMagnitude > 20);
  const rows = readCsv(await bodyOf({}));
  assert.equal(rows.filter((row) => row['magnitude'] === '').length, withoutMagnitude);
});

test('every filter gives in every format the rows of a naive scan', async () => {
  let matched = 0;
  const published = fc.constantFrom(...new Set(dataset.changes.map(({ updatedAt }) => updatedAt)));
  const after: fc.Arbitrary<Texts> = fc.option(published, { freq: 3, nil: undefined }).map((instant) => {
    return instant === undefined ? {} : { updated_after: formatInstant(instant) };
  });
  await fc.assert(
    fc.asyncProperty(filters, after, async (some, more) => {
      const texts = { ...some, ...more };
      const items = naiveExport(dataset.earthquakes, texts);
      if (items.length > 0) matched += 1;
      assert.deepEqual(readCsv(await bodyOf({ ...texts, format: 'csv' })), items.map(csvRowOf));
      assert.deepEqual(readNdjson(await bodyOf({ ...texts, format: 'ndjson' })), items);
      const json = JSON.parse(await bodyOf({ ...texts, format: 'json' })) as JsonExport;
      assert.deepEqual([json.status, json.count, json.truncated], ['success', items.length, false]);
      assert.deepEqual(json.earthquakes, items);
      const geo = JSON.parse(await bodyOf({ ...texts, format: 'geojson' })) as GeoJsonExport;
      assert.deepEqual([geo.type, geo.count, geo.truncated], ['FeatureCollection', items.length, false]);
      assert.deepEqual(geo.features, items.map(featureOf));
    }),
    { numRuns: 60 },
  );
  assert.ok(matched > 5, `only ${matched} queries matched anything: the property says too little`);
});

test('formula prefixes, quotes, line breaks and all letters round-trip', async () => {
  const places = [
    "=cmd|' /C calc'!A0",
    '+905551234567',
    '-2+3',
    '@SUM(1+1)',
    '\t=1',
    '\r=1',
    "'=already guarded",
    "'Ayn al-'Arab",
    '＝HYPERLINK("http://x")',
    'İzmir, "Seferihisar"',
    'two\r\nlines, one\nmore',
    'ĞÜŞİÖÇ ğüşıöç, Ağrı 😀',
    '"',
    ',',
    ';',
  ];
  const odd = syntheticDataset({ seed: 8, count: 400, places });
  const { get } = testGateway(odd.files, { exportRows: () => 1000 });
  const body = await (await get('/export.php?format=csv')).text();
  const items = naiveExport(odd.earthquakes, {});
  assert.deepEqual(readCsv(body), items.map(csvRowOf));
  const cells = parse<Record<string, string>>(body, { columns: true, record_delimiter: '\r\n' });
  const locations = new Set(cells.map((row) => row['location']!));
  assert.equal(locations.size, places.length);
  for (const cell of locations) assert.doesNotMatch(cell, /^[=+\-@\t\r\n]/);
  for (const format of ['json', 'geojson', 'ndjson'])
    assert.equal((await (await get(`/export.php?format=${format}`)).text()).includes("'=cmd"), false);
});

test('an export without rows has the header row alone', async () => {
  const nothing = { q: 'nowhere' };
  const header = Object.keys(csvRowOf(all[0]!)).join(',');
  assert.equal(await bodyOf(nothing), `${header}\r\n`);
  assert.equal(await bodyOf({ ...nothing, format: 'ndjson' }), '');
  assert.deepEqual((JSON.parse(await bodyOf({ ...nothing, format: 'json' })) as JsonExport).earthquakes, []);
  assert.deepEqual((JSON.parse(await bodyOf({ ...nothing, format: 'geojson' })) as GeoJsonExport).features, []);
  const csv = await bodyOf({});
  assert.ok(csv.startsWith(`${header}\r\n`) && csv.endsWith('\r\n') && !csv.endsWith('\r\n\r\n'));
});

test('rows and truncation are in the headers, by HEAD too; the next export continues after the last row', async () => {
  const small = testGateway(dataset.files, { ...unbounded, exportRows: () => 50 });
  const texts = { min_magnitude: '2', format: 'ndjson', q: 'İZMİR' };
  const items = naiveExport(dataset.earthquakes, texts);
  assert.ok(items.length > 50);
  const exported: unknown[] = [];
  for (let next: string | undefined = target(texts); next !== undefined;) {
    const head = await small.get(next, {}, 'HEAD');
    const response = await small.get(next);
    assert.deepEqual([...head.headers], [...response.headers]);
    const rows = readNdjson(await response.text());
    exported.push(...rows);
    assert.equal(response.headers.get('X-Export-Rows'), String(rows.length));
    assert.equal(response.headers.get('X-Export-Truncated'), String(exported.length < items.length));
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link')!)?.[1];
    assert.equal(next !== undefined, exported.length < items.length);
  }
  assert.deepEqual(exported, items);
});

const LIMITS: [limit: string, plan: number, rows: number, truncated: boolean][] = [
  ['', 50, 50, true],
  ['7', 50, 7, true],
  ['51', 50, 50, true],
  ['1000000', 50, 50, true],
  ['9'.repeat(300), 50, 50, true],
  ['', 100_000, all.length, false],
  [String(all.length), 100_000, all.length, false],
  [String(all.length - 1), 100_000, all.length - 1, true],
  ['1000000', 100_000, all.length, false],
];

for (const [limit, plan, rows, truncated] of LIMITS)
  test(`limit=${limit.slice(0, 10)} of a plan with ${plan} rows`, async () => {
    const { get } = testGateway(dataset.files, { ...unbounded, exportRows: () => plan });
    const response = await get(`/export.php?format=json&limit=${limit}`);
    const body = (await response.json()) as JsonExport;
    assert.deepEqual([body.count, body.earthquakes.length, body.truncated], [rows, rows, truncated]);
    assert.deepEqual(body.earthquakes, all.slice(0, rows));
    assert.equal(response.headers.get('X-Export-Rows'), String(rows));
    assert.equal(response.headers.get('X-Export-Truncated'), String(truncated));
  });

test('without a plan an export has 50 rows', async () => {
  const response = await testGateway(dataset.files).get('/export.php');
  assert.equal(readCsv(await response.text()).length, 50);
});

test('work limits truncate an export but lose and repeat nothing', async () => {
  const bounded = testGateway(dataset.files, { bounds: { files: 3, rows: 1 }, exportRows: () => 5 });
  const texts = { event_type: 'quarry blast', sources: 'historical', format: 'ndjson' };
  const exported: unknown[] = [];
  let shortPages = 0;
  for (let next: string | undefined = target(texts); next !== undefined;) {
    const response = await bounded.get(next);
    const rows = readNdjson(await response.text());
    exported.push(...rows);
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link')!)?.[1];
    assert.equal(response.headers.get('X-Export-Truncated'), String(next !== undefined));
    if (next !== undefined && rows.length < 5) shortPages += 1;
  }
  assert.deepEqual(exported, naiveExport(dataset.earthquakes, texts));
  assert.ok(shortPages > 0, 'the bounds must have cut something');
});

test('no shard is opened for sending after the one of the last row', async () => {
  const own = testGateway(dataset.files, { ...unbounded, exportRows: () => 100_000, cacheBytes: 1000 });
  const { latitude, longitude } = all[0]!;
  const [lat, lon] = [String(latitude), String(longitude)];
  const place = { min_latitude: lat, max_latitude: lat, min_longitude: lon, max_longitude: lon };
  const response = await own.get(target(place));
  const measured = own.dataset.files.loads;
  assert.deepEqual(readCsv(await response.text()), [csvRowOf(all[0]!)]);
  assert.ok(
    measured > 20 && own.dataset.files.loads - measured < 10,
    `${measured}, ${own.dataset.files.loads - measured}`,
  );
});
