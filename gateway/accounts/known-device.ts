/** Signed cookie of a browser that has logged in before: others' wrong passwords do not lock it out. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY, type EpochMs } from '#core/time.ts';
import type { SqlDatabase } from '../store/sql-database.ts';

export const DEVICE_COOKIE = 'hiposantr.device';
/** Time since the last log-in, in days. */
export const DEVICE_DAYS = 365;

interface DeviceOwner {
  secret: string;
  email: string;
  /** Stored hash, so that every cookie ends with its password; undefined for an unknown account. */
  passwordHash: string | undefined;
  now: EpochMs;
}

/** @param email in lower case */
export async function passwordHashOf(database: SqlDatabase, email: string): Promise<string | undefined> {
  const { rows } = await database.query<{ password: string | null }>(PASSWORD_HASH, { email });
  return rows[0]?.password ?? undefined;
}

const PASSWORD_HASH = `SELECT password FROM account
  WHERE "providerId" = 'credential' AND "userId" = (SELECT id FROM "user" WHERE email = :email)`;

const today = (now: EpochMs): number => Math.floor(now / DAY);

const signature = ({ secret, email, passwordHash = '' }: DeviceOwner, name: string, day: string): string =>
  createHmac('sha256', secret).update(`device ${name} since ${day} of ${email} by ${passwordHash}`).digest('base64url');

/** Cookie value: the browser's random name, the day, and a signature that binds both to account and password. */
export function createDeviceCookie(owner: DeviceOwner, name = randomBytes(12).toString('base64url')): string {
  const day = String(today(owner.now));
  return `${name}.${day}.${signature(owner, name, day)}`;
}

/** @returns the browser's name; undefined when the cookie is missing, forged, old, or of another account or password */
export function verifyDeviceCookie(owner: DeviceOwner, cookie: string): string | undefined {
  const [name = '', day = '', presented = ''] = cookie.split('.');
  const expected = Buffer.from(signature(owner, name, day));
  const actual = Buffer.from(presented);
  const isSigned = expected.length === actual.length && timingSafeEqual(expected, actual);
  return isSigned && owner.passwordHash !== undefined && today(owner.now) - Number(day) <= DEVICE_DAYS
    ? name
    : undefined;
}
