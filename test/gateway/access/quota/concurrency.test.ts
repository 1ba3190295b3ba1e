import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accountsPath } from '../../../../gateway/store/database.ts';
import { type PlanLimits, readPlanLimits } from '../../../../gateway/access/quota/limits.ts';
import { startServer } from '../../../../gateway/http/server.ts';
import { type ClientRequest, sendMany } from '../../../support/clients.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { countsOf, type TestMetering, testMetering } from '../../../support/metering.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const { files } = syntheticDataset({ count: 200 });
const folder = temporaryFolder({ after });

/** Without the uncounted limit, so that every 429 is by a limit under test. */
const lifted = (text: string): PlanLimits => readPlanLimits(`uncounted.burst=none,${text}`);

let number = 0;
async function serving(
  options: { limits?: PlanLimits; trustedProxies?: string[] },
  check: (url: string, metering: TestMetering) => Promise<void>,
): Promise<void> {
  const path = accountsPath(join(folder, String((number += 1))));
  const metering = testMetering({ path, limits: lifted(''), ...options });
  const { app, lines } = testGateway(files, { metering });
  const server = await startServer({ app, port: 0, host: undefined, log: (line) => void lines.push(line) });
  try {
    await check(`http://127.0.0.1:${server.port}`, metering);
    assert.deepEqual(
      lines.filter((line) => line.includes('fault')),
      [],
    );
  } finally {
    await server.stop(100);
    metering.db.close();
  }
}

const thousand = (url: string, connections: number, requestOf: (number: number) => ClientRequest) =>
  sendMany(url, { requests: 1000, connections, requestOf });

for (const connections of [1, 7, 250])
  test(`of 1,000 simultaneous requests over ${connections} connections exactly 60 succeed`, () =>
    serving({}, async (url, metering) => {
      assert.deepEqual(await thousand(url, connections, () => ({})), { 200: 60, 429: 940 });
      assert.deepEqual(await countsOf(metering, 'address:127.0.0.1'), { day_count: 60, minute_count: 60 });
    }));

test('without the burst limit exactly 100 succeed', () =>
  serving({ limits: lifted('free.burst=none') }, async (url, metering) => {
    assert.deepEqual(await thousand(url, 250, () => ({})), { 200: 100, 429: 900 });
    assert.deepEqual(await thousand(url, 20, () => ({})), { 429: 1000 });
    assert.equal((await countsOf(metering, 'address:127.0.0.1'))!.day_count, 100);
  }));

test('the keys of an account share one allowance, rotated and new ones too, and each account has its own', () =>
  serving({ limits: lifted('free.burst=none') }, async (url, { keys, usage }) => {
    const own = await Promise.all(Array.from({ length: 5 }, () => keys.issue('a', 'x')));
    own.push(await keys.rotate('a', own[0]!.id));
    const other = await keys.issue('b', 'y');
    const requestOf = (number: number): ClientRequest =>
      number % 2 === 0
        ? { headers: { Authorization: `Bearer ${number % 4 === 0 ? own[(number / 4) % own.length]!.key : other.key}` } }
        : { path: `/api.php?limit=1&api_key=${own[(number >> 1) % own.length]!.key}` };
    assert.deepEqual(await thousand(url, 50, requestOf), { 200: 200, 429: 800 });
    assert.equal((await usage.usageOf('a')).today, 100);
    assert.equal(
      (await usage.usageOf('a')).days.reduce((sum, { count }) => sum + count, 0),
      100,
    );
    assert.equal((await usage.usageOf('b')).today, 100);
    const newKey = await keys.issue('a', 'one more');
    assert.deepEqual(await sendMany(url, { requests: 5, connections: 1, requestOf: () => ({ headers: { Authorization: `Bearer ${newKey.key}` } }) }), { 429: 5 }); // prettier-ignore
    // Without a key the address has an allowance of its own.
    assert.deepEqual(await thousand(url, 50, () => ({})), { 200: 100, 429: 900 });
  }));

test('pro: no daily limit, 600 per minute', () =>
  serving({}, async (url, { keys, plans, usage }) => {
    const { key } = await keys.issue('a', 'x');
    await plans.grant('a', 'pro', { source: 'test' });
    const requestOf = () => ({ headers: { Authorization: `Bearer ${key}` } });
    assert.deepEqual(await thousand(url, 50, requestOf), { 200: 600, 429: 400 });
    assert.equal((await usage.usageOf('a')).burst!.remaining, 0);
  }));

