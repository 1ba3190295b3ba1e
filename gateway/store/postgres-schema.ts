/** Our tables in PostgreSQL: those of `accounts.db` in its words. */
import { MIGRATIONS, type SchemaStep } from './schema.ts';

const POSTGRES_WORDS = new Map([
  ['INTEGER', 'BIGINT'],
  ['BLOB', 'BYTEA'],
  [') STRICT', ')'],
  [', WITHOUT ROWID', ''],
]);

const inPostgres = (step: SchemaStep): string => (typeof step === 'string' ? translated(step) : onlyWhere(step));

const onlyWhere = ({ where, sql }: Exclude<SchemaStep, string>): string =>
  `DO $$ BEGIN IF to_regclass('${where}') IS NOT NULL THEN ${sql} END IF; END $$;`;

const translated = (sql: string): string =>
  sql.replace(/\bINTEGER\b|\bBLOB\b|\) STRICT|, WITHOUT ROWID/g, (word) => POSTGRES_WORDS.get(word)!);

/** Statements for PostgreSQL alone: SQLite has this anyway, or does not need it on one machine. */
const ONLY_POSTGRES = `
-- The order of insertion.
ALTER TABLE api_keys ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY;
ALTER TABLE stripe_subscriptions ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY;
-- The order of bytes.
ALTER TABLE api_keys ALTER COLUMN prefix TYPE TEXT COLLATE "C";
ALTER TABLE meter_windows ALTER COLUMN caller TYPE TEXT COLLATE "C";
ALTER TABLE usage_days ALTER COLUMN endpoint TYPE TEXT COLLATE "C", ALTER COLUMN key_id TYPE TEXT COLLATE "C";
ALTER TABLE meter_windows SET (fillfactor = 70);
CREATE INDEX meter_windows_by_day ON meter_windows (day);
CREATE INDEX usage_days_by_day ON usage_days (day);
`;

/** SQLite's version to which version 1 of PostgreSQL corresponds. */
const FIRST_POSTGRES = 4;

/** Step n migrates version n of PostgreSQL to n + 1. */
export const POSTGRES_MIGRATIONS = [
  [...MIGRATIONS.slice(0, FIRST_POSTGRES).map(inPostgres), ONLY_POSTGRES].join(''),
  ...MIGRATIONS.slice(FIRST_POSTGRES).map(inPostgres),
];
