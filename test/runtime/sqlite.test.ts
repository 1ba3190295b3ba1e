import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import Database from 'better-sqlite3';
import { openDatabase, readDatabase, type DatabaseKind, type Step } from '#runtime/sqlite.ts';
import { temporaryFolder } from '../support/temporary.ts';

const CHILD = 'HIPOSANTR_SQLITE_TEST_CHILD';
if (process.env[CHILD]) throw new Error('The child of this test has loaded the test itself: its module path is wrong.');

class SongsError extends Error {}

const FIRST = 'CREATE TABLE songs (title TEXT) STRICT';
const SECOND: Step = (db) => {
  db.exec('ALTER TABLE songs ADD COLUMN length INTEGER');
  db.exec('UPDATE songs SET length = length(title)');
};

const kindOf = (...steps: Step[]): DatabaseKind => ({
  name: 'a database of songs',
  application: 0x736f6e67,
  firstVersion: 3,
  steps,
  failure: SongsError,
});

const folder = temporaryFolder(test);

/** A file of version 3 with two songs, the second in the journal only. */
function songs(name: string): string {
  const path = join(folder, name);
  const db = openDatabase(path, kindOf(FIRST));
  db.exec(`INSERT INTO songs VALUES ('Sarı gelin'), ('Uzun ince bir yoldayım')`);
  db.close();
  return path;
}

const copiesOf = (name: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(`${name}.v`))
    .sort();

const versionOf = (path: string): unknown => {
  const db = new Database(path, { readonly: true });
  const version = db.pragma('user_version', { simple: true });
  db.close();
  return version;
};

test('an older file is migrated, and an unchanged copy of it is kept', () => {
  const path = songs('carried.db');
  const db = openDatabase(path, kindOf(FIRST, SECOND));
  assert.deepEqual(db.prepare('SELECT title, length FROM songs').raw().all(), [
    ['Sarı gelin', 10],
    ['Uzun ince bir yoldayım', 22],
  ]);
  db.close();
  assert.equal(versionOf(path), 4);
  assert.deepEqual(copiesOf('carried.db'), ['carried.db.v3']);
  const copy = openDatabase(`${path}.v3`, kindOf(FIRST));
  assert.deepEqual(copy.prepare('SELECT * FROM songs').raw().all(), [['Sarı gelin'], ['Uzun ince bir yoldayım']]);
  copy.close();
  openDatabase(path, kindOf(FIRST, SECOND)).close();
  assert.deepEqual(
    copiesOf('carried.db').filter((name) => /\.v3(-\d+)?$/.test(name)),
    ['carried.db.v3'],
  );
});

test('an existing copy is never overwritten, and twenty are the maximum', () => {
  const path = songs('again.db');
  writeFileSync(`${path}.v3`, 'kept by hand');
  openDatabase(path, kindOf(FIRST, SECOND)).close();
  assert.equal(readFileSync(`${path}.v3`, 'utf8'), 'kept by hand');
  assert.equal(versionOf(`${path}.v3-2`), 3);

  const full = songs('full.db');
  for (let n = 1; n <= 20; n += 1) writeFileSync(`${full}.v3${n === 1 ? '' : `-${n}`}`, '');
  assert.throws(() => openDatabase(full, kindOf(FIRST, SECOND)), /20 copies of version 3.*move them away/);
  assert.equal(versionOf(full), 3);
});

test('a failing step leaves the file unchanged, and no copy', () => {
  const path = songs('failing.db');
  const broken = kindOf(FIRST, SECOND, 'INSERT INTO nowhere VALUES (1)');
  assert.throws(
    () => openDatabase(path, broken),
    (error) => error instanceof SongsError && error.message.includes(path) && /no such table/.test(error.message),
  );
  assert.deepEqual([versionOf(path), copiesOf('failing.db')], [3, []]);
  const db = openDatabase(path, kindOf(FIRST));
  assert.deepEqual(db.prepare('SELECT * FROM songs').raw().all(), [['Sarı gelin'], ['Uzun ince bir yoldayım']]);
  db.close();
});

test('killed within a step, the file keeps the former version, and the next start migrates it', () => {
  const path = songs('killed.db');
  const module = JSON.stringify(new URL('../../generator/runtime/sqlite.ts', import.meta.url).href);
  const script = `const { openDatabase } = await import(${module});
    const die = (db) => { db.exec('DELETE FROM songs'); process.kill(process.pid, 'SIGKILL'); };
    openDatabase(${JSON.stringify(path)}, { name: 'x', application: 0x736f6e67, firstVersion: 3, steps: ['', die], failure: Error });`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, [CHILD]: '1' },
    timeout: 60_000,
    killSignal: 'SIGTERM',
  });
  assert.equal(signal, 'SIGKILL');
  const db = openDatabase(path, kindOf(FIRST, SECOND));
  assert.equal(db.prepare('SELECT count(*) FROM songs').pluck().get(), 2);
  db.close();
  assert.deepEqual([versionOf(`${path}.v3`), versionOf(`${path}.v3-2`)], [3, 3]);
});

test('a file readable by its owner only stays so, its copy too', () => {
  const path = join(folder, 'private.db');
  openDatabase(path, kindOf(FIRST), { ownerOnly: true }).close();
  openDatabase(path, kindOf(FIRST, SECOND), { ownerOnly: true }).close();
  assert.deepEqual([statSync(path).mode & 0o777, statSync(`${path}.v3`).mode & 0o777], [0o600, 0o600]);
});

function refuses(path: string, kind: DatabaseKind, reason: RegExp): void {
  const before = readFileSync(path);
  for (const open of [openDatabase, readDatabase])
    assert.throws(
      () => open(path, kind),
      (error) => error instanceof SongsError && error.message.startsWith(path) && reason.test(error.message),
    );
  assert.deepEqual(readFileSync(path), before);
}

test('a newer, an unsupported and a foreign file are refused with a message that says what to do', () => {
  const newer = songs('newer.db');
  openDatabase(newer, kindOf(FIRST, SECOND, 'SELECT 1')).close();
  refuses(
    newer,
    kindOf(FIRST, SECOND),
    /version 5, from a newer program; this one reads up to 4\. Start the newer program, or restore the copy/,
  );

  const ancient = join(folder, 'ancient.db');
  const old = new Database(ancient);
  old.exec(FIRST);
  old.pragma('application_id = 0x736f6e67');
  old.pragma('user_version = 2');
  old.close();
  refuses(ancient, kindOf(FIRST), /version 2, which is no longer supported: move it away/);

  const foreign = join(folder, 'foreign.db');
  new Database(foreign).exec('CREATE TABLE recipes (x)').close();
  refuses(
    foreign,
    kindOf(FIRST),
    /another program's database \(it has recipes\), not a database of songs: choose another folder with DATA_DIR/,
  );

  const marked = songs('marked.db');
  refuses(marked, { ...kindOf(FIRST), application: 7 }, /another program's database/);
});

test('an older file is not opened read-only: the message says how to migrate it', () => {
  const path = songs('read.db');
  assert.throws(() => readDatabase(path, kindOf(FIRST, SECOND)), /version 3; this program reads 4\. npm run generate/);
  assert.ok(!existsSync(`${path}.v3`));
});
