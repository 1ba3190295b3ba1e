/** Back-up beside writers, restore, and `verify`. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { copyOnline } from '#runtime/sqlite.ts';
import { writeManifest } from '#core/manifest.ts';
import { HOUR } from '#core/time.ts';
import { KeyStore } from '../gateway/access/key-store.ts';
import { openAccounts } from '../gateway/store/database.ts';
import { sqliteEngine } from '../gateway/store/sqlite-engine.ts';
import { backUp, restore } from '../generator/backup.ts';
import { openCatalog } from '../generator/catalog/database.ts';
import { currentState } from '../generator/catalog/read.ts';
import { verify } from '../generator/publish/verify.ts';
import { AS_OF, buildInto, manifestOf } from './support/build.ts';
import { NOON, records, report, testCatalog } from './support/catalog.ts';
import { temporaryFolder } from './support/temporary.ts';

const SETTINGS = { serviceName: 'Synthetic', baseUrl: 'http://quakes.example' };

/** DATA_DIR with a catalogue of some earthquakes, an account's key, and a secret. */
async function dataDirIn(t: TestContext, folder: string) {
  const dataDir = join(folder, 'data');
  const catalog = testCatalog(join(dataDir, 'catalog.db'));
  const reports = Array.from({ length: 40 }, (_, n) => report({ key: String(n), time: NOON - n * 6 * HOUR }));
  catalog.run({ feed: 'afad-api', reports });
  const accounts = openAccounts(join(dataDir, 'accounts.db'));
  const { key } = await new KeyStore(sqliteEngine(accounts), () => NOON).issue('account', 'x');
  writeFileSync(join(dataDir, 'auth-secret'), 'secret', { mode: 0o600 });
  const close = (): void => {
    catalog.db.close();
    accounts.close();
  };
  t.after(close);
  return { dataDir, catalog, key, close };
}

test('a back-up is the state at its beginning, however much is written meanwhile', async (t) => {
  const folder = temporaryFolder(t);
  const { catalog, dataDir } = await dataDirIn(t, folder);
  catalog.db.exec('CREATE TABLE filler (number INTEGER, text TEXT)');
  const insert = catalog.db.prepare('INSERT INTO filler VALUES (?, ?)');
  const write = catalog.db.transaction((number: number) => {
    for (let row = 0; row < 1000; row += 1) insert.run(number, 'x'.repeat(1000));
  });
  for (let number = 0; number < 20; number += 1) write(number);
  let steps = 0;
  const copy = join(folder, 'copy.db');
  await copyOnline(join(dataDir, 'catalog.db'), copy, () => write(100 + (steps += 1)));
  assert.ok(steps >= 2, `${steps} steps`);
  const copied = openCatalog(copy);
  t.after(() => copied.close());
  assert.equal(copied.prepare('SELECT max(number) FROM filler').pluck().get(), 19);
  assert.equal(catalog.db.prepare('SELECT max(number) FROM filler').pluck().get(), 100 + steps);
  assert.deepEqual(records(copied), records(catalog.db));
});

test('what is restored builds the same dataset, and keys are valid again', async (t) => {
  const folder = temporaryFolder(t);
  const { dataDir, catalog, key, close } = await dataDirIn(t, folder);
  const dist = join(folder, 'dist');
  buildInto(dist, catalog.db);
  const { folder: one, files } = await backUp({ dataDir, to: join(folder, 'backups'), now: AS_OF, keep: 3 });
  assert.deepEqual(Object.keys(files).sort(), ['accounts.db', 'auth-secret', 'catalog.db']);
  assert.deepEqual(
    [one, ...Object.keys(files).map((file) => join(one, file))].map((path) =>
      (statSync(path).mode & 0o777).toString(8),
    ),
    ['700', '600', '600', '600'],
  );
  const before = currentState(catalog.db);
  catalog.run({ feed: 'afad-api', reports: [report({ key: 'late', time: NOON + HOUR })] });
  const restoring = { dataDir, folder: one, parts: ['catalogue', 'accounts'] as const, now: AS_OF };
  await assert.rejects(restore(restoring), /catalog\.db is in use: stop every gateway and generator first/);
  close();
  const restored = await restore(restoring);
  assert.deepEqual(restored.map(([file]) => file).sort(), ['accounts.db', 'auth-secret', 'catalog.db']);
  for (const [file, former] of restored) assert.ok(existsSync(join(dataDir, former!)), file);
  assert.deepEqual(
    readdirSync(dataDir).filter((file) => /restoring|-wal/.test(file)),
    [],
  );
  const db = openCatalog(join(dataDir, 'catalog.db'));
  const accounts = openAccounts(join(dataDir, 'accounts.db'));
  t.after(() => [db, accounts].forEach((one) => one.close()));
  assert.deepEqual(currentState(db), before);
  assert.equal((await new KeyStore(sqliteEngine(accounts), () => NOON).find(key))?.account, 'account');
  assert.deepEqual(verify({ db, dist, settings: SETTINGS, rendering: 'tests' }).differences, []);
});

