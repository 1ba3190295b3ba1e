/** Quota windows in Redis, with uses of keys in `accounts.db`. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { Redis } from 'ioredis';
import { createMetering } from '../../gateway/access/metering.ts';
import { AddressCounts } from '../../gateway/access/quota/address-counts.ts';
import { redisAddresses } from '../../gateway/access/quota/redis-addresses.ts';
import { usageLog } from '../../gateway/access/quota/usage-log.ts';
import { redisMeter } from '../../gateway/access/quota/redis-meter.ts';
import { openAccounts } from '../../gateway/store/database.ts';
import { evictionWarning, openRedis } from '../../gateway/store/redis.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { addressContract } from '../gateway/access/quota/address-contract.ts';
import { countRequest, meterContract, MIDNIGHT, NOON } from '../gateway/access/quota/meter-contract.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { startRedis, type TestServer, withoutRedis as skip } from '../support/engines.ts';
import { testGateway } from '../support/gateway.ts';
import { inMemory, UNLIMITED } from '../support/metering.ts';

let server: TestServer | undefined;
let redis: Redis;

before(async () => {
  if (skip) return;
  server = await startRedis();
  redis = await openRedis(server.url);
});
after(async () => {
  redis?.disconnect();
  await server?.remove();
});

let db = openAccounts(':memory:');

meterContract(
  'Redis',
  async (options, again) => {
    if (!again) {
      await redis.flushdb();
      db = openAccounts(':memory:');
    }
    return redisMeter({ redis, usage: usageLog(sqliteEngine(db)), ...options });
  },
  { skip },
);

addressContract(
  'Redis',
  async (again) => {
    if (!again) await redis.flushdb();
    return redisAddresses(redis);
  },
  skip,
);

test('counts of addresses are one command, and end by themselves', { skip }, async () => {
  await redis.flushall();
  const store = redisAddresses(redis);
  const addresses = new AddressCounts({ daily: null, burst: null });
  const commands = async (): Promise<number> =>
    Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))![1]);
  const count = async (): Promise<void> => {
    for (let number = 0; number < 100; number += 1) addresses.count(`192.0.2.${number}`, NOON);
    await store.add(addresses.takeChanges(Infinity), NOON);
  };
  await count();
  const first = await commands();
  await count();
  // The script adds to two hashes for each address, and sets the end of both; INFO counts itself.
  assert.ok((await commands()) - first <= 1 + 200 + 2 + 1);
  assert.deepEqual((await redis.keys('*')).length, 2);
  for (const key of await redis.keys('*')) assert.ok((await redis.pttl(key)) <= MIDNIGHT + 86_400_000 - NOON, key);
});

test('a batch is one command, windows end by themselves, and a lost script is sent again', { skip }, async () => {
  await redis.flushall();
  const meter = redisMeter({ redis, usage: usageLog(sqliteEngine(db)), now: () => NOON });
  const commands = async (): Promise<number> =>
    Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))![1]);
  await meter.take([countRequest('x')]);
  const first = await commands();
  await meter.take(Array.from({ length: 500 }, (_, number) => countRequest(`caller ${number % 4}`)));
  // The script reads and writes four windows and reads one number; INFO counts itself.
  const counted = (await commands()) - first;
  assert.ok(counted <= 1 + 4 + 4 + 1 + 1, String(counted));
  for (const key of await redis.keys('*')) {
    const left = await redis.pttl(key);
    assert.ok(left > 0 && left <= MIDNIGHT + 86_400_000 - NOON, `${key} ${left}`);
  }
  await redis.script('FLUSH');
  const [decision] = await meter.take([countRequest('x')]);
  assert.equal(decision!.burst!.remaining, 1);
});

test('uses that cannot be recorded reject their batch, and its counts are taken back', { skip }, async () => {
  await redis.flushall();
  let fails = true;
  const recorded: unknown[] = [];
  const usage = {
    record: async (uses: unknown) => (fails ? Promise.reject(new Error('away')) : void recorded.push(uses)),
    of: async () => [],
  };
  const meter = redisMeter({ redis, usage, now: () => NOON });
  const key = { account: 'a', keyId: 'k', endpoint: '/rss' };
  const batch = [{ ...countRequest('a'), key }, countRequest('x'), countRequest('x')];
  await assert.rejects(meter.take(batch), /away/);
  fails = false;
  const decisions = await meter.take(batch);
  assert.deepEqual(
    decisions.map(({ daily }) => daily!.remaining),
    [4, 4, 3],
  );
  assert.deepEqual(recorded, [
    [
      { ...key, count: 1 },
      { ...countRequest('x').key, count: 2 },
    ],
  ]);
});

test('a server that may drop counts is reported, one that refuses writes instead is not', { skip }, async () => {
  const set = async (policy: string, limit: string): Promise<string | undefined> => {
    await redis.config('SET', 'maxmemory-policy', policy);
    await redis.config('SET', 'maxmemory', limit);
    return evictionWarning(redis);
  };
  assert.equal(await set('allkeys-lru', '0'), undefined);
  assert.match((await set('volatile-ttl', '10mb'))!, /^REDIS_URL: the server may evict .*volatile-ttl.*noeviction$/);
  assert.equal(await set('noeviction', '10mb'), undefined);
  assert.equal(await set('noeviction', '0'), undefined);
});

test(
  'while the server is away or full keys get 503, others are served; afterwards counts go on',
  { skip },
  async () => {
    await redis.flushall();
    const lines: string[] = [];
    const connection = await openRedis(server!.url);
    const now = (): number => NOON;
    const database = sqliteEngine(openAccounts(':memory:'));
    const metering = inMemory(createMetering({ database, redis: connection, now, limits: UNLIMITED }), { now });
    const gateway = testGateway(syntheticDataset({ count: 100 }).files, { metering });
    const { key } = await metering.keys.issue('a', 'x');
    const bearer = { Authorization: `Bearer ${key}` };
    const statusOf = async (path: string, headers = {}): Promise<number> => (await gateway.get(path, headers)).status;
    const tag = (await gateway.get('/rss')).headers.get('ETag')!;
    const isRefused = async (): Promise<void> => {
      assert.deepEqual([await statusOf('/rss'), await statusOf('/rss', bearer)], [200, 503]);
      await metering.written.flush();
      assert.ok(metering.addresses.changed > 0, 'kept for later');
      assert.deepEqual([await statusOf('/status'), await statusOf('/rss', { 'If-None-Match': tag })], [200, 304]);
    };
    assert.equal(await statusOf('/rss', bearer), 200);

    await server!.kill();
    await isRefused();
    await server!.start();
    let status = 503;
    while (status === 503) status = await statusOf('/rss', bearer);
    assert.equal(status, 200);
    // The connection of the test itself has pauses of its own.
    while (redis.status !== 'ready') await once(redis, 'ready');
    assert.equal((await metering.usage.usageOf('a')).today, 2, 'what was counted before is still counted');

    await redis.config('SET', 'maxmemory', '1');
    await isRefused();
    await redis.config('SET', 'maxmemory', '0');
    assert.equal(await statusOf('/rss', bearer), 200);
    assert.equal((await metering.usage.usageOf('a')).today, 3);

    await redis.client('PAUSE', 2500, 'ALL');
    assert.equal(await statusOf('/rss', bearer), 503, 'a server that is silent');
    while ((await statusOf('/rss', bearer)) === 503);
    lines.push(...gateway.lines.filter((line) => line.startsWith('metering')));
    assert.match(lines[0]!, /^metering fails: fault: /);
    assert.equal(lines[1], 'metering works again', 'further outages within ten seconds are not told one by one');
    await metering.written.flush();
    assert.equal(metering.addresses.changed, 0);
    // One before, and one in each outage in which it was asked.
    const windows = (await Array.fromAsync(redisAddresses(redis).windows(NOON))).flat();
    assert.deepEqual(windows.map(({ block, dayCount }) => [block, dayCount]), [['unknown', 3]]); // prettier-ignore
    connection.disconnect();
  },
);

test('a server that cannot be reached, or refuses the password, is one message without it', { skip }, async () => {
  const { port } = new URL(server!.url);
  const isPlain = ({ name, message }: Error): boolean =>
    name === 'AccountsError' && /^The server at REDIS_URL cannot be used: \S/.test(message) && !/geheim/.test(message);
  await redis.config('SET', 'requirepass', 'another');
  await assert.rejects(openRedis(`redis://:geheim@127.0.0.1:${port}/`), isPlain);
  await redis.config('SET', 'requirepass', '');
  await assert.rejects(openRedis('redis://:geheim@127.0.0.1:1/'), isPlain);
});
