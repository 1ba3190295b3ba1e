/**
 * What the accounts need of a database engine: SQLite in one process's file, or PostgreSQL for several machines. The
 * SQL is common to both; parameters are `:name`.
 */
import type { Pool, PoolClient } from 'pg';
import type { AccountsDb } from './database.ts';

export type Values = Readonly<Record<string, string | number | Uint8Array | null>>;

interface Statement {
  sql: string;
  values: Values;
}

export interface Result<Row = unknown> {
  rows: Row[];
  /** Rows written. */
  changes: number;
}

/** The statements of a transaction, one after another: SQLite runs them at once, PostgreSQL awaits each. */
export type Work<T> = Generator<Statement, T, Result>;

interface Engine {
  query<Row>(sql: string, values?: Values): Promise<Result<Row>>;
  /** All or nothing, one at a time over all gateways; what is committed survives a power failure. */
  transaction<T>(work: () => Work<T>): Promise<T>;
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
  /** Transactions of quota counts, one at a time over all gateways. */
  counting<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
}

export type SqlDatabase = SqliteEngine | PostgresEngine;

/** A statement of a transaction. */
export function* query<Row>(sql: string, values: Values = {}): Work<Result<Row>> {
  return (yield { sql, values }) as Result<Row>;
}