test('a damaged or incomplete back-up is refused, and changes nothing', async (t) => {
  const folder = temporaryFolder(t);
  const { dataDir, close } = await dataDirIn(t, folder);
  const { folder: one } = await backUp({ dataDir, to: join(folder, 'backups'), now: AS_OF, keep: 3 });
  close();
  const there = (): string[] => readdirSync(dataDir).sort();
  const before = there();
  const again = () => restore({ dataDir, folder: one, parts: ['catalogue'], now: AS_OF });
  const bytes = readFileSync(join(one, 'catalog.db'));
  bytes[5000]! ^= 1;
  writeFileSync(join(one, 'catalog.db'), bytes);
  await assert.rejects(again, /catalog\.db is damaged: its hash is not that of backup\.json/);
  rmSync(join(one, 'catalog.db'));
  await assert.rejects(again, /catalog\.db is missing/);
  rmSync(join(one, 'backup.json'));
  await assert.rejects(again, /is no complete back-up/);
  assert.deepEqual(there(), before);
  await assert.rejects(backUp({ dataDir: folder, to: folder, now: AS_OF, keep: 3 }), /there is no database/);
});

test('of older back-ups so many are kept; other folders are left alone', async (t) => {
  const folder = temporaryFolder(t);
  const { dataDir } = await dataDirIn(t, folder);
  const to = join(folder, 'backups');
  mkdirSync(join(to, '2020-01-01T00-00-00Z'), { recursive: true });
  mkdirSync(join(to, 'mine'));
  const removed: string[][] = [];
  for (let day = 0; day < 4; day += 1)
    removed.push((await backUp({ dataDir, to, now: AS_OF + day * 24 * HOUR, keep: 2 })).removed);
  assert.deepEqual(
    removed.map((names) => names.length),
    [0, 0, 1, 1],
  );
  assert.deepEqual(readdirSync(to).sort(), [
    ...['2020-01-01T00-00-00Z', '2024-03-14T18-30-20Z', '2024-03-15T18-30-20Z', 'mine'],
  ]);
});

test('verify names every file that is missing, different or unexpected, and nothing else', (t) => {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  const catalog = testCatalog();
  t.after(() => catalog.db.close());
  const reports = Array.from({ length: 40 }, (_, n) => report({ key: String(n), time: NOON - n * 6 * HOUR }));
  catalog.run({ feed: 'afad-api', reports });
  buildInto(dist, catalog.db);
  catalog.run({ feed: 'afad-api', reports: [report({ key: 'new', time: NOON + 6 * HOUR })] });
  const beside = new Set<string>();
  const progress = (): void => readdirSync(folder).forEach((name) => beside.add(name));
  const check = () => verify({ db: catalog.db, dist, settings: SETTINGS, rendering: 'tests', progress });
  assert.match(check().reason!, /the catalogue those up to 41: npm run generate first/);
  buildInto(dist, catalog.db);
  mkdirSync(join(dist, '.verify/left-by-a-killed-run'), { recursive: true });
  const whole = check();
  assert.deepEqual([whole.reason, whole.differences], [undefined, []]);
  assert.ok(whole.files > 50, `${whole.files} files`);
  assert.match(verify({ db: catalog.db, dist, settings: { ...SETTINGS, serviceName: 'Other' } }).reason!, /settings/);
  const shard = `shards/${manifestOf(dist).shards[0]!.hash}.json`;
  const damage: [path: string, bytes: string | null][] = [
    ['details/newest/5.json', null],
    ['details/id/0/3.json', 'x'],
    ['details/id/7/7000.json', '{}'],
    ['list.json.br', 'not brotli'],
    [shard, readFileSync(join(dist, shard), 'utf8').replace('4.2', '4.3')],
  ];
  mkdirSync(join(dist, 'details/id/7'));
  for (const [path, bytes] of damage)
    if (bytes === null) rmSync(join(dist, path));
    else {
      // Other names of the file keep their content.
      rmSync(join(dist, path), { force: true });
      writeFileSync(join(dist, path), bytes);
    }
  const found = check().differences.map(({ path, what }) => `${path} ${what}`);
  assert.deepEqual(found.sort(), [
    'details/id/0/3.json different',
    'details/id/7/7000.json unexpected',
    'details/newest/5.json missing',
    'list.json.br different',
    `${shard} different`,
  ]);
  writeFileSync(join(dist, 'status.json'), '{}');
  assert.deepEqual(check().differences, [{ path: 'status.json', what: 'different' }], 'its time is unknown');
  buildInto(dist, catalog.db, { full: true });
  assert.deepEqual(check().differences, []);
  buildInto(dist, catalog.db, { site: true });
  assert.deepEqual(check().differences, [], 'the entries of pages are not those of another dataset');
  const { day, ...manifest } = manifestOf(dist);
  writeFileSync(join(dist, 'manifest.json'), writeManifest({ ...manifest, day: day - 24 * HOUR }));
  assert.deepEqual(check().differences, [{ path: 'manifest.json', what: 'different' }]);
  assert.deepEqual([...beside], ['dist'], 'nothing was written beside a folder that may be a volume');
  assert.equal(existsSync(join(dist, '.verify')), false);
});
