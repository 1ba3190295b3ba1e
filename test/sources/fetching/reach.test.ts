/** Where a feed may lead: real servers on 127.0.0.1 and 127.0.0.2, of which the second one is the secret. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createFeedClient, type FeedClientOptions } from '../../../generator/sources/fetching/client.ts';
import { isPublicAddress } from '#http/address-guard.ts';
import { Reach } from '../../../generator/sources/fetching/reach.ts';
import { feedAddresses, reachOf } from '../../../generator/sources/registry.ts';
import type { FeedClient } from '../../../generator/sources/feed.ts';
import { failsWith, mirrorsOf, textOf } from '../../support/feed-client.ts';

const AGENCY_ADDRESSES = feedAddresses({});

interface FeedServer {
  /** Port of the feed's server on 127.0.0.1, which redirects every path to `target` and answers `/end` itself. */
  port: number;
  target: string;
  requests: string[];
  /** Requests that reached 127.0.0.2, at the same port. */
  leaked: string[];
}

async function feedServer(t: TestContext): Promise<FeedServer> {
  const state: FeedServer = { port: 0, target: '', requests: [], leaked: [] };
  const feed = createServer((request, response) => {
    state.requests.push(`${request.headers.host}${request.url}`);
    response.setHeader('connection', 'close');
    if (request.url === '/end') return void response.end('the list');
    return void response.writeHead(302, { location: state.target }).end();
  });
  const secret = createServer((request, response) => {
    state.leaked.push(request.url!);
    response.end('{"internal":"secret"}');
  });
  const listen = (server: typeof feed, port: number, host: string): Promise<void> =>
    new Promise((resolve) => server.listen(port, host, resolve));
  await listen(feed, 0, '127.0.0.1');
  state.port = (feed.address() as AddressInfo).port;
  await listen(secret, state.port, '127.0.0.2');
  t.after(() => {
    for (const server of [feed, secret]) {
      server.closeAllConnections();
      server.close();
    }
  });
  return state;
}

const clientOf = (options: Partial<FeedClientOptions>): FeedClient =>
  createFeedClient({ userAgent: 'hiposantr-test/1', retries: 0, timeoutMs: 5000, ...options });

