import assert from 'node:assert/strict';
import test from 'node:test';
import { type EpochMs, formatSecond, HOUR, parseCivil } from '#core/time.ts';
import { afadFetcher } from '../../generator/sources/afad/agency.ts';
import { FeedHttpError } from '../../generator/sources/fetching/errors.ts';
import { gcmtFetcher } from '../../generator/sources/gcmt/source.ts';
import { type FeedClient, FeedUnavailable, type Fetcher } from '../../generator/sources/feed.ts';
import { usgsFetcher } from '../../generator/sources/usgs/agency.ts';
import { all, fakeClient, type FetchedPage, fetchSession } from '../support/fetch-session.ts';

const REGION = { south: 32, north: 46, west: 22, east: 50 };
const BASE = 'http://feed.test';

const at = (text: string): EpochMs => parseCivil(text)!;

const fetchAll = (fetcher: Fetcher, client: FeedClient, from: string, to: string): Promise<FetchedPage[]> =>
  all(fetcher.fetch({ from: at(from), to: at(to) }, fetchSession(client)));

const afadEvent = (eventID: string, time: EpochMs): object => ({
  eventID,
  date: formatSecond(time).replace(' ', 'T'),
  latitude: '38',
  longitude: '27',
});

/**
 * A synthetic AFAD with one event a minute from 2024-01-30, which answers as documented.
 */
function afadWith(count: number, start = '2024-01-30 00:00:00') {
  const events = Array.from({ length: count }, (_, index) => at(start) + index * 60_000);
  return (url: URL): string => {
    const [from, to] = ['start', 'end'].map((name) => parseCivil(url.searchParams.get(name)!)!);
    const page = events.filter((time) => time >= from! && time <= to!).slice(0, Number(url.searchParams.get('limit')));
    return JSON.stringify(page.map((time) => afadEvent(String(time), time)));
  };
}

test('AFAD is requested month by month, in UTC, within the region', async () => {
  const { client, requests } = fakeClient(afadWith(10));
  const pages = await fetchAll(
    afadFetcher({ base: BASE, region: REGION }),
    client,
    '2024-01-15 10:00:00',
    '2024-03-02 12:00:00',
  );
  const windows = requests.map((url) => `${url.searchParams.get('start')} ${url.searchParams.get('end')}`);
  assert.deepEqual(windows, [
    '2024-01-15T10:00:00 2024-02-01T00:00:00',
    '2024-02-01T00:00:00 2024-03-01T00:00:00',
    '2024-03-01T00:00:00 2024-03-02T12:00:00',
  ]);
  const [first] = requests;
  assert.equal(`${first!.origin}${first!.pathname}`, `${BASE}/apiv2/event/filter`);
  assert.deepEqual(
    ['minlat', 'maxlat', 'minlon', 'maxlon', 'limit'].map((name) => first!.searchParams.get(name)),
    ['32', '46', '22', '50', '1000'],
  );
  assert.deepEqual(
    pages.map((page) => page.coverage?.to),
    [at('2024-01-31 23:59:59') + 999, at('2024-02-29 23:59:59') + 999, at('2024-03-02 12:00:00')],
  );
});

test('a full page is followed from its last row on, and the pages together cover the window', async () => {
  const { client, requests } = fakeClient(afadWith(2500));
  const pages = await fetchAll(
    afadFetcher({ base: BASE, region: REGION }),
    client,
    '2024-01-01 00:00:00',
    '2024-01-31 23:59:59',
  );
  const rows = pages.flatMap((page) => JSON.parse(new TextDecoder().decode(page.bytes)) as { eventID: string }[]);
  assert.equal(requests.length, 3);
  assert.equal(new Set(rows.map((row) => row.eventID)).size, 2500);
  let covered = at('2024-01-01 00:00:00') - 1;
  for (const { coverage } of pages) {
    assert.ok(coverage && coverage.from <= covered + 1, 'no gap');
    covered = coverage.to;
  }
  assert.equal(covered, at('2024-01-31 23:59:59'));
});

const WITHOUT_COVERAGE: [string, string][] = [
  ['a body of no bytes', ''],
  ['an error page', '<html>Bakım</html>'],
  ['truncated JSON', '[{"eventID":"1"'],
  ['a row that cannot be read', '[{"eventID":"1","date":"2024-01-02T00:01:39"}]'],
  ['rows from outside the window', JSON.stringify([afadEvent('1', at('1999-08-17 00:01:39'))])],
];

for (const [name, body] of WITHOUT_COVERAGE) {
  test(`${name} is passed on but without coverage`, async () => {
    const { client, requests } = fakeClient(() => body);
    const pages = await fetchAll(
      afadFetcher({ base: BASE, region: REGION }),
      client,
      '2024-01-01 00:00:00',
      '2024-01-31 00:00:00',
    );
    assert.deepEqual([requests.length, pages.length, pages[0]!.coverage], [1, 1, null]);
  });
}

