/** The secret that signs sessions. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingError } from '#runtime/environment.ts';
import { makeFolder } from '#runtime/folder.ts';
import { isUnwritable } from '../store/database.ts';

const MIN_SECRET_LENGTH = 32;
/** Different characters: 32 random hexadecimal digits have fewer once in 27 million. */
const LEAST_DIFFERENT = 8;

interface SecretOptions {
  /** `AUTH_SECRET`, or undefined. */
  configured: string | undefined;
  /** In production, and where several gateways may share accounts. */
  required: boolean;
  dataDir: string;
}

/**
 * The configured secret; where it is not required, one generated once in `auth-secret` of the data folder (0600).
 * @throws SettingError when it is too short or not random, or missing though required
 */
export function authSecret({ configured, required, dataDir }: SecretOptions): string {
  if (configured !== undefined) return checked(configured, 'AUTH_SECRET');
  if (required)
    throw new SettingError(
      'AUTH_SECRET is missing; in production (NODE_ENV=production) and with DATABASE_URL it must be set: at least ' +
        '32 random characters that stay the same, for example from `openssl rand -base64 32`',
    );
  const file = join(dataDir, 'auth-secret');
  return checked(readOrCreate(file), `The file ${file}`);
}

const newSecret = (): string => randomBytes(32).toString('base64url');

function checked(secret: string, name: string): string {
  if (secret.length < MIN_SECRET_LENGTH)
    throw new SettingError(`${name} is too short; it must have at least ${MIN_SECRET_LENGTH} characters`);
  if (new Set(secret).size < LEAST_DIFFERENT)
    throw new SettingError(
      `${name} is not random: it has fewer than ${LEAST_DIFFERENT} different characters; \`openssl rand -base64 32\` makes one`,
    );
  return secret;
}

function readOrCreate(file: string): string {
  try {
    makeFolder(dirname(file));
    if (!existsSync(file)) createAtomically(file, `${newSecret()}\n`);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    // Nobody can log in anyway, until there is room: this one is for later, and for this process.
    if (isUnwritable(error) && !existsSync(file)) return newSecret();
    throw new SettingError(`${file} cannot be used (${(error as Error).message}); set AUTH_SECRET or DATA_DIR`);
  }
}

/** Never overwrites: processes that start together agree on one secret. */
function createAtomically(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
