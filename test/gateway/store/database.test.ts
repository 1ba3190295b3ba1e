import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Database from 'better-sqlite3';
import { AccountsError, accountsPath, durably, openAccounts } from '../../../gateway/store/database.ts';
import { sqliteEngine } from '../../../gateway/store/sqlite-engine.ts';
import { KeyStore } from '../../../gateway/access/key-store.ts';
import { loggedInClient, testAccounts } from '../../support/accounts.ts';
import { checkFormerAlerts, FORMER_ALERTS } from '../../support/former-alerts.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const folder = temporaryFolder({ after });

const refused = (path: string, reason: RegExp) =>
  assert.throws(
    () => openAccounts(path),
    (error) => error instanceof AccountsError && error.message.includes(path) && reason.test(error.message),
  );

test('is created with its folder, for its owner only, and reopened', () => {
  const path = accountsPath(join(folder, 'new', 'data'));
  openAccounts(path).close();
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const db = openAccounts(path);
  assert.equal(db.pragma('journal_mode', { simple: true }), 'wal');
  assert.deepEqual(db.prepare('SELECT count(*) AS n FROM api_keys').get(), { n: 0 });
  assert.equal(statSync(`${path}-wal`).mode & 0o777, 0o600);
  db.close();
});

const LOCKS = '/proc/locks';

// Without its lock on the file, a program that closes the database (the sqlite3 shell, say) takes the journal away that
// is still written to.
test(
  'a file opened twice stays locked until both are closed',
  { skip: !existsSync(LOCKS) && `there is no ${LOCKS}` },
  () => {
    const path = join(folder, 'twice.db');
    openAccounts(path).close();
    const { ino } = statSync(path);
    const isLocked = (): boolean => readFileSync(LOCKS, 'utf8').includes(`:${ino} `);
    assert.ok(!isLocked());
    const open = [openAccounts(path), openAccounts(path)];
    assert.ok(isLocked());
    for (const one of open) one.close();
    assert.ok(!isLocked());
  },
);

test('tables of the authentication library beside ours are no hindrance', () => {
  const path = join(folder, 'both.db');
  const db = openAccounts(path);
  db.exec('CREATE TABLE user (id TEXT PRIMARY KEY, email TEXT)');
  db.close();
  openAccounts(path).close();
});

test('a broken, a foreign and a newer file are refused with a message, and left unchanged', () => {
  const broken = join(folder, 'broken.db');
  writeFileSync(broken, 'not a database, and long enough that SQLite looks at it. '.repeat(50));
  refused(broken, /file is not a database/);

  const foreign = join(folder, 'foreign.db');
  new Database(foreign).exec('CREATE TABLE observations (x)').close();
  const before = readFileSync(foreign);
  refused(foreign, /another program's database \(it has observations\)/);
  assert.deepEqual(readFileSync(foreign), before);

  const newer = join(folder, 'newer.db');
  const db = openAccounts(newer);
  db.pragma('user_version = 99');
  db.close();
  refused(newer, /version 99, from a newer program/);
});

test('a folder that cannot be created or is a file is refused with a message', () => {
  writeFileSync(join(folder, 'file'), '');
  refused(join(folder, 'file', 'accounts.db'), /DATA_DIR/);
  refused('/dev/null/data/accounts.db', /DATA_DIR/);
});

test('several processes create it at the same time', async () => {
  const path = join(folder, 'race', 'accounts.db');
  const module = JSON.stringify(new URL('../../../gateway/store/database.ts', import.meta.url).href);
  const script = `const { openAccounts } = await import(${module}); openAccounts(${JSON.stringify(path)}).close();`;
  const race = async (): Promise<void> => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0, output);
  };
  await Promise.all(Array.from({ length: 6 }, race));
  openAccounts(path).close();
});

test('a durable transaction is all or nothing, and leaves the connection as it was', async () => {
  const db = openAccounts(join(folder, 'durable.db'));
  const keys = new KeyStore(sqliteEngine(db), () => 0);
  const { id } = await keys.issue('a', 'x');
  assert.throws(() => durably(db, () => (db.exec('DELETE FROM api_keys'), assert.fail('undo'))));
  assert.equal((await keys.list('a'))[0]!.id, id);
  assert.equal(db.pragma('synchronous', { simple: true }), 1);
  db.close();
});

const VERSION_7 = readFileSync(join(import.meta.dirname, 'accounts-version-7.sql'), 'utf8');

test('a file of the last version with passwords keeps users, keys, plans, usage and alerts, and loses every password', async () => {
  const path = accountsPath(join(folder, 'passwords'));
  mkdirSync(join(folder, 'passwords'));
  const old = new Database(path);
  old.exec(VERSION_7 + FORMER_ALERTS);
  const KEPT = ['user', 'session', 'api_keys', 'plans', 'usage_days', 'attempts'];
  const rowsOf = (db: Database.Database): unknown[] =>
    KEPT.map((table) => db.prepare(`SELECT * FROM "${table}"`).all());
  const before = rowsOf(old);
  const hashes = old
    .prepare<[], string>("SELECT password FROM account WHERE providerId = 'credential'")
    .pluck()
    .all()
    .map((stored) => stored.split(':')[1]!);
  assert.equal(hashes.length, 2);
  old.close();

  const db = openAccounts(path);
  assert.deepEqual(rowsOf(db), before);
  await checkFormerAlerts(sqliteEngine(db));
  assert.deepEqual(db.prepare('SELECT providerId FROM account').pluck().all(), ['github']);
  assert.deepEqual(db.prepare('SELECT * FROM verification').all(), [], 'links to choose a password');
  db.pragma('wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(path);
  for (const hash of hashes) assert.ok(!bytes.includes(hash), 'what was deleted is overwritten');

  const accounts = await testAccounts({ db });
  const client = await loggedInClient(accounts);
  const { id } = (await (await client.get('/account/me')).json()) as { id: string };
  assert.equal(db.prepare('SELECT account FROM api_keys').pluck().get(), id);
  assert.equal((await accounts.keys.find('sk_pMXsNauCRT32vmWT9M3hBojkui8ou2WI2Xtt9Q'))?.account, id);
  db.close();
});
