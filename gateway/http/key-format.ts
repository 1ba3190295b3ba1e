/** Key format: `sk_`, 32 random base62 characters (190 bits), 6 checksum characters. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'sk_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Characters stored and shown after `sk_`; 160 bits remain secret. */
const SHOWN_LENGTH = 5;

// oxlint-disable-next-line local/restricted-syntax -- of constants alone
const KEY_PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new random key. */
export function generateKey(): string {
  let secret = '';
  // 248 is the greatest multiple of 62 below 256; higher bytes are rejected to keep the distribution uniform.
  while (secret.length < SECRET_LENGTH)
    for (const byte of randomBytes(SECRET_LENGTH))
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += DIGITS[byte % 62];
  return PREFIX + secret + checksumOf(secret);
}

/** Whether format and checksum are valid: a mistyped key is rejected without a lookup. */
export function isWellFormed(key: string): boolean {
  return (
    KEY_PATTERN.test(key) && checksumOf(key.slice(PREFIX.length, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)
  );
}

const DIGIT_RUNS = /[0-9A-Za-z]+/g;

/** Whether the characters after `sk_` of any key stand in the text: their checksum tells. */
export function holdsSecret(text: string): boolean {
  for (const [run] of text.matchAll(DIGIT_RUNS))
    for (let end = SECRET_LENGTH; end + CHECKSUM_LENGTH <= run.length; end += 1)
      if (checksumOf(run.slice(end - SECRET_LENGTH, end)) === run.slice(end, end + CHECKSUM_LENGTH)) return true;
  return false;
}

/** The stored hash. A fast hash is enough for 190 random bits. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The characters that identify a key to its owner. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX.length + SHOWN_LENGTH);

/** CRC-32 in base62, most significant digit first. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = DIGITS[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
