/** `npm run accounts -- import`: from a SQLite file to PostgreSQL, and to Redis where windows are counted there. */
import { existsSync } from 'node:fs';
import { copyWindows } from '../access/quota/redis-windows.ts';
import { openUserAdmin } from '../accounts/user-admin.ts';
import type { Log } from '../http/log.ts';
import { copyAccounts } from '../store/copy-accounts.ts';
import { accountsPath, openAccounts } from '../store/database.ts';
import { type Operator, OperatorError } from './operator.ts';

type ImportedRows = { table: string; rows: number }[];

/** @throws OperatorError without DATABASE_URL or the file; AccountsError when there are accounts already */
export async function importAccounts(
  { database, redis, dataDir }: Operator,
  file = accountsPath(dataDir),
  log: Log,
): Promise<ImportedRows> {
  if (database.kind !== 'postgres') throw new OperatorError('DATABASE_URL must be set to the database to copy into.');
  if (!existsSync(file)) throw new OperatorError(`There is no ${file}. Is DATA_DIR right?`);
  const source = openAccounts(file);
  try {
    // Creates the tables of the authentication library.
    await openUserAdmin(database, log);
    const rows: ImportedRows = await copyAccounts(source, database);
    if (redis) rows.push({ table: 'windows of today in Redis', rows: await copyWindows(source, redis, Date.now()) });
    return rows;
  } finally {
    source.close();
  }
}
