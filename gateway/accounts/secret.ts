/** The secret that signs sessions and links. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '#core/environment.ts';

const LEAST_CHARACTERS = 32;

interface SecretOptions {
  /** `AUTH_SECRET`, or undefined. */
  given: string | undefined;
  production: boolean;
  dataDir: string;
}

/**
 * The given secret; in development without one, one that is made once and kept in `auth-secret` of the data folder, for its owner alone.
 * @throws SettingError when it is too short, or missing in production
 */
export function authSecret({ given, production, dataDir }: SecretOptions): string {
  if (given !== undefined) return longEnough(given, 'AUTH_SECRET');
  if (production)
    throw new SettingError(
      'AUTH_SECRET is missing; in production (NODE_ENV=production) it must be set: at least 32 random characters that stay the same, ' +
        'for example from `openssl rand -base64 32`',
    );
  const file = join(dataDir, 'auth-secret');
  return longEnough(readOrMake(file), `The file ${file}`);
}

function longEnough(secret: string, name: string): string {
  if (secret.length >= LEAST_CHARACTERS) return secret;
  throw new SettingError(`${name} is too short; it must have at least ${LEAST_CHARACTERS} characters`);
}

function readOrMake(file: string): string {
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    // `wx` fails where the file is there, so that two programs started together agree on one secret.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new SettingError(`${file} cannot be written (${(error as Error).message}); set AUTH_SECRET or DATA_DIR`);
  }
  return readFileSync(file, 'utf8').trim();
}
