/** Key format: `sk_`, 32 random base62 characters (190 bits), 6 checksum characters. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARK = 'sk_';
const SECRET = 32;
const CHECKSUM = 6;
/** Characters stored and shown after `sk_`; 160 bits remain secret. */
const SHOWN = 5;

// eslint-disable-next-line no-restricted-syntax -- of constants alone
const FORM = new RegExp(`^${MARK}[0-9A-Za-z]{${SECRET + CHECKSUM}}$`);

/** A new random key. */
export function makeKey(): string {
  let secret = '';
  // 248 is the greatest multiple of 62 below 256; higher bytes are rejected to keep the distribution uniform.
  while (secret.length < SECRET)
    for (const byte of randomBytes(SECRET)) if (byte < 248 && secret.length < SECRET) secret += DIGITS[byte % 62];
  return MARK + secret + checksumOf(secret);
}

/** Whether format and checksum are valid: a mistyped key is rejected without a lookup. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && checksumOf(key.slice(MARK.length, -CHECKSUM)) === key.slice(-CHECKSUM);
}

/** The stored hash. A fast hash is enough for 190 random bits. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The characters that identify a key to its owner. */
export const prefixOf = (key: string): string => key.slice(0, MARK.length + SHOWN);

/** CRC-32 in base62, most significant digit first. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let place = 0; place < CHECKSUM; place += 1) {
    digits = DIGITS[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
