import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSecond, parseCivil } from '#core/time.ts';
import { REGION } from '#core/region.ts';
import { kandilliZeqdb } from '../../../generator/sources/kandilli/zeqdb.ts';
import { kandilliZeqdbFetcher } from '../../../generator/sources/kandilli/zeqdb-fetcher.ts';
import type { FeedClient, Parsed } from '../../../generator/sources/feed.ts';
import { fetchSession } from '../../support/fetch-session.ts';
import { windows1254 } from '../../support/kandilli-xml.ts';
import { ONE, zeqdbPage } from '../../support/kandilli-zeqdb.ts';

const SERVER = { base: 'http://kandilli.test', region: REGION };
const parseBytes = (bytes: Uint8Array): Parsed => kandilliZeqdb.parse(bytes, { knownTime: () => undefined });
const utc = (text: string): number => parseCivil(text)!;

/** A server that has `total` records in every day and lists no more than `most`. */
function cuttingClient(most: number, perDay: number): FeedClient & { requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    get: (url) => {
      const query = new URL(url).searchParams;
      const day = (letter: string): number =>
        utc(`${query.get(`${letter}Year`)}-${query.get(`${letter}Mont`)}-${query.get(`${letter}Day`)} 00:00:00`);
      const days = (day('e') - day('b')) / 86_400_000 + 1;
      requests.push(`${formatSecond(day('b')).slice(0, 10)}..${formatSecond(day('e')).slice(0, 10)}`);
      const records = Array.from({ length: Math.min(most, days * perDay) }, () => ONE);
      return Promise.resolve({
        status: 200,
        headers: new Headers(),
        bytes: windows1254(zeqdbPage(records, { found: days * perDay })),
      });
    },
  };
}

test('the fetcher requests quarters with the region in the query, newest first', async () => {
  const client = cuttingClient(4000, 1);
  const names: string[] = [];
  const window = { from: utc('2022-11-20 13:00:00'), to: utc('2023-04-02 05:00:00') };
  for await (const document of kandilliZeqdbFetcher(SERVER).fetch(window, fetchSession(client)))
    names.push(document.name);
  assert.deepEqual(client.requests, ['2023-04-01..2023-04-02', '2023-01-01..2023-03-31', '2022-11-20..2022-12-31']);
  assert.equal(names.length, 3);
  const query = new URL(names[0]!).searchParams;
  assert.deepEqual(
    ['EnMin', 'EnMax', 'BoyMin', 'BoyMax'].map((name) => query.get(name)),
    ['32', '46', '22', '50'],
  );
});

test('a truncated response is requested again in halves, each day once', async () => {
  const client = cuttingClient(40, 1);
  const spans: string[] = [];
  for await (const { name } of kandilliZeqdbFetcher(SERVER).fetch(
    { from: utc('2023-01-01 00:00:00'), to: utc('2023-03-31 23:00:00') },
    fetchSession(client),
  )) {
    const query = new URL(name).searchParams;
    spans.push(`${query.get('bMont')}-${query.get('bDay')}..${query.get('eMont')}-${query.get('eDay')}`);
  }
  assert.deepEqual(spans, ['03-09..03-31', '02-15..03-08', '01-23..02-14', '01-01..01-22']);
});

test('a day that is still truncated is passed on with its warning, not requested again', async () => {
  const client = cuttingClient(40, 100);
  let documents = 0;
  for await (const { bytes } of kandilliZeqdbFetcher(SERVER).fetch(
    { from: utc('2023-02-06 00:00:00'), to: utc('2023-02-07 23:00:00') },
    fetchSession(client),
  )) {
    assert.match(parseBytes(bytes).warnings.join(), /Bulunan: 100/);
    documents += 1;
  }
  assert.equal(documents, 2);
  assert.equal(client.requests.length, 3);
});
