/** What anybody may read of a failed feed: our words, no address of it, and nothing of an answer. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { DAY } from '#core/time.ts';
import { feedsOf } from '../../generator/catalog/documents/feed-states.ts';
import { statusFile } from '../../generator/outputs/status.ts';
import { pollFeed } from '../../generator/polling/poll.ts';
import { RawPages } from '../../generator/polling/raw-pages.ts';
import { recentFetchers } from '../../generator/sources/registry.ts';
import { replayServer } from '../support/replay-server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { pollContext } from '../support/test-schedule.ts';

const SECRET = '{"internal":"secret","key":"\u001b[31mAKIA"}';

async function serverOn(t: TestContext, host: string, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Polls AFAD at a server, and gives everything that came of it. */
async function polled(t: TestContext, listener: RequestListener) {
  const afad = `${await serverOn(t, '127.0.0.1', listener)}/mirror-of-mine`;
  const replay = await replayServer();
  const folder = temporaryFolder(t);
  const lines: string[] = [];
  const context = pollContext(replay, {
    now: Date.now,
    line: (text) => void lines.push(text),
    signal: new AbortController().signal,
    raw: new RawPages({ folder: join(folder, 'raw'), days: 1, bytes: 1e6, onFailure: assert.fail }),
  });
  context.addresses = new Map([...context.addresses, ['afad', afad]]);
  t.after(async () => {
    context.reader.close();
    context.db.close();
    await replay.close();
  });
  const fetcher = recentFetchers(context.addresses, context.region).find(({ feed }) => feed === 'afad-api')!;
  const now = Date.now();
  const outcome = await pollFeed(context, fetcher, { from: now - DAY / 24, to: now }, { retries: 0 });
  const { error, ...rest } = feedsOf(context.db, 'afad');
  const settings = { serviceName: 'x', baseUrl: 'http://quakes.example' };
  const source = { name: 'afad' as const, ...rest, error, lastEvent: null, gaps: [] };
  const status = statusFile({ dataset: 'x', minute: now, asOf: now, settings, agencies: AGENCIES, sources: [source] });
  return { afad, outcome, error, status, log: lines.join('\n'), raw: join(folder, 'raw') };
}

const assertPrivate = ({ afad, status }: Awaited<ReturnType<typeof polled>>): void => {
  for (const text of ['secret', 'AKIA', '127.0.0', 'mirror-of-mine', new URL(afad).port])
    assert.ok(!status.includes(text), `${text} in ${status}`);
};

test('a redirect to a private server is not followed: nothing of it is published or kept', async (t) => {
  let leaked = 0;
  const secret = await serverOn(t, '127.0.0.2', (_request, response) => {
    leaked += 1;
    response.end(SECRET);
  });
  const found = await polled(t, (_request, response) => response.writeHead(302, { location: `${secret}/key` }).end());
  assert.equal(found.outcome, 'down');
  assert.equal(leaked, 0);
  assert.equal(found.error, 'redirected to an address to which this feed may not lead');
  assertPrivate(found);
  assert.ok(!existsSync(found.raw), 'nothing in raw/');
  assert.ok(found.log.includes(`redirected to ${secret}, which is not a host of this feed`), found.log);
});

const FAILURES: [what: string, listener: RequestListener, reason: string, log: RegExp][] = [
  [
    'an answer of another kind',
    (_request, response) => response.end(SECRET.padEnd(5000, 'x')),
    'its answer could not be read',
    /not recognised: JSON of an unknown shape: .{1,60}$/,
  ],
  [
    'an error page with words of its own',
    (_request, response) => response.writeHead(500, 'secret reason').end(SECRET),
    'HTTP 500',
    /: HTTP 500$/,
  ],
  [
    'a coding with a name of its own',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'secret' }).end('x'),
    'an unknown Content-Encoding',
    /an unknown Content-Encoding secret/,
  ],
  [
    'an answer that is too large',
    (_request, response) => response.end(Buffer.alloc(5_000_000, ' ')),
    'the response is larger than 4194304 bytes',
    /the response is larger than 4194304 bytes$/,
  ],
  ['a connection that breaks', (request) => request.socket.destroy(), 'connection broken', /connection broken$/],
  [
    'an answer that is no HTTP',
    (request) => request.socket.end('secret secret\r\n\r\n'),
    'the request failed',
    /is down: /,
  ],
];

for (const [what, listener, reason, log] of FAILURES)
  test(`the public reads our words alone, the operator more: ${what}`, async (t) => {
    const found = await polled(t, listener);
    assert.deepEqual([found.outcome, found.error], ['down', reason]);
    assertPrivate(found);
    assert.match(found.log, log);
    assert.ok(found.log.includes(new URL(found.afad).host), 'the log names the host');
    assert.doesNotMatch(found.log, /[\u0000-\u0009\u000b-\u001f]/, 'no control characters');
    assert.ok(found.log.length < 600, found.log);
  });
