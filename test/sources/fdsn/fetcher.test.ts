import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, formatInstant, HOUR, MINUTE, parseInstant, type EpochMs } from '#core/time.ts';
import { fdsnFeed } from '../../../generator/sources/fdsn/agencies.ts';
import { fdsnFetcher } from '../../../generator/sources/fdsn/fetcher.ts';
import { REGION } from '#core/region.ts';
import { readParsed } from '../../../generator/sources/reader/perform.ts';
import { all, fakeClient, fetchSession } from '../../support/fetch-session.ts';

const feed = fdsnFeed('emsc');
const NOW = parseInstant('2026-03-15T12:00:00Z')!;
const place = { base: 'http://feed.test', region: REGION };

const HEADER =
  '#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|x|y\n';
const textOf = (times: readonly EpochMs[]): string =>
  HEADER + times.map((time) => `e${time / MINUTE}|${formatInstant(time).slice(0, -1)}|38|30|5|||||ML|2||x\n`).join('');

/** One event a minute in the days before NOW. */
function service(days: number) {
  const times = Array.from({ length: days * 1440 }, (_, index) => NOW - days * DAY + index * MINUTE);
  return fakeClient(({ searchParams }) => {
    const [from, to] = ['starttime', 'endtime'].map((name) => parseInstant(`${searchParams.get(name)!}Z`)!);
    if (searchParams.has('updatedafter')) return HEADER;
    return textOf(times.filter((time) => time >= from! && time <= to!).slice(0, Number(searchParams.get('limit'))));
  });
}

const session = (client: Parameters<typeof fetchSession>[0]) => ({
  ...fetchSession(client),
  parse: async (bytes: Uint8Array) => readParsed(bytes, { as: feed.name }, { knownTime: () => undefined }),
});

test('a window is read in pages by time, and each page covers its part of it', async () => {
  const { client, requests } = service(1);
  const fetcher = fdsnFetcher({ feed, format: 'text', hasLimit: true, hasUpdatedAfter: false }, place);
  const pages = await all(fetcher.fetch({ from: NOW - DAY, to: NOW }, session(client)));
  assert.deepEqual(
    requests.map(({ pathname, searchParams }) => [pathname, searchParams.get('starttime'), searchParams.get('limit')]),
    [
      ['/fdsnws/event/1/query', '2026-03-14T12:00:00', '1000'],
      ['/fdsnws/event/1/query', '2026-03-15T04:39:00', '1000'],
    ],
  );
  assert.deepEqual(
    ['minlatitude', 'maxlatitude', 'minlongitude', 'maxlongitude', 'orderby', 'format'].map((name) =>
      requests[0]!.searchParams.get(name),
    ),
    ['32', '46', '22', '50', 'time-asc', 'text'],
  );
  assert.equal(pages[0]!.coverage!.to, parseInstant('2026-03-15T04:39:00Z')! - 1);
  assert.equal(pages[1]!.coverage!.to, NOW);
});

test('once a window was read completely, only changes are requested, for a day', async () => {
  const { client, requests } = service(1);
  const fetcher = fdsnFetcher({ feed, format: 'text', hasLimit: true, hasUpdatedAfter: true }, place);
  const one = session(client);
  const poll = async (now: EpochMs, from = now - 2 * DAY): Promise<(string | null)[]> => {
    const before = requests.length;
    const pages = await all(fetcher.fetch({ from, to: now }, one));
    const asked = requests.slice(before).map(({ searchParams }) => searchParams.get('updatedafter'));
    if (asked[0]) assert.deepEqual([pages[0]!.coverage, pages[0]!.window], [null, undefined]);
    return asked;
  };
  assert.deepEqual(await poll(NOW), [null, null]);
  assert.deepEqual(await poll(NOW + HOUR), ['2026-03-15T11:50:00']);
  assert.deepEqual(await poll(NOW + 2 * HOUR), ['2026-03-15T12:50:00']);
  // Older times than were read, and the day's complete reading.
  assert.deepEqual(await poll(NOW + 2 * HOUR + MINUTE, NOW - 14 * DAY), [null, null]);
  assert.equal((await poll(NOW + 27 * HOUR))[0], null);
  assert.deepEqual(await poll(NOW + 28 * HOUR), ['2026-03-16T14:50:00']);
});

test('a reading that failed is repeated completely', async () => {
  let fails = true;
  const { client } = fakeClient(() => {
    if (fails) throw new Error('down');
    return HEADER;
  });
  const fetcher = fdsnFetcher({ feed, format: 'text', hasLimit: true, hasUpdatedAfter: true }, place);
  const one = session(client);
  await assert.rejects(all(fetcher.fetch({ from: NOW - DAY, to: NOW }, one)));
  fails = false;
  const [page] = await all(fetcher.fetch({ from: NOW - DAY, to: NOW }, one));
  assert.ok(!page!.name.includes('updatedafter'));
});

test('a service without a limit is asked for whole months', async () => {
  const { client, requests } = fakeClient(() => '');
  const fetcher = fdsnFetcher({ feed, format: 'xml', hasLimit: false, hasUpdatedAfter: false }, place);
  await all(fetcher.fetch({ from: NOW - 30 * DAY, to: NOW }, session(client)));
  assert.deepEqual(
    requests.map(({ searchParams }) => [searchParams.get('starttime'), searchParams.get('limit')]),
    [
      ['2026-02-13T12:00:00', null],
      ['2026-03-01T00:00:00', null],
    ],
  );
});