test('each address has its own allowance, the IPv4-mapped form of one is the same', () =>
  serving({}, async (url, metering) => {
    const requestOf = (number: number): ClientRequest => ({ from: `127.0.0.${2 + (number % 4)}` });
    const agents = await Promise.all(
      [0, 1, 2, 3].map((at) => sendMany(url, { requests: 250, connections: 9, requestOf: () => requestOf(at) })),
    );
    assert.deepEqual(agents, Array(4).fill({ 200: 60, 429: 190 }));
    // The server listens on IPv6 too, where IPv4 peers are mapped: they were known by their plain form.
    assert.equal((await countsOf(metering, 'address:127.0.0.2'))!.day_count, 60);
  }));

test('a forwarded address is ignored without a trusted proxy', () =>
  serving({}, async (url, metering) => {
    const spoofed = (number: number): ClientRequest => ({
      headers: { 'X-Forwarded-For': `198.51.100.${number % 250}` },
    });
    assert.deepEqual(await thousand(url, 50, spoofed), { 200: 60, 429: 940 });
    assert.equal(await countsOf(metering, 'address:198.51.100.1'), undefined);
  }));

test('behind a trusted proxy: the right-most address that is not a proxy, whatever the client put before it', () =>
  serving({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] }, async (url, metering) => {
    const requestOf = (number: number): ClientRequest => ({
      headers: { 'X-Forwarded-For': `198.51.100.${number % 250}, 203.0.113.7, 10.1.2.3` },
    });
    assert.deepEqual(await thousand(url, 50, requestOf), { 200: 60, 429: 940 });
    assert.equal((await countsOf(metering, 'address:203.0.113.7'))!.day_count, 60);
    // A client that bypasses the proxy is not trusted.
    const past = (number: number): ClientRequest => ({ ...requestOf(number), from: '127.0.0.9' });
    assert.deepEqual(await thousand(url, 50, past), { 200: 60, 429: 940 });
    assert.equal((await countsOf(metering, 'address:127.0.0.9'))!.day_count, 60);
  }));

test('IPv6: one allowance for a /64, however its addresses are written', () =>
  serving({ trustedProxies: ['127.0.0.1'] }, async (url, metering) => {
    const forms = [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff:ffff:ffff:ffff',
      '[2001:db8:1:2::5]:4711',
      '2001:db8:1:2::0.0.0.9',
    ];
    const within = (number: number): ClientRequest => ({
      headers: { 'X-Forwarded-For': number % 5 === 4 ? `2001:db8:1:2:${number.toString(16)}::1` : forms[number % 5]! },
    });
    assert.deepEqual(await thousand(url, 50, within), { 200: 60, 429: 940 });
    assert.equal((await countsOf(metering, 'address:2001:db8:1:2::/64'))!.day_count, 60);
    const beside = () => ({ headers: { 'X-Forwarded-For': '2001:db8:1:3::1' } });
    assert.deepEqual(await sendMany(url, { requests: 70, connections: 7, requestOf: beside }), { 200: 60, 429: 10 });
    const mapped = (number: number): ClientRequest => ({
      headers: { 'X-Forwarded-For': ['::ffff:192.0.2.1', '192.0.2.1', '::FFFF:c000:201', '192.0.2.1:80'][number % 4]! },
    });
    assert.deepEqual(await thousand(url, 50, mapped), { 200: 60, 429: 940 });
  }));

test('several gateways on one file share the limits, but for what each counted since they exchanged counts', () =>
  serving({}, async (url, metering) => {
    const second = testMetering({ path: metering.db.name, limits: lifted('') });
    const { app } = testGateway(files, { metering: second });
    const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
    const both = async (requests: number): Promise<number> => {
      const sent = [url, server.url].map((one) => sendMany(one, { requests, connections: 50, requestOf: () => ({}) }));
      const answered = (await Promise.all(sent)).reduce((sum, { 200: count = 0 }) => sum + count, 0);
      for (const { written } of [metering, second, metering]) await written.flush();
      return answered;
    };
    assert.equal(await both(20), 40);
    // The first one has counted nothing since, and does not know of the second one's yet.
    assert.equal(await both(500), 40 + 20);
    assert.equal(await both(500), 0);
    await server.stop(100);
    second.db.close();
  }));
