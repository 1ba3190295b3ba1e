/** A browser that has logged in to an account before: it keeps a cookie that says so, and strangers' wrong passwords do not hold it up. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const DEVICE_COOKIE = 'hiposantr.device';

const signature = (secret: string, email: string, name: string): string =>
  createHmac('sha256', secret).update(`device ${name} of ${email}`).digest('base64url');

/** The value of the cookie: a random name, and a signature that binds it to the account. */
export function createDeviceCookie(secret: string, email: string): string {
  const name = randomBytes(12).toString('base64url');
  return `${name}.${signature(secret, email, name)}`;
}

/** @returns the name of the browser; undefined where the cookie is missing, or another account's, or forged */
export function verifyDeviceCookie(secret: string, email: string, cookie: string | undefined): string | undefined {
  const [name = '', signed = ''] = (cookie ?? '').split('.');
  const good = Buffer.from(signature(secret, email, name));
  const given = Buffer.from(signed);
  return good.length === given.length && timingSafeEqual(good, given) ? name : undefined;
}
