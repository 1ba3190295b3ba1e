import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { accountsPath } from '../../../gateway/store/database.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { testMetering } from '../../support/metering.ts';
import { CHILD_ENVIRONMENT } from '../../support/child-environment.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const COMMANDS = resolve(import.meta.dirname, '../../../gateway/cli');
const folder = temporaryFolder({ after });

function run(command: 'keys' | 'accounts', args: string[], data = join(folder, 'data')) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(COMMANDS, `${command}.ts`), ...args], {
    env: { ...CHILD_ENVIRONMENT, DATA_DIR: data },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function json<T>(command: 'keys' | 'accounts', ...args: string[]): T {
  const { status, stdout, stderr } = run(command, [...args, '--json']);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as T;
}

interface Issued {
  id: string;
  key: string;
  name: string;
  prefix: string;
}

interface Listed {
  id: string;
  name: string;
  last_used_at: string | null;
  expires_at: string | null;
}

test('the operator creates an account, keys and plan beside a running gateway, which uses each at once', async () => {
  const metering = testMetering({ path: accountsPath(join(folder, 'data')), now: Date.now });
  const { get } = testGateway(syntheticDataset({ count: 200 }).files, { metering, now: Date.now });
  const requestWith = (key: string) => get('/rss', { Authorization: `Bearer ${key}` });

  const issued = json<Issued>('keys', 'create', 'partner', '--new', '--name', 'nightly job');
  assert.deepEqual([issued.name, issued.prefix], ['nightly job', issued.key.slice(0, 8)]);
  const response = await requestWith(issued.key);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('RateLimit')!, /^"daily";r=99;/);

  const next = json<Issued>('keys', 'rotate', 'partner', issued.id);
  assert.deepEqual([(await requestWith(issued.key)).status, (await requestWith(next.key)).status], [200, 200]);
  assert.equal(run('keys', ['rename', 'partner', next.id, 'daily job']).status, 0);
  const listed = json<Listed[]>('keys', 'list', 'partner');
  assert.deepEqual(
    listed.map(({ id, name, expires_at }) => [id, name, expires_at === null]),
    [
      [issued.id, 'nightly job', false],
      [next.id, 'daily job', true],
    ],
  );
  assert.match(listed[0]!.last_used_at!, /^\d{4}-\d\d-\d\dT/);

  assert.deepEqual(json('accounts', 'plan', 'partner', 'pro', '--until', '9998-12-31'), {
    account: 'partner',
    plan: 'pro',
    until: '9999-01-01T00:00:00Z',
    source: 'operator',
  });
  assert.match((await requestWith(next.key)).headers.get('RateLimit')!, /^"burst";r=59\d;/);
  const used = json<{ plan: string; today: number; remaining: null; days: { endpoint: string; count: number }[] }>(
    'accounts',
    'usage',
    'partner',
  );
  assert.deepEqual([used.plan, used.remaining], ['pro', null]);
  assert.equal(
    used.days.reduce((sum, { count }) => sum + count, 0),
    4,
  );
  assert.equal(json<{ plan: string }>('accounts', 'plan', 'partner', 'free').plan, 'free');

  assert.deepEqual(json('keys', 'revoke', 'partner', next.id), { revoked: 1 });
  assert.equal((await requestWith(next.key)).status, 401);
  assert.equal((await requestWith(issued.key)).status, 200);
  assert.deepEqual(json('keys', 'revoke', 'partner', '--all'), { revoked: 1 });
  assert.equal((await requestWith(issued.key)).status, 401);
  assert.deepEqual(json('keys', 'list', 'partner'), []);
  metering.db.close();
});

test('registered accounts are found by their e-mail address', () => {
  const data = join(folder, 'registered');
  const { db } = testMetering({ path: accountsPath(data) });
  db.exec('CREATE TABLE user (id TEXT PRIMARY KEY, email TEXT NOT NULL, emailVerified INTEGER)');
  const insert = db.prepare('INSERT INTO user VALUES (?, ?, ?)');
  insert.run('u1', 'you@example.com', 1);
  insert.run('u2', 'ayse@example.org', 0);
  db.close();
  const plan = run('accounts', ['plan', 'You@Example.com', 'pro'], data);
  assert.equal(plan.status, 0, plan.stderr);
  assert.equal(run('keys', ['create', 'you@example.com'], data).status, 0);
  const { stdout } = run('accounts', ['list', '--json'], data);
  assert.deepEqual(JSON.parse(stdout), [
    { id: 'u2', email: 'ayse@example.org', confirmed: 'no', plan: 'free', until: null, keys: 0, today: 0 },
    { id: 'u1', email: 'you@example.com', confirmed: 'yes', plan: 'pro', until: null, keys: 1, today: 0 },
  ]);
});

test('as text: tables, and the key once', () => {
  const data = join(folder, 'tables');
  const created = run('keys', ['create', 'ops', '--new'], data);
  assert.match(created.stdout, /^id {3}[0-9a-f]{16}\nname key\nkey {2}sk_\w{38}\nThe key is shown only once/);
  const key = /sk_\w+/.exec(created.stdout)![0];
  const list = run('keys', ['list', 'ops'], data);
  assert.match(list.stdout, /^id +name +prefix +created_at +last_used_at +expires_at\n[0-9a-f]{16} +key +sk_\w{5} /);
  assert.ok(!list.stdout.includes(key));
  assert.match(
    run('accounts', ['list'], data).stdout,
    /^id +email +confirmed +plan +until +keys +today\nops +- +- +free +- +1 +0\n$/,
  );
  assert.match(
    run('accounts', ['usage', 'ops'], data).stdout,
    /^plan free: 0 of 100 requests today, 100 remaining until .*\nnone\n$/,
  );
});

const MISTAKES: [command: 'keys' | 'accounts', args: string[], message: RegExp][] = [
  ['keys', ['list', 'nobody'], /^hiposantr: There is no account "nobody"; see npm run accounts -- list\.\n$/],
  ['keys', ['create', 'nobody'], /There is no account/],
  ['keys', ['create', 'a b', '--new'], /not a valid account name/],
  ['keys', ['create', '../x', '--new'], /not a valid account name/],
  ['keys', ['create', 'x', '--new', '--name', 'a\nb'], /1 to 64 printable characters/],
  ['keys', ['revoke', 'ops'], /needs the id of a key, or --all/],
  ['keys', ['revoke', 'ops', '0123', '--all'], /needs the id of a key, or --all/],
  ['keys', ['revoke', 'ops', '0123'], /no such key/],
  ['accounts', ['plan', 'ops', 'gold'], /Allowed choices are free, pro/],
  ['accounts', ['plan', 'ops', 'pro', '--until', '2026-02-30'], /an existing day/],
  ['accounts', ['plan', 'ops', 'pro', '--until', '2026-01-31'], /It is in the past/],
  ['accounts', ['nonsense'], /unknown command/],
];

for (const [command, args, message] of MISTAKES)
  test(`${command} ${args.join(' ')} ends with 1 and one clear line`, () => {
    const { status, stderr, stdout } = run(command, args, join(folder, 'tables'));
    assert.equal(status, 1);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n\s+at /);
    assert.equal(stdout, '');
  });

test('a mistyped DATA_DIR is reported, and nothing is created', () => {
  const { status, stderr } = run('accounts', ['list'], join(folder, 'mistyped'));
  assert.equal(status, 1);
  assert.match(stderr, /There is no .*mistyped\/accounts\.db; .*Is DATA_DIR right\?/);
  assert.ok(!readdirSync(folder).includes('mistyped'));
});
