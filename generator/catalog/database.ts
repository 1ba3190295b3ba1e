/** Opening the catalogue: one file, one schema version, prepared statements kept. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

export type Db = Database.Database;

export class CatalogError extends Error {
  override name = 'CatalogError';
}

/** @param path a file, or `:memory:`. @throws CatalogError when the file is no catalogue or of another version. */
export function openCatalog(path: string): Db {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path);
  try {
    db.pragma('journal_mode = WAL');
    // A power cut may lose the last commits, never the file; what was lost is asked from the agencies again.
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -262144');
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version === 0) createTables(db);
    else if (version !== SCHEMA_VERSION)
      throw new CatalogError(`${path} has catalogue version ${version}; this program reads ${SCHEMA_VERSION}`);
  } catch (error) {
    db.close();
    if (error instanceof CatalogError) throw error;
    throw new CatalogError(`${path} cannot be opened as a catalogue: ${(error as Error).message}`);
  }
  return db;
}

function createTables(db: Db): void {
  db.transaction(() => {
    db.exec(SCHEMA);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  }).immediate();
}

const prepared = new WeakMap<Db, Map<string, Database.Statement>>();

/** The prepared statement for a text, made once per connection. */
export function sql<Parameters extends unknown[] = unknown[], Row = unknown>(
  db: Db,
  text: string,
): Database.Statement<Parameters, Row> {
  let statements = prepared.get(db);
  if (!statements) prepared.set(db, (statements = new Map()));
  let statement = statements.get(text);
  if (!statement) statements.set(text, (statement = db.prepare(text)));
  return statement as Database.Statement<Parameters, Row>;
}
