/** AFAD's event service as the applications read it that are written for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';

const dataset = syntheticDataset();
const gateway = testGateway(dataset.files);

/** AFAD's solutions with a magnitude. */
const solutions = dataset.earthquakes
  .flatMap((earthquake) => earthquake.solutions)
  .filter(({ agency, magnitudes }) => agency === 'afad' && magnitudes.length > 0);

const second = (time: number): number => Math.floor(time / 1000) * 1000;

type Texts = Record<string, string | null | boolean>;
const afad = async (query: string): Promise<Texts[]> =>
  (await (await gateway.get(`/apiv2/event/filter?${query}`)).json()) as Texts[];

test("AFAD's filter: an array of texts, in UTC, oldest first", async () => {
  const [from, to] = [Date.UTC(2026, 4, 10, 12), Date.UTC(2026, 5, 1)];
  const expected = solutions
    .filter(({ time, magnitudes }) => time >= from && time <= to && magnitudes[0]!.value >= 2)
    .toSorted((a, b) => a.time - b.time);
  assert.ok(expected.length > 10);
  for (const [start, end] of [
    ['2026-05-10%2012:00:00', '2026-06-01%2000:00:00'],
    ['2026-05-10T12:00:00', '2026-06-01'],
  ]) {
    const rows = await afad(`start=${start}&end=${end}&minmag=2`);
    assert.deepEqual(
      rows.map((row) => [
        row['eventID'],
        Date.parse(`${row['date'] as string}Z`),
        Number(row['magnitude']),
        row['latitude'],
      ]),
      expected.map((solution) => [
        ...[solution.eventId, second(solution.time), Number(solution.magnitudes[0]!.value), String(solution.latitude)],
      ]),
    );
    for (const value of rows.flatMap((row) => Object.entries(row)))
      assert.ok(
        value[0] === 'isEventUpdate' ||
          value[0] === 'depth_unknown' ||
          value[1] === null ||
          typeof value[1] === 'string',
      );
  }
  const [largest] = await afad('start=2026-05-10&end=2026-06-01&orderby=magnitudedesc&limit=1');
  assert.equal(Number(largest!['magnitude']), Math.max(...expected.map((solution) => solution.magnitudes[0]!.value)));
  const [second_] = await afad('start=2026-05-10T12:00:00&end=2026-06-01&minmag=2&limit=1&offset=1');
  assert.equal(second_!['eventID'], expected[1]!.eventId);
  const [one] = await afad(`eventid=%20${expected[0]!.eventId}`);
  assert.equal(one!['eventID'], expected[0]!.eventId);
  assert.deepEqual(await afad('eventid=1'), []);
  assert.deepEqual(await afad('start=1950-01-01&end=1950-01-02'), []);
});

const FROM_TO: [start: string, end: string][] = [
  ['2026-5-10%2012:0:0', '2026-6-1%200:0:0'],
  ['2026-05-10+12:00:00', '2026-06-01+00:00:00'],
  ['2026-05-10T12:00:00.000Z', '2026-06-01T00:00:00.000000Z'],
  ['2026-05-10T12:00', '2026-6-1'],
  ['2026-05-10%2012:00:00.5', '2026-06-01%2000:00:00.123456'],
  ['2026-05-10T15:00:00%2B3:00', '2026-06-01T03:00:00+03:00'],
];
for (const [start, end] of FROM_TO)
  test(`AFAD's filter reads ${start} to ${end}`, async () => {
    const [from, to] = [Date.UTC(2026, 4, 10, 12), Date.UTC(2026, 5, 1)];
    const expected = solutions
      .filter(({ time }) => second(time) >= from && time <= to)
      .toSorted((a, b) => b.time - a.time);
    assert.ok(expected.length > 10);
    for (const query of [`start=${start}&end=${end}&orderby=timedesc`, `&Start=${start}&END=${end}&orderBy=desc`])
      assert.deepEqual(
        (await afad(query)).map((row) => row['eventID']),
        expected.map((solution) => solution.eventId),
      );
  });

test("AFAD's filter reads names in any capitals, and an identifier alone", async () => {
  const days = 'start=2026-05-10&end=2026-06-01';
  const strong = await afad(`${days}&minMag=2&maxMag=4&minDepth=2&maxDepth=40&Limit=50&orderBy=TimeDesc&format=JSON`);
  assert.deepEqual(strong, await afad(`${days}&minmag=2&maxmag=4&mindepth=2&maxdepth=40&limit=50&orderby=timedesc`));
  assert.ok(strong.length > 0 && strong.length < (await afad(days)).length);
  const { eventID } = strong[0] as { eventID: string };
  assert.deepEqual(await afad(`eventID=${eventID}&start=&minmag=9&maxlat=none`), [strong[0]]);
});

test("AFAD's other addresses answer the same bytes", async () => {
  const gatewayOf = (path: string): string => `/apigateway/deprem${path}`;
  for (const path of [
    '/apiv2/event/filter?start=2026-05-10&end=2026-06-01&orderby=timedesc',
    '/apiv2/event/latest?limit=20',
    '/apiv2/event/filter?start=10.05.2026&end=2026-05-11',
  ]) {
    const [own, other] = [await gateway.get(path), await gateway.get(gatewayOf(path))];
    assert.equal(other.status, own.status);
    assert.equal(await other.text(), await own.text());
    assert.equal(other.headers.get('ETag'), own.headers.get('ETag'));
  }
});

