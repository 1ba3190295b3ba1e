/** Opening the catalogue: one file, one schema version, prepared statements kept. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

export type Db = Database.Database;

export class CatalogError extends Error {
  override name = 'CatalogError';
}

/** @param path a file, or `:memory:`. @throws CatalogError when the file is no catalogue, of another version, or cannot be opened. */
export function openCatalog(path: string): Db {
  let db: Db | undefined;
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    db = new Database(path);
    db.pragma('journal_mode = WAL');
    // A power cut may lose the last commits, never the file; what was lost is asked from the agencies again.
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -262144');
    prepareTables(db, path);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof CatalogError) throw error;
    throw new CatalogError(`${path} cannot be opened as a catalogue: ${(error as Error).message}`);
  }
}

/** A catalogue to look into, while another process may write to it. @throws CatalogError */
export function readCatalog(path: string): Db {
  let db: Db | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version !== SCHEMA_VERSION)
      throw new CatalogError(`${path} has catalogue version ${version}; this program reads version ${SCHEMA_VERSION}`);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof CatalogError) throw error;
    throw new CatalogError(`${path} cannot be read as a catalogue: ${(error as Error).message}`);
  }
}

/** Makes the tables of an empty file, all or none of them. @throws CatalogError */
function prepareTables(db: Db, path: string): void {
  db.transaction(() => {
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version === SCHEMA_VERSION) return;
    if (version !== 0)
      throw new CatalogError(`${path} has catalogue version ${version}; this program reads version ${SCHEMA_VERSION}`);
    const foreign = db.prepare<[], string>('SELECT name FROM sqlite_schema LIMIT 1').pluck().get();
    if (foreign !== undefined)
      throw new CatalogError(`${path} is a database of something else (it has ${foreign}), not a catalogue`);
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
