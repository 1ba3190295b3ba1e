/** Where accounts and quota windows are kept: a SQLite file, or the servers that the settings name. */
import type { Redis } from 'ioredis';
import { type Environment, SettingError, textSetting } from '#runtime/environment.ts';
import type { OnAway } from './away.ts';
import { accountsPath, openAccounts } from './database.ts';
import type { SqlDatabase } from './sql-database.ts';
import { sqliteEngine } from './sqlite-engine.ts';

export interface EngineSettings {
  dataDir: string;
  /** PostgreSQL; undefined: `accounts.db` in `dataDir`. */
  databaseUrl: string | undefined;
  /** Redis or Valkey; undefined: quota windows are in the database. */
  redisUrl: string | undefined;
}

/** @throws SettingError; it shows no value, which may hold a password */
export function readEngineSettings(environment: Environment): Omit<EngineSettings, 'dataDir'> {
  return {
    databaseUrl: urlSetting(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: urlSetting(environment, 'REDIS_URL', ['redis:', 'rediss:']),
  };
}

function urlSetting(environment: Environment, name: string, protocols: string[]): string | undefined {
  const text = textSetting(environment, name, '');
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && protocols.includes(url.protocol) && url.hostname !== '') return text;
  throw new SettingError(`${name} must be an address such as ${protocols[0]}//user:password@host/0`);
}

export interface Engines {
  database: SqlDatabase;
  /** Undefined: windows are in the database too. */
  redis?: Redis | undefined;
}

interface OpenOptions {
  /** Most connections to PostgreSQL. */
  connections?: number;
  /** Called for each server that is away, and is used when it is back. */
  onAway?: OnAway;
}

/**
 * Opens, creates or migrates; the drivers of servers are loaded where they are used.
 * @throws AccountsError for the operator
 */
export async function openEngines(
  { dataDir, databaseUrl, redisUrl }: EngineSettings,
  { connections, onAway }: OpenOptions = {},
): Promise<Engines> {
  const database =
    databaseUrl === undefined
      ? sqliteEngine(openAccounts(accountsPath(dataDir)))
      : await (await import('./postgres-engine.ts')).openPostgres(databaseUrl, connections, onAway);
  if (redisUrl === undefined) return { database };
  try {
    return { database, redis: await (await import('./redis.ts')).openRedis(redisUrl, onAway) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function closeEngines({ database, redis }: Engines): Promise<void> {
  redis?.disconnect();
  await database.close();
}
