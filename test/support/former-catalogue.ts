/** Catalogues as former programs wrote them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import Database from 'better-sqlite3';
import type { Db } from '../../generator/catalog/database.ts';
import { NAMES } from '../../generator/catalog/migrations/version-9.ts';
import { temporaryFolder } from './temporary.ts';

const dumpOf = (version: number): string =>
  readFileSync(join(import.meta.dirname, `../catalog/migrations/version-${version}.sql`), 'utf8');

/** Version 3 is of the program 0.1.0, version 4 of 0.2.0. @returns the path of the file */
export function formerCatalogue(t: TestContext, version: 3 | 4 | 6): string {
  const path = join(temporaryFolder(t), 'catalog.db');
  const db = new Database(path);
  db.exec(dumpOf(version));
  db.close();
  return path;
}

/** Takes a catalogue of the newest version back to version 8: tables and columns have their former names. */
export function toVersion8(db: Db): void {
  const renamed = /ALTER TABLE (\w+) RENAME (?:TO (\w+)|COLUMN (\w+) TO (\w+));/g;
  for (const [, table, name, from, to] of [...NAMES.matchAll(renamed)].reverse())
    db.exec(name ? `ALTER TABLE ${name} RENAME TO ${table}` : `ALTER TABLE ${table} RENAME COLUMN ${to} TO ${from}`);
  for (const [, name] of NAMES.matchAll(/CREATE INDEX (\w+)/g)) db.exec(`DROP INDEX ${name}`);
  for (const [, name] of NAMES.matchAll(/DROP INDEX (\w+)/g)) db.exec(`CREATE INDEX ${name} ON threads (thread)`);
  db.exec('DROP TABLE shown_together; DROP INDEX earthquakes_by_province');
  db.exec('DROP TABLE faulty_reports; DROP TABLE unconfirmed_reports');
  db.pragma('user_version = 8');
}
