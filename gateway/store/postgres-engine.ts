/** The accounts' tables in PostgreSQL. */
import pg, { type Pool, type PoolClient } from 'pg';
import { ownValue } from '#core/own-value.ts';
import { isPostgresAway, isPostgresFull, type OnAway } from './away.ts';
import { AccountsError } from './database.ts';
import { POSTGRES_MIGRATIONS } from './postgres-schema.ts';
import {
  PARAMETER,
  parametersOf,
  type PostgresEngine,
  type Result,
  type TransactionKind,
  type Values,
  type Work,
} from './sql-database.ts';

/** In ms. What takes longer fails, and what is counted gets 503. */
const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 5000;
/** Longer than the server's own limit, which leaves the connection usable. */
const ANSWER_TIMEOUT_MS = 6000;

/** Advisory locks of this program by their upper half, which is the same in every version. */
const LOCKS = { migrations: 1, accounts: 2, windows: 3 };
const PROGRAM = 0x7a656c61;

/** The beginning of a transaction that waits for all others of its kind; of uses of keys, for none. */
const begin = (kind: TransactionKind | 'migrations'): string =>
  kind === 'uses' ? 'BEGIN' : `BEGIN; SELECT pg_advisory_xact_lock(${PROGRAM}, ${LOCKS[kind]})`;

/**
 * Connects, and creates or migrates our tables; with `onAway`, when the server is back at the latest.
 * @param connections of this process at most
 * @throws AccountsError for the operator; it holds no password
 */
export async function openPostgres(url: string, connections = 8, onAway?: OnAway): Promise<PostgresEngine> {
  const pool = createPool(url, connections);
  try {
    (await pool.connect()).release();
  } catch (error) {
    const message =
      error instanceof AccountsError
        ? error.message
        : `The database at DATABASE_URL cannot be used: ${(error as Error).message || reason(error)}.`;
    if (!onAway || !isPostgresAway(error)) {
      await pool.end();
      throw new AccountsError(message);
    }
    onAway(message);
  }
  return engineOf(pool);
}

const reason = (error: unknown): string => String((error as { code?: unknown }).code ?? error);

function createPool(url: string, max: number): Pool {
  const types = new pg.TypeOverrides();
  // 64-bit integers: instants and counts are far below 2^53.
  types.setTypeParser(20, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'hiposantr',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * ANSWER_TIMEOUT_MS,
    keepAlive: true,
    verify: (client, done) => void prepared(client).then(() => done(), done),
  });
  let isMigrated = false;
  /** No connection is used before the tables are there. */
  const prepared = async (client: PoolClient): Promise<void> => {
    if (isMigrated) return;
    await transact(client, begin('migrations'), migrate);
    isMigrated = true;
  };
  // A connection that ends is replaced when it is needed; its statement, if it has one, reports the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function engineOf(pool: Pool): PostgresEngine {
  return {
    kind: 'postgres',
    pool,
    query: <Row>(sql: string, values: Values = {}) => execute<Row>(pool, sql, values),
    transaction: (work, kind = 'accounts') => inTransaction(pool, begin(kind), (client) => complete(work(), client)),
    hasTable: async (name) => {
      const { rows } = await execute<{ found: boolean }>(pool, 'SELECT to_regclass(:name) IS NOT NULL AS found', {
        name: pg.escapeIdentifier(name),
      });
      return rows[0]!.found;
    },
    exclusively: (work) => inTransaction(pool, begin('migrations'), work),
    check: () => {},
    isUnavailable: isPostgresAway,
    isUnwritable: isPostgresFull,
    close: () => pool.end(),
  };
}

async function inTransaction<T>(pool: Pool, beginning: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await transact(client, beginning, work, (failure) => (broken = failure));
  } finally {
    // A connection in an unknown state is not used again.
    client.release(broken);
  }
}

/** @param onBroken called when it cannot be rolled back */
async function transact<T>(
  client: PoolClient,
  beginning: string,
  work: (client: PoolClient) => Promise<T>,
  onBroken: (failure: Error) => void = () => {},
): Promise<T> {
  try {
    await client.query(beginning);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken);
    throw error;
  }
}

async function complete<T>(work: Work<T>, client: PoolClient): Promise<T> {
  for (let step = work.next(); ;) {
    if (step.done) return step.value;
    const { sql, values, rows } = step.value;
    step = work.next(await (rows ? insert(client, sql, rows) : execute(client, sql, values)));
  }
}

interface NumberedSql {
  /** With `$1` for the first name. */
  text: string;
  names: string[];
}

const numbered = new Map<string, NumberedSql>();

function numberedSql(sql: string): NumberedSql {
  const names = [...new Set(parametersOf(sql))];
  return { text: sql.replace(PARAMETER, (_, name: string) => `$${names.indexOf(name) + 1}`), names };
}

async function execute<Row>(on: Pool | PoolClient, sql: string, values: Values): Promise<Result<Row>> {
  const { text, names } = numbered.getOrInsertComputed(sql, numberedSql);
  const bound = names.map((name) => ownValue(values, name));
  const { rows, rowCount } = await on.query(text, bound);
  return { rows: rows as Row[], changes: rowCount ?? 0 };
}

/** A statement has 65,535 parameters at most. */
const ROWS_PER_STATEMENT = 1000;

async function insert(client: PoolClient, sql: string, rows: readonly Values[]): Promise<Result> {
  const names = parametersOf(sql);
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    const tuples = part.map((_, row) => `(${names.map((_name, column) => `$${row * names.length + column + 1}`)})`);
    const text = sql.replace(/VALUES \([^()]*\)/, () => `VALUES ${tuples.join(', ')}`);
    await client.query(
      text,
      part.flatMap((row) => names.map((name) => ownValue(row, name))),
    );
  }
  return { rows: [], changes: rows.length };
}

/** @throws AccountsError for a newer version, or tables of another program */
async function migrate(client: PoolClient): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS hiposantr_version (version INTEGER NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM hiposantr_version');
  const version = rows[0]?.version ?? 0;
  if (version > POSTGRES_MIGRATIONS.length)
    throw new AccountsError(
      `The database at DATABASE_URL has version ${version}, from a newer program; this one reads up to ` +
        `${POSTGRES_MIGRATIONS.length}.`,
    );
  if (version === POSTGRES_MIGRATIONS.length) return;
  if (version === 0) await refuseOthers(client);
  for (const step of POSTGRES_MIGRATIONS.slice(version)) await client.query(step);
  await client.query(
    version === 0 ? 'INSERT INTO hiposantr_version VALUES ($1)' : 'UPDATE hiposantr_version SET version = $1',
    [POSTGRES_MIGRATIONS.length],
  );
}

/** @throws AccountsError when the schema has tables already */
async function refuseOthers(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'hiposantr_version'
     LIMIT 1`,
  );
  if (rows[0])
    throw new AccountsError(
      `The database at DATABASE_URL is another program's (it has the table ${rows[0].name}); create one of its own.`,
    );
}
