import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, parseCivil } from '#core/time.ts';
import { kandilliLiveFetcher } from '../../../generator/sources/kandilli/live-fetcher.ts';
import type { FeedClient } from '../../../generator/sources/feed.ts';
import { fetchSession } from '../../support/fetch-session.ts';
import { livePage, ROWS } from '../../support/kandilli-page.ts';
import { windows1254 } from '../../support/kandilli-xml.ts';

/** A client that answers from a table and records the requests. */
function tableClient(pages: Record<string, string>): FeedClient & { requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    get: (url) => {
      requests.push(url);
      return Promise.resolve({
        status: 200,
        headers: new Headers(),
        bytes: windows1254(pages[new URL(url).pathname]!),
      });
    },
  };
}

const utc = (text: string): number => parseCivil(text)!;

test('the fetcher requests longer lists only as far as the window needs', async () => {
  const pages = {
    '/scripts/lst0.asp': livePage(),
    '/scripts/lst4.asp': livePage({ rows: [...ROWS, ROWS[2]!.replace('2026.09.16', '2026.09.11')] }),
    '/scripts/lst9.asp': livePage({ rows: [...ROWS, ROWS[2]!.replace('2026.09.16', '2026.09.01')] }),
  };
  const to = utc('2026-09-17 00:00:00');
  for (const [from, lists] of [
    ['2026-09-16 13:00:00', 1],
    ['2026-09-12 00:00:00', 2],
    ['2026-09-05 00:00:00', 3],
    ['2026-01-01 00:00:00', 3],
  ] as const) {
    const client = tableClient(pages);
    const names: string[] = [];
    for await (const document of kandilliLiveFetcher({ base: 'http://kandilli.test' }).fetch(
      { from: utc(from), to },
      fetchSession(client),
    ))
      names.push(document.name);
    assert.deepEqual(names, client.requests);
    assert.equal(names.length, lists, from);
  }
});

test('longer lists are read again after an hour, or when rows may have been missed', async () => {
  const pages = Object.fromEntries(['lst0', 'lst4', 'lst9'].map((list) => [`/scripts/${list}.asp`, livePage()]));
  const client = tableClient(pages);
  const session = fetchSession(client);
  const fetcher = kandilliLiveFetcher({ base: 'http://kandilli.test' });
  const requests = async (to: number): Promise<string[]> => {
    client.requests.splice(0);
    for await (const document of fetcher.fetch({ from: 0, to }, session)) assert.ok(document.name);
    return client.requests.map((url) => url.slice(-8, -4));
  };
  const now = utc('2026-09-17 00:00:00');
  assert.deepEqual(await requests(now), ['lst0', 'lst4', 'lst9']);
  for (let minute = 1; minute < 60; minute += 1) assert.deepEqual(await requests(now + minute * MINUTE), ['lst0']);
  assert.deepEqual(await requests(now + HOUR), ['lst0', 'lst4', 'lst9']);
  // The page's oldest row is newer than all rows seen before.
  pages['/scripts/lst0.asp'] = livePage({ rows: ROWS.map((row) => row.replace(/^\d{4}/, '2027')) });
  assert.deepEqual(await requests(now + HOUR + MINUTE), ['lst0', 'lst4', 'lst9']);
  // The clock was set back.
  assert.deepEqual(await requests(now - 100 * HOUR), ['lst0', 'lst4', 'lst9']);
});

test('an error page is passed on once, for its parser to refuse', async () => {
  const client = tableClient({ '/scripts/lst0.asp': '<html>bakim</html>' });
  const documents = [];
  for await (const document of kandilliLiveFetcher({ base: 'http://kandilli.test' }).fetch(
    { from: 0, to: 1 },
    fetchSession(client),
  ))
    documents.push(document);
  assert.equal(documents.length, 1);
});
