/** `DATABASE_URL` and `REDIS_URL` from the environment. */
import { type Environment, SettingError, textSetting } from '#core/environment.ts';

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
