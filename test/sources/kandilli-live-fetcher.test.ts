import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCivil } from '#core/time.ts';
import { kandilliLiveFetcher } from '../../generator/sources/kandilli-live.ts';
import type { FeedClient } from '../../generator/sources/report.ts';
import { livePage, ROWS } from '../support/kandilli-page.ts';
import { windows1254 } from '../support/kandilli-xml.ts';

/** A client that answers from a table and keeps what was asked. */
function tableClient(pages: Record<string, string>): FeedClient & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    get: (url) => {
      asked.push(url);
      return Promise.resolve({
        status: 200,
        headers: new Headers(),
        bytes: windows1254(pages[new URL(url).pathname]!),
      });
    },
  };
}

const utc = (text: string): number => parseCivil(text)!;

test('the fetcher asks for longer lists only as far as the window needs', async () => {
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
      client,
    ))
      names.push(document.name);
    assert.deepEqual(names, client.asked);
    assert.equal(names.length, lists, from);
  }
});

test('an error page is handed on once, for its reader to refuse', async () => {
  const client = tableClient({ '/scripts/lst0.asp': '<html>bakim</html>' });
  const documents = [];
  for await (const document of kandilliLiveFetcher({ base: 'http://kandilli.test' }).fetch({ from: 0, to: 1 }, client))
    documents.push(document);
  assert.equal(documents.length, 1);
});