test('a server that always returns the same full page is abandoned', async () => {
  const same = afadWith(1000);
  const fixed = same(new URL(`${BASE}/?start=2024-01-01T00:00:00&end=2024-02-01T00:00:00&limit=1000`));
  for (const body of [fixed, JSON.stringify((JSON.parse(fixed) as object[]).reverse())]) {
    const { client, requests } = fakeClient(() => body);
    const run = fetchAll(
      afadFetcher({ base: BASE, region: REGION }),
      client,
      '2024-01-01 00:00:00',
      '2024-01-31 00:00:00',
    );
    await assert.rejects(run, /does not advance in time/);
    assert.ok(requests.length <= 2);
  }
});

test('documents before a failure are kept', async () => {
  const pages: FetchedPage[] = [];
  const answer = afadWith(10);
  const { client } = fakeClient((url) => {
    if (url.searchParams.get('start')!.startsWith('2024-02')) throw new FeedUnavailable('timed out');
    return answer(url);
  });
  await assert.rejects(async () => {
    const window = { from: at('2024-01-01 00:00:00'), to: at('2024-03-01 00:00:00') };
    for await (const page of afadFetcher({ base: BASE, region: REGION }).fetch(window, fetchSession(client)))
      pages.push(page);
  }, FeedUnavailable);
  assert.equal(pages.length, 1);
});

const emptyCollection = '{"type":"FeatureCollection","metadata":{"status":200},"features":[]}';

test('USGS is requested year by year, deleted events included', async () => {
  const { client, requests } = fakeClient(() => emptyCollection);
  const pages = await fetchAll(
    usgsFetcher({ base: BASE, region: REGION }),
    client,
    '2022-06-01 00:00:00',
    '2024-01-01 00:00:00',
  );
  assert.deepEqual(
    requests.map((url) => url.searchParams.get('starttime')),
    ['2022-06-01T00:00:00Z', '2023-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
  );
  const [first] = requests;
  assert.deepEqual(
    ['format', 'includedeleted', 'orderby', 'limit', 'minlatitude', 'maxlongitude'].map((name) =>
      first!.searchParams.get(name),
    ),
    ['geojson', 'true', 'time-asc', '10000', '32', '50'],
  );
  assert.deepEqual(
    pages.map((page) => page.coverage?.minMagnitude),
    [null, null, null],
  );
});

test('a full page of the USGS is continued', async () => {
  const events = Array.from({ length: 20_500 }, (_, index) => at('2023-02-06 00:00:00') + index * 1000);
  const { client, requests } = fakeClient((url) => {
    const from = parseCivil(url.searchParams.get('starttime')!.slice(0, -1))!;
    const features = events
      .filter((time) => time >= from)
      .slice(0, 20_000)
      .map((time) => ({ id: `us${time}`, properties: { time }, geometry: { coordinates: [37, 38, 5] } }));
    return JSON.stringify({ type: 'FeatureCollection', metadata: {}, features });
  });
  const pages = await fetchAll(
    usgsFetcher({ base: BASE, region: REGION }),
    client,
    '2023-01-01 00:00:00',
    '2023-12-31 00:00:00',
  );
  assert.deepEqual([requests.length, pages[0]!.coverage!.to], [2, events[19_999]! - 1]);
});

const pathsOf = (requests: URL[]): string[] => requests.map((url) => url.pathname);

test('GCMT is requested for the main file, the months and the quick solutions', async () => {
  const { client, requests } = fakeClient(() => 'x');
  await fetchAll(gcmtFetcher({ base: BASE }), client, '2020-12-15 00:00:00', '2021-02-10 00:00:00');
  assert.deepEqual(pathsOf(requests), [
    '/jan76_dec20.ndk',
    '/NEW_MONTHLY/2021/jan21.ndk',
    '/NEW_MONTHLY/2021/feb21.ndk',
    '/NEW_QUICK/qcmt.ndk',
  ]);
});

test('a GCMT month not yet published is no failure, a missing old one or a dead server is', async () => {
  const missing = (month: string, error: Error) =>
    fakeClient((url) => {
      if (url.pathname.includes(month)) throw error;
      return 'x';
    });
  const run = (client: FeedClient) =>
    fetchAll(gcmtFetcher({ base: BASE }), client, '2024-01-01 00:00:00', '2025-03-31 00:00:00');
  const recent = missing('jan25', new FeedHttpError('HTTP 404', 404));
  await run(recent.client);
  assert.deepEqual(pathsOf(recent.requests).slice(-2), ['/NEW_MONTHLY/2025/jan25.ndk', '/NEW_QUICK/qcmt.ndk']);
  await assert.rejects(run(missing('feb24', new FeedHttpError('HTTP 404', 404)).client), /404/);
  const dead = missing('jan25', new FeedUnavailable('timed out'));
  await assert.rejects(run(dead.client), /timed out/);
  assert.equal(pathsOf(dead.requests).at(-1), '/NEW_QUICK/qcmt.ndk');
});

test('windows of less than a second and of no length are requested once', async () => {
  const { client, requests } = fakeClient(() => '[]');
  const time = at('2024-05-01 00:00:00');
  const window = { from: time, to: time };
  assert.equal((await all(afadFetcher({ base: BASE, region: REGION }).fetch(window, fetchSession(client)))).length, 1);
  assert.equal(
    (
      await all(
        afadFetcher({ base: BASE, region: REGION }).fetch({ from: time, to: time - HOUR }, fetchSession(client)),
      )
    ).length,
    0,
  );
  assert.equal(requests.length, 1);
});
