/** `npm run accounts -- import` and the operator's commands with `DATABASE_URL` and `REDIS_URL`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { WebhookStore } from '../../gateway/alerts/webhook-store.ts';
import { PLAN_LIMITS } from '../../gateway/access/quota/limits.ts';
import { createMetering } from '../../gateway/access/metering.ts';
import { AddressCounts } from '../../gateway/access/quota/address-counts.ts';
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { importAccounts } from '../../gateway/cli/import-accounts.ts';
import { openUserAdmin } from '../../gateway/accounts/user-admin.ts';
import { closeEngines } from '../../gateway/store/engines.ts';
import { openPostgres } from '../../gateway/store/postgres-engine.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { openRedis } from '../../gateway/store/redis.ts';
import { EMAIL, loggedInClient, SEND, SIGN_IN, testAccounts } from '../support/accounts.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import {
  runSql,
  startPostgres,
  startRedis,
  type TestPostgres,
  type TestServer,
  withoutPostgres,
  withoutRedis,
} from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = withoutPostgres || withoutRedis;
const COMMANDS = resolve(import.meta.dirname, '../../gateway/cli');

let postgres: TestPostgres | undefined;
let redis: TestServer | undefined;

before(async () => {
  if (!skip) [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
});
after(async () => {
  await postgres?.remove();
  await redis?.remove();
});

async function run(command: 'accounts' | 'keys', args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(COMMANDS, `${command}.ts`), ...args], {
    env: { ...CHILD_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (output[name] += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...output };
}

async function json<T>(...args: Parameters<typeof run>): Promise<T> {
  const { status, stdout, stderr } = await run(args[0], [...args[1], '--json'], args[2]);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as T;
}

/** An account with a row in every table, and many counts. */
async function filledFile(folder: string) {
  const db = openAccounts(accountsPath(folder));
  const accounts = await testAccounts({ db });
  const client = await loggedInClient(accounts);
  const { id } = (await (await client.get('/account/me')).json()) as { id: string };
  const issued = [await accounts.keys.issue(id, 'Kırmızı'), await accounts.keys.issue(id, 'two')];
  await accounts.keys.revoke(id, issued[1]!.id);
  await accounts.plans.grant(id, 'pro', { source: 'operator' });
  await client.json(SEND, { email: EMAIL });
  const { code } = await (await openUserAdmin(accounts.database, () => {})).code(EMAIL);
  db.prepare(
    `INSERT INTO account (id, accountId, providerId, userId, createdAt, updatedAt) SELECT 'a', '7', 'github', id, createdAt, updatedAt FROM user`,
  ).run();
  await accounts.auth.idle();
  const { meter, addressStore } = createMetering({ database: accounts.database, now: Date.now });
  const key = { account: id, keyId: issued[0]!.id, endpoint: '/rss' };
  const limits = { daily: null, burst: null };
  await meter.take(Array.from({ length: 7 }, () => ({ key, limits, operation: 'count' })));
  const addresses = new AddressCounts(limits);
  for (let number = 0; number < 2500; number += 1) addresses.count(String(number), Date.now());
  addresses.count('0', Date.now());
  await addressStore.add(addresses.takeChanges(Infinity), Date.now());
  db.exec(`INSERT INTO stripe_events VALUES ('evt_1', 'x', 1, 2);
           INSERT INTO stripe_subscriptions VALUES ('sub_1', 'x', 'cus_1', 1, NULL, 3);
           INSERT INTO alert_threads VALUES ('wh_1', 'a1', 1, NULL, NULL, '{}');
           INSERT INTO alert_limits VALUES ('wh_1', '[]', 3);
           INSERT INTO alert_position VALUES ('log', 1, 2);
           INSERT INTO push_keys VALUES ('push', 'public', 'private')`);
  const store = new WebhookStore({
    database: accounts.database,
    limits: PLAN_LIMITS,
    now: Date.now,
    allowsPrivate: true,
  });
  const webhook = await store.create(id, (name) => (name === 'url' ? 'https://example.org/' : undefined), 'tr');
  await store.test(id, webhook.id);
  const counts = Object.fromEntries(
    db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .pluck()
      .all()
      .map((name) => [name, db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number]),
  );
  db.close();
  return { id, code, key: issued[0]!.key, revoked: issued[1]!.key, counts };
}