/** Gives these addresses in turn, the last one again and again. */
function resolving(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (host, _options, answer) => {
    const addresses = answers[Math.min(asked.push(host), answers.length) - 1]!;
    answer(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  };
  return { asked, lookup };
}

/** As if 127.0.0.1 were an address of the public internet, and 127.0.0.2 were not. */
const agencyReach = (port: number): Reach =>
  new Reach(
    [{ owner: 'agency', address: `http://www.agency.test:${port}`, domains: ['agency.test'] }],
    (address) => address === '127.0.0.1',
  );

const ELSEWHERE = [
  ...['http://127.0.0.2:PORT/', 'http://127.2:PORT/', 'http://0x7f000002:PORT/', 'http://2130706434:PORT/'],
  ...['http://localhost:PORT/', 'http://127.0.0.1:1/', 'http://[::1]:PORT/', 'http://[::ffff:127.0.0.2]:PORT/'],
  ...['http://[64:ff9b::7f00:2]:PORT/', 'http://0.0.0.0:PORT/', 'http://10.0.0.1/', 'http://192.168.1.1/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://100.64.0.1/', 'http://224.0.0.1/', 'http://[fe80::1]/'],
  ...['http://metadata.google.internal/', 'http://example.com/', 'http://user:word@127.0.0.1:PORT/end'],
];

test('a mirror on loopback is read, and leads nowhere else', async (t) => {
  const feed = await feedServer(t);
  const base = `http://127.0.0.1:${feed.port}`;
  const client = clientOf({ reach: mirrorsOf(base) });
  feed.target = `${base}/end`;
  assert.equal(textOf(await client.get(`${base}/list`)), 'the list');
  const before = feed.requests.length;
  for (const target of ELSEWHERE) {
    feed.target = target.replace('PORT', String(feed.port));
    await assert.rejects(
      client.get(`${base}/list`),
      failsWith(/redirected to \S+, (?:which is not|with a user)/),
      target,
    );
  }
  assert.deepEqual(feed.leaked, []);
  assert.equal(feed.requests.length - before, ELSEWHERE.length, 'each is one request to the mirror itself');
});

test('an address that no setting names is not requested unless it is public', async (t) => {
  const feed = await feedServer(t);
  const { lookup } = resolving(['127.0.0.2']);
  for (const reach of [new Reach([]), reachOf(AGENCY_ADDRESSES)])
    for (const host of ['127.0.0.2', '127.0.0.1', 'www.koeri.boun.edu.tr'])
      await assert.rejects(
        clientOf({ reach, lookup }).get(`http://${host}:${feed.port}/end`),
        failsWith(/the public internet$/),
      );
  assert.deepEqual([feed.requests, feed.leaked], [[], []]);
});

test('an agency redirects within its domain, and nowhere else', async (t) => {
  const feed = await feedServer(t);
  const client = clientOf({ reach: agencyReach(feed.port), ...resolving(['127.0.0.1']) });
  const from = `http://www.agency.test:${feed.port}/list`;
  for (const host of ['api.agency.test', 'agency.test', 'WWW.Agency.TEST']) {
    feed.target = `http://${host}:${feed.port}/end`;
    assert.equal(textOf(await client.get(from)), 'the list', host);
  }
  for (const host of ['evilagency.test', 'agency.test.evil.test', 'other.test', 'api.agency.test.']) {
    feed.target = `http://${host}:${feed.port}/end`;
    await assert.rejects(client.get(from), failsWith(/which is not a host of this feed/), host);
  }
});

test('AFAD may redirect to its service network, as it does', async () => {
  const { asked, lookup } = resolving(['127.0.0.1']);
  const client = clientOf({
    reach: reachOf(AGENCY_ADDRESSES),
    lookup,
    exchange: ({ url }) => {
      asked.push(url.host);
      const headers = new Headers({ location: 'https://servisnet.afad.gov.tr/apigateway/deprem/apiv2/event/filter' });
      return Promise.resolve({ status: asked.length === 1 ? 302 : 200, headers, body: null });
    },
  });
  await client.get('https://deprem.afad.gov.tr/apiv2/event/filter');
  assert.deepEqual(asked, ['deprem.afad.gov.tr', 'servisnet.afad.gov.tr']);
});

test('a name that resolves to a private address is not connected to, at any step', async (t) => {
  const feed = await feedServer(t);
  const reach = agencyReach(feed.port);
  const from = `http://www.agency.test:${feed.port}/list`;
  feed.target = `http://api.agency.test:${feed.port}/end`;
  const refused = failsWith(/agency\.test: the host has no address on the public internet$/);
  await assert.rejects(clientOf({ reach, ...resolving(['127.0.0.2']) }).get(from), refused);
  assert.deepEqual(feed.requests, []);
  const second = resolving(['127.0.0.1'], ['127.0.0.2', '::1']);
  await assert.rejects(clientOf({ reach, ...second }).get(from), refused);
  assert.deepEqual([feed.requests.length, feed.leaked], [1, []]);
});

test('a name that resolves otherwise each time is connected to only where it was judged', async (t) => {
  const feed = await feedServer(t);
  const rebinding = resolving(['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2', '127.0.0.1']);
  const client = clientOf({ reach: agencyReach(feed.port), ...rebinding });
  const url = `http://www.agency.test:${feed.port}/end`;
  const outcomes: string[] = [];
  for (let request = 0; request < 5; request += 1)
    outcomes.push(await client.get(url).then(textOf, (error: Error) => error.message.replace(/^.*: /, '')));
  const refused = 'the host has no address on the public internet';
  assert.deepEqual(outcomes, ['the list', refused, 'the list', refused, 'the list']);
  assert.equal(rebinding.asked.length, 5, 'one resolution for a connection: none to judge and another to connect');
  assert.deepEqual(feed.leaked, []);
});

test('https is not left for http', async () => {
  const asked: string[] = [];
  const client = clientOf({
    reach: reachOf(AGENCY_ADDRESSES),
    exchange: ({ url }) => {
      asked.push(url.href);
      const headers = new Headers({ location: 'http://earthquake.usgs.gov/list' });
      return Promise.resolve({ status: 302, headers, body: null });
    },
  });
  await assert.rejects(
    client.get('https://earthquake.usgs.gov/list'),
    failsWith(/redirected to http:\/\/earthquake\.usgs\.gov, which is not encrypted$/),
  );
  assert.equal(asked.length, 1);
});

test("an agency's own host set as an address is no mirror: its name may not lead into a private network", () => {
  const reach = reachOf(
    new Map([...AGENCY_ADDRESSES, ['kandilli', 'https://www.koeri.boun.edu.tr'], ['afad', 'http://10.0.0.7:8080']]),
  );
  const isMirror = (url: string): boolean => reach.start(new URL(url)).isMirror;
  assert.equal(isMirror('https://www.koeri.boun.edu.tr/scripts/lst0.asp'), false);
  assert.equal(isMirror('http://10.0.0.7:8080/apiv2/event/filter'), true);
  assert.throws(() => isMirror('http://10.0.0.7:9090/'), /not on the public internet/);
  assert.ok(!isPublicAddress('10.0.0.7'));
});
