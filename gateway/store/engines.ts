/** Where accounts and quota windows are kept: a SQLite file, or the servers that the settings name. */
import type { Redis } from 'ioredis';
import { accountsPath, openAccounts } from './database.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { SqlDatabase } from './sql-database.ts';
import { sqliteEngine } from './sqlite-engine.ts';

export interface Engines {
  database: SqlDatabase;
  /** Undefined: windows are in the database too. */
  redis?: Redis | undefined;
}

/**
 * Opens, creates or migrates; the drivers of servers are loaded where they are used.
 * @param connections to PostgreSQL at most
 * @throws AccountsError for the operator
 */
export async function openEngines(
  { dataDir, databaseUrl, redisUrl }: EngineSettings,
  { connections }: { connections?: number } = {},
): Promise<Engines> {
  const database =
    databaseUrl === undefined
      ? sqliteEngine(openAccounts(accountsPath(dataDir)))
      : await (await import('./postgres-engine.ts')).openPostgres(databaseUrl, connections);
  if (redisUrl === undefined) return { database };
  try {
    return { database, redis: await (await import('./redis.ts')).openRedis(redisUrl) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function closeEngines({ database, redis }: Engines): Promise<void> {
  redis?.disconnect();
  await database.close();
}
