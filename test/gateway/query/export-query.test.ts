import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchOf } from '#core/filters/words.ts';
import { writeCursor } from '#core/cursor.ts';
import { GatewayError } from '../../../gateway/http/errors.ts';
import { readExport, nextExport } from '../../../gateway/query/list-query.ts';
import { presentedKey } from '../../../gateway/access/caller.ts';
import { EXPORT_FORMATS, PARAMETERS } from '../../../gateway/query/parameters.ts';
import { queryOf, readParameters } from '../../../gateway/http/query-string.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { filters } from '../../support/list-filters.ts';
import fc, { anyText } from '../../support/property.ts';

const read = (query: string, most = 50) => readExport(readParameters(query), { now: () => 0, maxRows: most });
const cursor = writeCursor({ by: 'time', position: { time: 1000, id: 7 } });
const base = { limit: 50, includeUnrated: true };

const GOOD: [query: string, expected: object][] = [
  ['', { format: 'csv', query: base }],
  ['format=&limit=', { format: 'csv', query: base }],
  ['format=json', { format: 'json', query: base }],
  ['format=%20GeoJSON', { format: 'geojson', query: base }],
  ['format=NDJSON', { format: 'ndjson', query: base }],
  ['format=json&format=csv', { format: 'json', query: base }],
  ['limit=7', { format: 'csv', query: { ...base, limit: 7 } }],
  ['limit=50', { format: 'csv', query: base }],
  ['limit=51', { format: 'csv', query: base }],
  [
    'min_magnitude=4&q=%C4%B0ZM%C4%B0R',
    { format: 'csv', query: { ...base, minMagnitude: 4, place: searchOf('izmir') } },
  ],
  ['updated_after=1970-01-01T00:00:01Z', { format: 'csv', query: { ...base, updatedAfter: 1000 } }],
  [`cursor=${cursor}`, { format: 'csv', query: { ...base, after: { time: 1000, id: 7 } } }],
  [
    `cursor=${cursor}&updated_after=1970-01-01T00:00:01Z`,
    { format: 'csv', query: { ...base, updatedAfter: 1000, after: { time: 1000, id: 7 } } },
  ],
];

for (const [query, expected] of GOOD)
  test(`reads ${query || 'no parameters'}`, () => assert.deepEqual(read(query), expected));

const BAD: [query: string, parameter: string, message: RegExp][] = [
  ['format=xml', 'format', /one of csv, json, geojson, ndjson; "xml" is not/],
  ['format=csv,json', 'format', /one of csv/],
  ['format=__proto__', 'format', /one of csv/],
  ['limit=0', 'limit', /at least 1/],
  ['limit=1e3', 'limit', /whole number/],
  ['limit=-1', 'limit', /whole number/],
  ['min_magnitude=5&max_magnitude=4', 'min_magnitude', /not be greater/],
  ['date_from=2023-02-30', 'date_from', /existing day/],
  ['sources=,', 'sources', /kandilli, afad/],
  ['cursor=forged', 'cursor', /this service gave/],
  [`cursor=${writeCursor({ by: 'sequence', sequence: 3 })}`, 'cursor', /list of changes/],
];

for (const [query, parameter, message] of BAD)
  test(`refuses ${query}`, () =>
    assert.throws(
      () => read(query),
      (error) => error instanceof GatewayError && error.parameter === parameter && message.test(error.message),
    ));

test('the link to the next export keeps the query', () => {
  fc.assert(
    fc.property(filters, fc.constantFrom(...EXPORT_FORMATS), fc.nat({ max: 2e5 }), (texts, format, limit) => {
      const more = { format, limit: String(limit + 1), updated_after: '2026-06-12T00:00:00.500Z' };
      const query = read(String(new URLSearchParams({ ...texts, ...more } as Record<string, string>)), 100_000);
      const end = { time: 5000, id: 12 };
      const next = nextExport(query.format, query.query, end);
      assert.match(next, /^\/export\.php\?/);
      assert.deepEqual(read(queryOf(next), 100_000), { ...query, query: { ...query.query, after: end } });
    }),
  );
});

const NAMES = PARAMETERS.map(({ name }) => name);

test('any parameters give an export, a 400 that names one of them, or a 401 for a key', async () => {
  const { get, lines } = testGateway(syntheticDataset({ seed: 3, count: 300 }).files);
  const values = fc.oneof(
    anyText(),
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('csv', 'json', 'NaN', '-0', '2023-02-06', '%00', '../..', '1e9', cursor, '2026-01-01T00:00:00Z'),
  );
  const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), values), { maxLength: 5 });
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(pairs, async (list) => {
      const query = list
        .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encode(value)}`)
        .join('&');
      const response = await get(`/export.php?${query}`);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const body = await response.text();
      if (response.status === 200) {
        assert.equal(response.headers.get('Content-Length'), String(Buffer.byteLength(body)));
        return;
      }
      const keyed = presentedKey(undefined, query) !== undefined;
      assert.equal(response.status, keyed ? 401 : 400, body);
      assert.equal((JSON.parse(body) as { code: string }).code, keyed ? 'invalid_key' : 'invalid_parameter');
    }),
    { numRuns: 1000 },
  );
  assert.ok(statuses.get(200)! > 50 && statuses.get(400)! > 50, JSON.stringify([...statuses]));
  assert.equal(lines.filter((line) => line.startsWith('fault')).length, 0);
});

/** Percent sequences that are none stay as they are. */
const encode = (value: string): string => (value.startsWith('%') ? value : encodeURIComponent(value.toWellFormed()));
