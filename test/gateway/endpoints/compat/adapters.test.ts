/** The adapters as the applications read them that are written for the other services. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provinceWithCode } from '#core/provinces.ts';
import { DAY } from '#core/time.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { AS_OF } from '../../../support/synthetic-earthquakes.ts';

const dataset = syntheticDataset();
const gateway = testGateway(dataset.files);

const solutionsOf = (agency: string) =>
  dataset.earthquakes
    .flatMap(({ eventId, provinceCode, solutions }) =>
      solutions.map((solution) => ({ record: eventId, provinceCode, solution })),
    )
    .filter(({ solution }) => solution.agency === agency && solution.magnitudes.length > 0);

/** As the applications do: the local time is read with the zone's fixed offset since September 2016. */
const ofLocal = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+03:00`);
const second = (time: number): number => Math.floor(time / 1000) * 1000;

interface Row {
  _id: string;
  earthquake_id: string;
  provider: string;
  title: string;
  date: string;
  date_time: string;
  mag: number;
  depth: number | null;
  geojson: { type: string; coordinates: [number, number] };
  created_at: number;
  location_properties: {
    closestCity: { name: string; cityCode: number; distance: number };
    closestCities: { cityCode: number }[];
    epiCenter: { name: string; cityCode: number };
  };
}

interface Answer {
  status: boolean;
  httpStatus: number;
  desc: string;
  metadata: { date_starts: string; date_ends: string; count: number };
  result: Row[];
}

const kandilli = async (path: string): Promise<Answer> => (await (await gateway.get(path)).json()) as Answer;

for (const agency of ['kandilli', 'afad'] as const)
  test(`/deprem/${agency}/archive gives the agency's own solutions of local days`, async () => {
    const expected = solutionsOf(agency)
      .filter(
        ({ solution: { time } }) => time >= ofLocal('2026-05-10 00:00:00') && time < ofLocal('2026-06-01 00:00:00'),
      )
      .toSorted((a, b) => b.solution.time - a.solution.time);
    assert.ok(expected.length > 20);
    const path = `/deprem/${agency}/archive?date=2026-05-10&date_end=2026-05-31&limit=1000`;
    const { status, httpStatus, desc, metadata, result } = await kandilli(path);
    assert.deepEqual([status, httpStatus, desc], [true, 200, '']);
    assert.deepEqual(metadata, {
      date_starts: '2026-05-10 00:00:00',
      date_ends: '2026-05-31 23:59:59',
      count: expected.length,
      total: expected.length,
    });
    assert.deepEqual(
      result.map((row) => [row.earthquake_id, row.provider, ofLocal(row.date_time), row.mag, row.depth]),
      expected.map(({ record, solution }) => [
        ...[record, agency, second(solution.time), solution.magnitudes[0]!.value, solution.depthKm ?? 0],
      ]),
    );
    for (const [index, { solution, provinceCode }] of expected.entries()) {
      const { geojson, date, date_time: local, location_properties: near, created_at: made } = result[index]!;
      // Theirs makes it of the row's time.
      assert.equal(made * 1000, second(solution.time));
      assert.deepEqual(geojson, { type: 'Point', coordinates: [solution.longitude, solution.latitude] });
      assert.equal(date, local.replaceAll('-', '.'));
      const old = result[index] as unknown as Record<string, unknown>;
      assert.deepEqual(
        ['lat', 'lng', 'lokasyon', 'date_stamp', 'date_day', 'date_hour', 'timestamp'].map((name) => old[name]),
        [
          ...[solution.latitude, solution.longitude, result[index]!.title, local.slice(0, 10), local.slice(0, 10)],
          ...[local.slice(11), String(second(solution.time) / 1000)],
        ],
      );
      assert.equal(near.closestCities.length, 5);
      assert.deepEqual(near.closestCities[0], near.closestCity);
      assert.ok(near.closestCities.every(({ cityCode }) => cityCode !== near.epiCenter.cityCode));
      const province = provinceWithCode(provinceCode);
      assert.deepEqual(
        [near.epiCenter.name, near.epiCenter.cityCode],
        province ? [province.name, Number(province.code)] : ['?', -1],
      );
    }
    const ids = result.map(({ _id }) => _id);
    assert.ok(ids.every((id) => /^[0-9a-f]{24}$/.test(id)) && new Set(ids).size === ids.length);
    const other = await kandilli(path.replace(agency, agency === 'afad' ? 'kandilli' : 'afad'));
    assert.ok(other.result.every(({ _id }) => !ids.includes(_id)));
    const page = await kandilli(`${path}&skip=3&limit=4`.replace('&limit=1000', ''));
    assert.deepEqual(page.result, result.slice(3, 7));
  });