test("AFAD's latest: the newest 500, newest first, or as many as asked for", async () => {
  const latest = async (query: string): Promise<Texts[]> =>
    (await (await gateway.get(`/apiv2/event/latest${query}`)).json()) as Texts[];
  const expected = solutions.map((solution) => second(solution.time)).toSorted((a, b) => b - a);
  assert.ok(expected.length > 500, String(expected.length));
  for (const [query, count] of [
    ['', 500],
    ['?limit=100', 100],
    ['?limit=500', 500],
    ['?LIMIT=1', 1],
  ] as const)
    assert.deepEqual(
      (await latest(query)).map((row) => Date.parse(`${row['date'] as string}Z`)),
      expected.slice(0, count),
    );
  assert.equal((await gateway.get('/apiv2/event/latest?limit=x')).status, 400);
});

const BY_TIME = solutions.toSorted((a, b) => b.time - a.time);
const strong = BY_TIME.filter(({ magnitudes }) => magnitudes[0]!.value >= 3);
/** Of equal times no order is said. */
const timesOf = (rows: typeof solutions): number[] => rows.map(({ time }) => second(time));

const NEWEST: [query: string, expected: number[]][] = [
  ['', timesOf(BY_TIME.slice(0, 500)).toReversed()],
  ['orderby=desc&limit=100', timesOf(BY_TIME.slice(0, 100))],
  ['limit=1', timesOf(BY_TIME.slice(0, 1))],
  ['limit=70&offset=30', timesOf(BY_TIME.slice(30, 100)).toReversed()],
  ['limit=70&offset=30&orderby=timedesc', timesOf(BY_TIME.slice(30, 100))],
  ['minmag=3&format=json&limit=30', timesOf(strong.slice(0, 30)).toReversed()],
  ['minmag=3&limit=9', timesOf(strong.slice(0, 9)).toReversed()],
  [
    'limit=100&end=2026-05-20',
    timesOf(BY_TIME.filter(({ time }) => time <= Date.UTC(2026, 4, 20)).slice(0, 100)).toReversed(),
  ],
  ['start=2026-05-10', timesOf(BY_TIME.filter(({ time }) => time >= Date.UTC(2026, 4, 10))).toReversed()],
  ['limit=0', []],
  ['minmag=9.9&limit=100', []],
];
for (const [query, expected] of NEWEST)
  test(`AFAD's filter without a window: ?${query} has the newest, in the order asked for`, async () => {
    const rows = await afad(query);
    assert.deepEqual(
      rows.map((row) => Date.parse(`${row['date'] as string}Z`)),
      expected,
    );
    assert.equal(new Set(rows.map((row) => row['eventID'])).size, expected.length);
    const bytesOf = async (headers?: Record<string, string>): Promise<Buffer> =>
      Buffer.from(await (await gateway.get(`/apiv2/event/filter?${query}`, headers)).arrayBuffer());
    const whole = await bytesOf();
    const middle = whole.length >> 1;
    assert.deepEqual(await bytesOf({ Range: `bytes=${middle}-` }), whole.subarray(middle));
  });

test("AFAD's filter without a window orders the newest by magnitude", async () => {
  const newest = BY_TIME.slice(0, 100).map(({ magnitudes }) => magnitudes[0]!.value);
  assert.notDeepEqual(second(BY_TIME[99]!.time), second(BY_TIME[100]!.time));
  const sorted = newest.toSorted((a, b) => a - b);
  for (const [order, first] of [
    ['magnitude', sorted[0]],
    ['magnitudedesc', sorted.at(-1)],
  ] as const) {
    const rows = (await afad(`limit=100&orderby=${order}`)).map((row) => Number(row['magnitude']));
    assert.equal(rows[0], first);
    // A doubtful one is the last either way.
    assert.deepEqual(
      rows.toSorted((a, b) => a - b),
      sorted,
    );
  }
});

const REFUSED: [query: string, parameter: string][] = [
  ['limit=x', 'limit'],
  ['start=2026-05-10&end=2026-05-09', 'starttime'],
  ['start=10.05.2026&end=2026-05-11', 'start'],
  ['start=2026-13-1&end=2026-05-11', 'start'],
  ['start=2026-5-10&end=2026-2-30', 'end'],
  ['start=2026-05-10T1:2:3.&end=2026-05-11', 'start'],
  ['start=2026-5-10%2025:0:0&end=2026-05-11', 'start'],
  ['start=2026-05-10&end=2026-05-11&format=shp', 'format'],
  ['start=2026-05-10&end=2026-05-11&lat=38', 'lat'],
  ['start=2026-05-10&end=2026-05-11&maxrad=5', 'lat'],
  ['start=2026-05-10&end=2026-05-11&lat=39&lon=35&minrad=5000&maxrad=1000', 'minrad'],
  ['start=2026-05-10&end=2026-05-11&orderby=depth', 'orderby'],
  ['eventid=%27--', 'eventid'],
];
for (const [query, parameter] of REFUSED)
  test(`/apiv2/event/filter?${query} names ${parameter}`, async () => {
    const response = await gateway.get(`/apiv2/event/filter?${query}`);
    const body = (await response.json()) as { parameter: string };
    assert.deepEqual([response.status, body.parameter], [400, parameter === 'starttime' ? 'start' : parameter]);
  });

test("AFAD's circle is in metres", async () => {
  const base = 'start=2026-05-10&end=2026-06-01';
  const [first] = await afad(base);
  const near = await afad(`${base}&lat=${first!['latitude'] as string}&lon=${first!['longitude'] as string}&maxrad=1`);
  assert.ok(near.some((row) => row['eventID'] === first!['eventID']) && near.length < (await afad(base)).length);
});
