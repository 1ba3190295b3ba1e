/** Copies `accounts.db` into an empty PostgreSQL database. */
import { type AccountsDb, AccountsError } from './database.ts';
import { type PostgresEngine, query, type Work } from './sql-database.ts';

/** Rows of others come after those that they refer to. */
const TABLES = [
  ...['user', 'session', 'account', 'verification', 'api_keys', 'plans', 'meter_windows', 'usage_days'],
  ...['stripe_subscriptions', 'stripe_events', 'attempts'],
  ...['alert_subscribers', 'push_keys', 'alert_threads', 'alert_limits', 'alert_messages', 'alert_position'],
];

const ROWS_PER_STATEMENT = 1000;

interface CopiedTable {
  table: string;
  rows: number;
}

/**
 * In one transaction, from one state of the file. Every row is counted on both sides.
 * @param target with the tables of the authentication library
 * @throws AccountsError when it has rows already, or the file a table that this program does not know
 */
export async function copyAccounts(source: AccountsDb, target: PostgresEngine): Promise<CopiedTable[]> {
  source.exec('BEGIN');
  try {
    const tables = tablesOf(source);
    return await target.transaction(() => copy(source, tables));
  } finally {
    source.exec('ROLLBACK');
  }
}

function tablesOf(source: AccountsDb): string[] {
  const names = source
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all();
  const unknown = names.find((name) => !TABLES.includes(name));
  if (unknown !== undefined) throw new AccountsError(`${source.name} has a table that is not copied: ${unknown}.`);
  return TABLES.filter((table) => names.includes(table));
}

function* copy(source: AccountsDb, tables: string[]): Work<CopiedTable[]> {
  for (const table of TABLES) {
    const rows = yield* rowsOf(table);
    if (rows > 0)
      throw new AccountsError(
        `The database at DATABASE_URL has accounts already (${rows} rows in ${table}); nothing was changed.`,
      );
  }
  const copied: CopiedTable[] = [];
  for (const table of tables) {
    const rows = yield* copyTable(source, table);
    const found = yield* rowsOf(table);
    if (found !== rows) throw new AccountsError(`Of ${rows} rows in ${table} ${found} arrived; nothing was changed.`);
    copied.push({ table, rows });
  }
  return copied;
}

function* rowsOf(table: string): Work<number> {
  const { rows } = yield* query<{ count: number }>(`SELECT count(*) AS count FROM "${table}"`);
  return rows[0]!.count;
}

function* copyTable(source: AccountsDb, table: string): Work<number> {
  const select = source.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`);
  const columns = select
    .columns()
    .map(({ name }) => `"${name}"`)
    .join(', ');
  const insert = `INSERT INTO "${table}" (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", :rows::json)`;
  let batch: object[] = [];
  let count = 0;
  for (const row of select.iterate()) {
    batch.push(jsonRow(row));
    count += 1;
    if (batch.length < ROWS_PER_STATEMENT) continue;
    yield* query(insert, { rows: JSON.stringify(batch) });
    batch = [];
  }
  if (batch.length > 0) yield* query(insert, { rows: JSON.stringify(batch) });
  return count;
}

/** Bytes in PostgreSQL's form. Its input functions read 0 and 1 as booleans and ISO 8601 as instants. */
const jsonRow = (row: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  );
