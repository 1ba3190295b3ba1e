/** Opens the catalogue; caches prepared statements. */
import type Database from 'better-sqlite3';
import { ExpectedError } from '#core/expected-error.ts';
import { openDatabase, readDatabase, type DatabaseKind, type Db } from '#runtime/sqlite.ts';
import { FIRST_VERSION, SCHEMA, UPGRADES } from './migrations/schema.ts';

export type { Db };

export class CatalogError extends ExpectedError {
  override name = 'CatalogError';
}

const CATALOG: DatabaseKind = {
  name: 'a catalogue',
  // "zelc" in ASCII.
  application: 0x7a656c63,
  firstVersion: FIRST_VERSION,
  upgradedBy: '0.3.0',
  steps: UPGRADES,
  schema: SCHEMA,
  failure: CatalogError,
};

/** The write-ahead log is cut to this after a transaction that needed more. */
const JOURNAL_BYTES = 64 * 2 ** 20;

/**
 * @param path a file, or `:memory:`
 * @throws CatalogError when the file is no catalogue, of a newer version, or cannot be opened
 */
export function openCatalog(path: string): Db {
  const db = openDatabase(path, CATALOG);
  // What is published is on the disk: a dataset is never ahead of its catalogue, also after a power failure.
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -65536');
  db.pragma(`journal_size_limit = ${JOURNAL_BYTES}`);
  return db;
}

/** Opens a catalogue for reading, while another process may write to it. @throws CatalogError */
export const readCatalog = (path: string): Db => readDatabase(path, CATALOG);

const prepared = new WeakMap<Db, Map<string, Database.Statement>>();

/** The prepared statement for a text, one a connection. */
export function sql<Parameters extends unknown[] = unknown[], Row = unknown>(
  db: Db,
  text: string,
): Database.Statement<Parameters, Row> {
  const statements = prepared.getOrInsertComputed(db, () => new Map());
  return statements.getOrInsertComputed(text, () => db.prepare(text)) as Database.Statement<Parameters, Row>;
}

/** All rows of a query. @param values of its parameters in order, or an object of the named ones */
export const allRows = <Row>(db: Db, text: string, ...values: unknown[]): Row[] =>
  sql<unknown[], Row>(db, text).all(...values);

/** The first row, if there is one. */
export const firstRow = <Row>(db: Db, text: string, ...values: unknown[]): Row | undefined =>
  sql<unknown[], Row>(db, text).get(...values);

/** The first column of all rows. */
export const allValues = <Value>(db: Db, text: string, ...values: unknown[]): Value[] =>
  sql<unknown[], Value>(db, text)
    .pluck()
    .all(...values);

/** The first column of the first row, if there is one. */
export const firstValue = <Value>(db: Db, text: string, ...values: unknown[]): Value | undefined =>
  sql<unknown[], Value>(db, text)
    .pluck()
    .get(...values);

/** Runs a statement that returns no rows. */
export const run = (db: Db, text: string, ...values: unknown[]): Database.RunResult => sql(db, text).run(...values);