test('live is the last 24 hours', async () => {
  const { result, metadata } = await kandilli('/deprem/kandilli/live?limit=5000');
  const expected = solutionsOf('kandilli').filter(({ solution: { time } }) => time >= AS_OF - DAY);
  assert.equal(metadata.count, result.length);
  assert.deepEqual(
    new Set(result.map((row) => row.earthquake_id)),
    new Set(expected.filter(({ solution: { time } }) => time <= AS_OF + 60_000).map(({ record }) => record)),
  );
});

const HOUR = 3_600_000;

test('archive: from a day until now, the last 24 hours, until a day', async () => {
  const days = 'date=2026-05-10&date_end=2026-05-31';
  const [all, some] = await Promise.all(
    ['date=2026-05-10', days].map((query) => kandilli(`/deprem/kandilli/archive?limit=5000&${query}`)),
  );
  assert.ok(all!.result.length > some!.result.length);
  assert.deepEqual(all!.result.slice(-some!.result.length), some!.result);
  const [first, now] = [ofLocal(all!.metadata.date_starts), ofLocal(all!.metadata.date_ends)];
  assert.deepEqual([first, now >= AS_OF], [ofLocal('2026-05-10 00:00:00'), true]);
  const { metadata, result } = await kandilli('/deprem/kandilli/archive');
  assert.equal(ofLocal(metadata.date_ends) - ofLocal(metadata.date_starts), DAY + 59_000);
  assert.deepEqual(result, (await kandilli('/deprem/kandilli/live')).result);
  // From midnight of a day that is over, or from 24 hours ago.
  const until = (day: number) =>
    kandilli(`/deprem/kandilli/archive?date_end=${new Date(day).toISOString().slice(0, 10)}`);
  const today = await until(AS_OF + 3 * HOUR);
  assert.equal(ofLocal(today.metadata.date_starts), second(Math.floor(AS_OF / 60_000) * 60_000 - DAY));
  assert.match((await until(AS_OF - 3 * DAY)).metadata.date_starts, / 00:00:00$/);
  const future = await kandilli('/deprem/kandilli/archive?date=2999-01-01');
  assert.deepEqual([future.status, future.result], [true, []]);
});

test('a day without an earthquake, and dates before the zone had its present offset', async () => {
  const empty = await kandilli('/deprem/kandilli/archive?date=1950-07-01&date_end=1950-07-01');
  assert.deepEqual([empty.status, empty.result, empty.metadata.count], [true, [], 0]);
  const end = await kandilli('/deprem/kandilli/archive?date_end=1950-07-01');
  assert.equal(end.metadata.date_starts, '1950-07-01 00:00:00');
  const summer = await gateway.get('/deprem/kandilli/archive?date=2014-07-01');
  assert.equal(((await summer.json()) as Answer).metadata.date_starts, '2014-07-01 00:00:00');
});

const WRONG = [
  'date=2026-02-30',
  'date=1.6.2026',
  'date=2026-06-02&date_end=2026-06-01',
  'limit=0',
  'skip=-1',
  'limit=x',
];
for (const query of WRONG)
  test(`/deprem/kandilli/archive?${query} is refused in the shape of that API`, async () => {
    const response = await gateway.get(`/deprem/kandilli/archive?${query}`);
    const { status, httpStatus, desc, result } = (await response.json()) as Answer;
    assert.deepEqual([response.status, status, httpStatus, result], [400, false, 400, []]);
    assert.match(desc, new RegExp(/^\w+/.exec(query)![0]));
  });

test('an adapter that is off is not there', async () => {
  const { get } = testGateway(dataset.files, { compatible: ['afad'] });
  assert.equal((await get('/deprem/kandilli/live')).status, 404);
  assert.equal((await get('/apiv2/event/filter?start=2026-05-10&end=2026-05-11')).status, 200);
});
