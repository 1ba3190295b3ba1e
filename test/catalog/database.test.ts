import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import Database from 'better-sqlite3';
import { CatalogError, openCatalog } from '../../generator/catalog/database.ts';
import { catalogOf, dump, NOON, onlyRecord, records, report, testCatalog, type Document } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder(test);

const DOCUMENTS: Document[] = [
  { feed: 'afad-api', reports: [report({ key: '1' })] },
  { feed: 'kandilli-live', reports: [report({})] },
];

/** Runs the child that is killed; the path of the catalogue that it leaves behind. */
function killed(name: string, moment: 'after' | 'within'): string {
  const path = join(folder, name);
  const child = join(import.meta.dirname, '..', 'support', 'killed-ingest.ts');
  const { signal, stderr } = spawnSync(process.execPath, [child, path, moment], {
    encoding: 'utf8',
  });
  assert.equal(signal, 'SIGKILL', stderr);
  return path;
}

test('killed between storing and finishing: the next run publishes the document', () => {
  const catalog = testCatalog(killed('after.db', 'after'));
  assert.equal(records(catalog.db).length, 0);
  assert.deepEqual(catalog.finish(), { created: 1, revised: 0, merged: 0, withdrawn: 0 });
  assert.equal(dump(catalog.db), dump(catalogOf(...DOCUMENTS).db));
  catalog.db.close();
});

test('killed while storing: nothing of the document is stored, and it can be read again', () => {
  const catalog = testCatalog(killed('within.db', 'within'));
  assert.equal(catalog.db.prepare('SELECT count(*) FROM solution_versions').pluck().get(), 0);
  assert.deepEqual(catalog.run(...DOCUMENTS), { created: 1, revised: 0, merged: 0, withdrawn: 0 });
  catalog.db.close();
});

test('a failed commit publishes nothing, and the next one publishes everything', () => {
  const catalog = testCatalog();
  for (const document of DOCUMENTS) catalog.store(document);
  catalog.store({ feed: 'usgs-fdsn', reports: [report({ key: 'us1', time: NOON + 3_600_000 })] });
  catalog.db.exec(
    `CREATE TRIGGER full BEFORE INSERT ON changes WHEN new.sequence = 2 BEGIN SELECT raise(ABORT, 'disk full'); END`,
  );
  assert.throws(() => catalog.finish(), /disk full/);
  assert.equal(dump(catalog.db), dump(testCatalog().db));
  catalog.db.exec('DROP TRIGGER full');
  assert.equal(catalog.finish().created, 2);
});

test('a catalogue on disk goes on where it was', () => {
  const path = join(folder, 'deep', 'er', 'catalog.db');
  const first = testCatalog(path);
  first.run(DOCUMENTS[0]!);
  const { eventId } = onlyRecord(first.db);
  first.db.close();
  const second = testCatalog(path);
  second.run(...DOCUMENTS);
  assert.deepEqual([onlyRecord(second.db).eventId, onlyRecord(second.db).solutions.length], [eventId, 2]);
  second.db.close();
});

function refused(name: string, prepare: (path: string) => void, message: RegExp): void {
  test(`refused: ${name}`, () => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.db`);
    prepare(path);
    assert.throws(
      () => openCatalog(path),
      (error: Error) => {
        assert.ok(error instanceof CatalogError, String(error));
        assert.match(error.message, message);
        assert.ok(error.message.includes(path), error.message);
        return true;
      },
    );
  });
}

refused('a text file', (path) => writeFileSync(path, 'id,magnitude\n'.repeat(1000)), /not a database/);
refused('a folder', (path) => mkdirSync(path), /cannot be opened/);
refused(
  'a newer version',
  (path) => {
    openCatalog(path).close();
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.close();
  },
  /version 99, from a newer program; this one reads up to 15\. Start the newer program, or restore the copy/,
);
refused(
  "another program's database",
  (path) => {
    const db = new Database(path);
    db.exec('CREATE TABLE songs (title TEXT)');
    db.close();
  },
  /another program's database \(it has songs\)/,
);
refused(
  'a catalogue cut off',
  (path) => {
    const db = new Database(path);
    db.exec('CREATE TABLE t (x)');
    db.close();
    writeFileSync(path, new Uint8Array([...Buffer.from('SQLite format 3\0'), ...new Array<number>(84).fill(0xff)]));
  },
  /cannot be opened as a catalogue/,
);

test('a folder that cannot be created is reported', () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  assert.throws(() => openCatalog(join(file, 'catalog.db')), CatalogError);
});

test('an empty file becomes a catalogue', () => {
  const path = join(folder, 'empty.db');
  writeFileSync(path, '');
  const catalog = testCatalog(path);
  assert.equal(catalog.run(...DOCUMENTS).created, 1);
  catalog.db.close();
});
