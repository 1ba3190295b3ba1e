/** Signed cookie of a browser that has logged in before: others' wrong passwords do not lock it out. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const DEVICE_COOKIE = 'hiposantr.device';

const signature = (secret: string, email: string, name: string): string =>
  createHmac('sha256', secret).update(`device ${name} of ${email}`).digest('base64url');

/** Cookie value: a random name, and a signature that binds it to the account. */
export function createDeviceCookie(secret: string, email: string): string {
  const name = randomBytes(12).toString('base64url');
  return `${name}.${signature(secret, email, name)}`;
}

/** @returns the browser's random name; undefined when the cookie is missing, forged or another account's */
export function verifyDeviceCookie(secret: string, email: string, cookie: string | undefined): string | undefined {
  const [name = '', presented = ''] = (cookie ?? '').split('.');
  const expected = Buffer.from(signature(secret, email, name));
  const actual = Buffer.from(presented);
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? name : undefined;
}
