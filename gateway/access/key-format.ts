/** What a key looks like: `sk_`, 32 random characters of base62 (190 bits), and 6 characters of checksum. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARK = 'sk_';
const SECRET = 32;
const CHECKSUM = 6;
/** Characters kept and shown after the mark: with them known, 160 bits are still secret. */
const SHOWN = 5;

// eslint-disable-next-line no-restricted-syntax -- of constants alone
const FORM = new RegExp(`^${MARK}[0-9A-Za-z]{${SECRET + CHECKSUM}}$`);

/** A new key, from the system's source of randomness. */
export function makeKey(): string {
  let secret = '';
  // The greatest multiple of 62 below 256: what lies above would make some characters likelier than others.
  while (secret.length < SECRET)
    for (const byte of randomBytes(SECRET)) if (byte < 248 && secret.length < SECRET) secret += DIGITS[byte % 62];
  return MARK + secret + checksumOf(secret);
}

/** Whether the text has the form of a key and its checksum is right: a mistyped key is told without a look-up. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && checksumOf(key.slice(MARK.length, -CHECKSUM)) === key.slice(-CHECKSUM);
}

/** What is stored of a key. A fast hash is enough: a secret of 190 random bits cannot be guessed. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The characters by which its owner tells a key from others. */
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
