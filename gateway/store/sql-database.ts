/**
 * What the accounts need of a database engine: SQLite in one process's file, or PostgreSQL for several machines. The
 * SQL is common to both; parameters are `:name`.
 */
import type { Pool } from 'pg';
import type { AccountsDb } from './database.ts';

export type Values = Readonly<Record<string, string | number | Uint8Array | null>>;

interface Statement {
  sql: string;
  values: Values;
  /** Instead of `values`: of an `INSERT … VALUES (…)`, which PostgreSQL runs once for many. */
  rows?: readonly Values[];
}

export interface Result<Row = unknown> {
  rows: Row[];
  /** Rows written. */
  changes: number;
}

/** The statements of a transaction, one after another: SQLite runs them at once, PostgreSQL awaits each. */
export type Work<T> = Generator<Statement, T, Result>;

/**
 * `accounts`: one at a time over all gateways; what is committed survives a power failure. `windows`: one at a time
 * among themselves; what is committed survives `kill -9`. `uses`: as `windows`, side by side in PostgreSQL.
 */
export type TransactionKind = 'accounts' | 'windows' | 'uses';

interface Engine {
  query<Row>(sql: string, values?: Values): Promise<Result<Row>>;
  /** All or nothing. @param kind `accounts` by default */
  transaction<T>(work: () => Work<T>, kind?: TransactionKind): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  /** Runs what is not one transaction in no two gateways at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** @throws Error when what is written would be lost */
  check(): void;
  /** Whether an error means that the engine is busy or away, so that the same may succeed later. */
  isUnavailable(error: unknown): boolean;
  /** Whether an error means that what is stored can only be read. */
  isUnwritable(error: unknown): boolean;
  close(): Promise<void>;
}

export interface SqliteEngine extends Engine {
  kind: 'sqlite';
  db: AccountsDb;
}

export interface PostgresEngine extends Engine {
  kind: 'postgres';
  pool: Pool;
}

export type SqlDatabase = SqliteEngine | PostgresEngine;

/** `:name`; a cast (`::json`) is none. */
export const PARAMETER = /(?<!:):([a-z]\w*)/gi;

/** In their order, repeated ones too. */
export const parametersOf = (sql: string): string[] => [...sql.matchAll(PARAMETER)].map(([, name]) => name!);

/** A statement of a transaction. */
export function* query<Row>(sql: string, values: Values = {}): Work<Result<Row>> {
  return (yield { sql, values }) as Result<Row>;
}

/** `INSERT … VALUES (:column, …) ON CONFLICT …` of any number of rows. */
export function* insertAll(sql: string, rows: readonly Values[]): Work<void> {
  if (rows.length > 0) yield { sql, values: {}, rows };
}
