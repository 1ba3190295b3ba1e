/** Two gateways behind nginx, on PostgreSQL and Redis. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyStore } from '../../gateway/access/key-store.ts';
import { openPostgres } from '../../gateway/store/postgres-engine.ts';
import { freePort, programPath, runHost } from '../hosting/host.ts';
import { send, sendMany, warm } from '../support/clients.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import {
  runSql,
  startPostgres,
  startRedis,
  type TestPostgres,
  type TestServer,
  withoutPostgres,
  withoutRedis,
} from '../support/engines.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../support/gateway-child.ts';
import { temporaryFolder } from '../support/temporary.ts';

const NGINX = programPath('/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx');
const skip =
  withoutPostgres || withoutRedis || (NGINX === undefined && 'nginx is not installed (Debian: apt-get install nginx)');

const folder = temporaryFolder({ after });
let postgres: TestPostgres;
let redis: TestServer;

before(async () => {
  if (skip) return;
  await writeDist(syntheticDataset({ count: 300 }).files, join(folder, 'dist'));
  const evicting = { maxmemory: '50mb', 'maxmemory-policy': 'allkeys-lru' };
  [postgres, redis] = await Promise.all([startPostgres(), startRedis(evicting)]);
});
after(async () => {
  if (skip) return;
  await postgres.remove();
  await redis.remove();
});

/** Each request to the next gateway; the client's own `X-Forwarded-For` is passed on. */
const configuration = (place: string, port: number, gateways: GatewayChild[]): string => `
daemon off;
master_process off;
pid ${place}/nginx.pid;
error_log ${place}/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place}/${name};`).join('\n  ')}
  upstream gateways {
    ${gateways.map(({ url }) => `server ${new URL(url).host} max_fails=0;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} backlog=2048;
    location / {
      proxy_pass http://gateways;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_next_upstream off;
    }
  }
}
`;

interface Cleanup {
  after(work: () => Promise<void> | void): void;
}

let places = 0;
async function behindNginx(t: Cleanup, environment: Record<string, string>) {
  const place = join(folder, `place-${(places += 1)}`);
  mkdirSync(place);
  const start = (number: number): Promise<GatewayChild> =>
    startGatewayChild({
      DIST_DIR: join(folder, 'dist'),
      DATA_DIR: join(place, `data-${number}`),
      AUTH_SECRET: 'a secret of the tests, the same for both',
      TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
    });
  // At the same time, so that both want to create the tables.
  const gateways = await Promise.all([start(1), start(2)]);
  t.after(async () => {
    for (const { child } of gateways) child.kill('SIGTERM');
    assert.deepEqual(await Promise.all(gateways.map(({ child }) => exitOf(child))), [0, 0]);
  });
  const port = await freePort();
  writeFileSync(join(place, 'nginx.conf'), configuration(place, port, gateways));
  const args = ['-c', join(place, 'nginx.conf'), '-e', join(place, 'error.log')];
  const url = await runHost(t, { program: NGINX!, args, port });
  return { url, gateways };
}

let addresses = 0;

/** Statuses of 1,000 simultaneous requests of one caller in one minute; of another one when a minute ends meanwhile. */
async function thousand(url: string, headersOf: () => Record<string, string> | Promise<Record<string, string>>) {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000);
    const [first, headers] = [await headersOf(), await headersOf()];
    await warm(url, 4, () => ({ headers: first }));
    const statuses = await sendMany(url, {
      requests: 1000,
      connections: 250,
      requestOf: () => ({ headers }),
    });
    if (minute === Math.floor(Date.now() / 60_000)) return statuses;
  }
}

const newAddress = (): Record<string, string> => ({ 'X-Forwarded-For': `198.51.100.${(addresses += 1)}` });

/** Repeats a request until it gets another status than 503. */
async function recovered(work: () => Promise<number>): Promise<number> {
  for (;;) {
    const status = await work();
    if (status !== 503) return status;
    await wait(50);
  }
}

/** One allowance, and at most what the other gateway counted before it knew. */
function assertShared(statuses: Record<number, number>, limit: number): void {
  const { 200: answered = 0, 429: refused = 0 } = statuses;
  assert.ok(answered >= limit && answered <= 2 * limit && answered + refused === 1000, JSON.stringify(statuses));
}

test(
  'PostgreSQL and Redis: two gateways share each allowance, with keys exactly, and outages are 503 for keys',
  { skip },
  async (t) => {
    const DATABASE_URL = await postgres.createDatabase();
    const { url, gateways } = await behindNginx(t, { DATABASE_URL, REDIS_URL: redis.url });
    for (const { output } of gateways) assert.match(output(), /REDIS_URL: the server may evict counts .*allkeys-lru/);
    assertShared(await thousand(url, newAddress), 60);

    const database = await openPostgres(DATABASE_URL, 2);
    t.after(() => database.close());
    const keys = new KeyStore(database, Date.now);
    let account = 0;
    const newKey = async () => ({ Authorization: `Bearer ${(await keys.issue(`a${(account += 1)}`, 'x')).key}` });
    assert.deepEqual(await thousand(url, newKey), { 200: 60, 429: 940 });
    const counted = await runSql(
      DATABASE_URL,
      `SELECT sum(count)::int AS count FROM usage_days WHERE account = 'a${account}'`,
    );
    assert.deepEqual(counted, [{ count: 60 }]);

    const [address, key] = [newAddress(), await newKey()];
    // Twice, so that both gateways answer.
    const statuses = async (path: string, headers: Record<string, string>): Promise<number[]> => [
      (await send(url, { path, headers })).status,
      (await send(url, { path, headers })).status,
    ];
    await redis.kill();
    assert.deepEqual([...(await statuses('/rss', address)), ...(await statuses('/rss', key))], [200, 200, 503, 503]);
    assert.deepEqual(await statuses('/list.json', {}), [200, 200]);
    await redis.start();
    for (let both = 0; both < 2; both += 1)
      assert.equal(await recovered(async () => (await send(url, { path: '/rss', headers: key })).status), 200);

    await postgres.kill();
    assert.deepEqual(await statuses('/rss', key), [503, 503], 'keys cannot be read');
    assert.deepEqual(await statuses('/rss', address), [200, 200], 'addresses are counted in memory');
    await postgres.start();
    for (let both = 0; both < 2; both += 1)
      assert.equal(await recovered(async () => (await send(url, { path: '/rss', headers: key })).status), 200);
    for (const { output } of gateways)
      assert.doesNotMatch(output(), /(?<!(?:metering|reading keys|storing counts|alerts) fails: )fault:/);
  },
);

test('PostgreSQL alone keeps windows too: 100 a day without the burst limit', { skip }, async (t) => {
  const DATABASE_URL = await postgres.createDatabase();
  const { url, gateways } = await behindNginx(t, { DATABASE_URL, PLAN_LIMITS: 'free.burst=none' });
  const storedOf = async (number: number): Promise<number> => {
    const [window] = await runSql<{ day_count: string }>(
      DATABASE_URL,
      `SELECT day_count FROM meter_windows WHERE caller LIKE '%.${number}'`,
    );
    return Number(window?.day_count ?? 0);
  };
  const statuses = await thousand(url, newAddress);
  assertShared(statuses, 100);
  while ((await storedOf(addresses)) !== statuses[200]) await wait(50);

  const address = newAddress();
  const get = async (): Promise<number> => (await send(url, { path: '/rss', headers: address })).status;
  assert.equal(await get(), 200);
  while ((await storedOf(addresses)) !== 1) await wait(50);
  await postgres.kill();
  const [first, second] = gateways.map(({ url: own }) => own) as [string, string];
  const direct = async (own: string, requests: number): Promise<number> => {
    const requestOf = () => ({ headers: address });
    return (await sendMany(own, { requests, connections: 4, requestOf }))[200] ?? 0;
  };
  const meanwhile = [await direct(first, 200), await direct(second, 200)];
  assert.ok(meanwhile.every((answered) => answered === 99 || answered === 100), 'each grants the limit once'); // prettier-ignore
  assert.equal((await send(url, { path: '/list.json' })).status, 200);
  await postgres.start();
  while ((await storedOf(addresses)) !== 1 + meanwhile[0]! + meanwhile[1]!) await wait(50);
  assert.equal(await get(), 429, 'all of them were stored');
});

test('a gateway that starts while both are away serves files, and all else when they are back', { skip }, async (t) => {
  const DATABASE_URL = await postgres.createDatabase();
  await Promise.all([postgres.kill(), redis.kill()]);
  const { child, url, output } = await startGatewayChild({
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data-away'),
    AUTH_SECRET: 'a secret of the tests, which is long enough',
    DATABASE_URL,
    REDIS_URL: redis.url,
  });
  t.after(async () => {
    child.kill('SIGTERM');
    assert.equal(await exitOf(child), 0);
  });
  for (const name of ['DATABASE_URL', 'REDIS_URL'])
    assert.match(output(), new RegExp(`at ${name} cannot be used: .*ECONNREFUSED.* Until it can, .* gets 503`));
  const get = async (path: string): Promise<number> => (await send(url, { path })).status;
  assert.deepEqual([await get('/list.json'), await get('/status'), await get('/account/')], [200, 200, 503]);
  assert.equal(await get('/rss'), 200);
  await Promise.all([postgres.start(), redis.start()]);
  while (!output().includes('storing counts works again')) await wait(50);
  assert.equal(await recovered(() => get('/account/')), 200);
  const tables = await runSql<{ count: number }>(DATABASE_URL, 'SELECT count(*)::int AS count FROM api_keys');
  assert.deepEqual(tables, [{ count: 0 }]);
});