test('every row of accounts.db arrives, and keys, plan, usage and codes work there', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  const { id, code, key, revoked, counts } = await filledFile(folder);
  assert.deepEqual(
    Object.entries(counts).filter(([, count]) => count === 0),
    [],
    'no table is untested',
  );
  const DATABASE_URL = await postgres!.createDatabase();
  const environment = { DATA_DIR: folder, DATABASE_URL, REDIS_URL: redis!.url };
  const report = await json<{ table: string; rows: number }[]>('accounts', ['import'], environment);
  const inRedis = { 'windows of today in Redis': 2501 };
  assert.deepEqual(Object.fromEntries(report.map(({ table, rows }) => [table, rows])), { ...counts, ...inRedis });

  const engines = { database: await openPostgres(DATABASE_URL), redis: await openRedis(redis!.url) };
  t.after(() => closeEngines(engines));
  const accounts = await testAccounts({ engines });
  assert.equal((await accounts.keys.find(key))!.account, id);
  assert.equal(await accounts.keys.find(revoked), undefined);
  assert.equal((await accounts.plans.planOf(id)).plan, 'pro');
  const { usage, addressStore } = createMetering({ ...engines, now: Date.now });
  const windows = (await Array.fromAsync(addressStore.windows(Date.now()))).flat();
  assert.deepEqual([windows.length, windows.find(({ block }) => block === '0')?.dayCount], [2500, 2]);
  assert.deepEqual([(await usage.usageOf(id)).today, (await usage.usageOf(id)).days[0]!.count], [7, 7]);
  const logIn = await accounts.client().json(SIGN_IN, { email: EMAIL, otp: code });
  assert.equal(logIn.status, 200, accounts.lines.join('\n'));
  const [user] = await runSql<{ emailVerified: boolean; createdAt: Date }>(DATABASE_URL, 'SELECT * FROM "user"');
  assert.ok(user!.emailVerified && Math.abs(Date.now() - user!.createdAt.getTime()) < 60_000);
  const again = importAccounts(
    { dataDir: folder, ...engines, ...createMetering({ ...engines, now: Date.now }) },
    undefined,
    () => {},
  );
  await assert.rejects(
    again,
    /^AccountsError: The database at DATABASE_URL has accounts already \(1 rows in user\); nothing/,
  );
});

test('a file with an unknown table or none at all is refused, and nothing is copied', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  const url = await postgres!.createDatabase();
  const database = await openPostgres(url);
  const operator = { dataDir: folder, database, ...createMetering({ database, now: Date.now }) };
  const importing = () => importAccounts(operator, undefined, () => {});
  const inFile = { ...operator, database: sqliteEngine(openAccounts(':memory:')) };
  await assert.rejects(
    importAccounts(inFile, undefined, () => {}),
    /DATABASE_URL must be set/,
  );
  await assert.rejects(importing(), /There is no .*accounts\.db/);
  const db = openAccounts(accountsPath(folder));
  db.exec(`INSERT INTO plans VALUES ('a', 'pro', NULL, 'test', 1); CREATE TABLE passkey (id TEXT)`);
  db.close();
  await assert.rejects(importing(), /a table that is not copied: passkey/);
  assert.deepEqual(await runSql(url, 'SELECT * FROM plans'), []);
  await database.close();
});

test("the operator's commands work on PostgreSQL and Redis, without a DATA_DIR", { skip }, async () => {
  const environment = { DATABASE_URL: await postgres!.createDatabase(), REDIS_URL: redis!.url, DATA_DIR: '/nowhere' };
  await json('keys', ['create', 'partner', '--new'], environment);
  const { id } = await json<{ id: string }>('accounts', ['create', 'you@example.com'], environment);
  await json('accounts', ['plan', 'You@Example.com', 'pro'], environment);
  const common = { until: null, today: 0 };
  assert.deepEqual(await json('accounts', ['list'], environment), [
    { id, email: 'you@example.com', confirmed: 'yes', plan: 'pro', keys: 0, ...common },
    { id: 'partner', email: null, confirmed: null, plan: 'free', keys: 1, ...common },
  ]);
  const away = await run('accounts', ['list'], { ...environment, DATABASE_URL: 'postgres://u:geheim@127.0.0.1:1/x' });
  assert.deepEqual([away.status, away.stderr.includes('geheim')], [1, false]);
  assert.match(away.stderr, /^hiposantr: The database at DATABASE_URL cannot be used: .*\n$/);
});
