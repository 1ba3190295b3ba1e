import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as real from '../../../support/fdsn-dataset.ts';
import { assertError } from '../../../support/fdsn-error.ts';

const { get } = real;
const STATIONS = '/fdsnws/station/1/query';

interface Rows {
  [column: string]: string;
}

const STATION_COLUMNS = [
  'Network',
  'Station',
  'Latitude',
  'Longitude',
  'Elevation',
  'SiteName',
  'StartTime',
  'EndTime',
];

async function stations(query: string, body?: string): Promise<Rows[]> {
  const target = `${STATIONS}?format=text&${query}`;
  const response = body === undefined ? await get(target) : await real.app.request(target, { method: 'POST', body });
  if (response.status === 204) return [];
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const [head, ...rows] = text.trimEnd().split('\n');
  assert.equal(head, `#${STATION_COLUMNS.join('|')}`);
  return rows.map((row) => {
    assert.equal(row.split('|').length, STATION_COLUMNS.length, row);
    return Object.fromEntries(row.split('|').map((field, index) => [STATION_COLUMNS[index]!, field]));
  });
}

test('stations are found by codes with wildcards, by box and by circle', async () => {
  const all = await stations('');
  assert.equal(all.length, 484);
  const matching = (pattern: RegExp): number =>
    all.filter((row) => pattern.test(`${row['Network']}.${row['Station']}`)).length;
  for (const [query, pattern] of [
    ['net=KO', /^KO\./],
    ['network=T?', /^T.\./],
    ['net=KO,TU&sta=A*', /^(?:KO|TU)\.A/],
    ['sta=*B*', /\..*B/],
    ['sta=A?K*,BALB', /\.(?:A.K.*|BALB)$/],
    ['sta=*T', /T$/],
    ['net=ko&sta=balb&loc=--&cha=BH?', /^KO\.BALB$/],
    ['net=*&level=station&includerestricted=false&starttime=2020-01-01', /./],
    ['net=KO&level=station&endafter=now', /^KO\./],
    ['net=TU&starttime=now&endtime=NOW', /^TU\./],
  ] as const) {
    assert.ok(matching(pattern) > 0, query);
    assert.equal((await stations(query)).length, matching(pattern), query);
  }
  const box = await stations('minlat=40&maxlat=41&minlon=28&maxlon=30');
  assert.ok(box.length > 5 && box.every((row) => Number(row['Latitude']) >= 40 && Number(row['Longitude']) <= 30));
  const near = await stations('lat=40.5&lon=29&maxradius=1');
  assert.ok(near.length > 5 && near.length < all.length);
  assert.equal((await stations('lat=40.5&lon=29&minradius=1.0000001')).length + near.length, all.length);
  assert.deepEqual(await stations('net=XX'), []);
  assert.equal((await get(`${STATIONS}?net=XX&nodata=404`)).status, 404);
});

test('networks say how many stations they have', async () => {
  const text = await (await get(`${STATIONS}?level=network&format=text`)).text();
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map((row) => [row.split('|')[0], row.split('|').at(-1)]),
    [
      ['#Network', 'TotalStations'],
      ['KO', '277'],
      ['TK', '94'],
      ['TU', '113'],
    ],
  );
});

test('the POST body of the specification selects line by line', async () => {
  const body = 'level=station\nKO BALB * * 2020-01-01T00:00:00 *\nT? A* -- BH? * *\n';
  const due = [...(await stations('net=KO&sta=BALB')), ...(await stations('net=T?&sta=A*'))];
  const rows = await stations('', body);
  assert.deepEqual(new Set(rows.map((row) => row['Station'])), new Set(due.map((row) => row['Station'])));
  for (const wrong of ['KO BALB * *', 'KO BALB * * yesterday *', 'KO B-1 * * * *'])
    await assertError(await real.app.request(STATIONS, { method: 'POST', body: wrong }), 400);
});

test('channels and responses are no data; what is not offered is 400', async () => {
  for (const level of ['channel', 'response']) {
    assert.equal((await get(`${STATIONS}?level=${level}`)).status, 204);
    assert.equal((await get(`${STATIONS}?level=${level}&nodata=404`)).status, 404);
  }
  for (const query of [
    'includeavailability=true',
    'matchtimeseries=true',
    'updatedafter=2020-01-01',
    'net=K-O',
    'level=x',
  ])
    await assertError(await get(`${STATIONS}?${query}`), 400);
});
