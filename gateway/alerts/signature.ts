/** Standard Webhooks (https://www.standardwebhooks.com, 1.0.0): secrets and signatures. */
import { createHmac, randomBytes } from 'node:crypto';
import { type EpochMs, HOUR, SECOND } from '#core/time.ts';

const PREFIX = 'whsec_';
/** The specification has 24 to 64. */
const SECRET_BYTES = 32;

/** After a rotation, messages carry both signatures for so long. */
export const SECRET_OVERLAP = 24 * HOUR;

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** @param secrets of which each signs */
export function signedHeaders(id: string, at: EpochMs, body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at / SECOND));
  const signature = (secret: string): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signature).join(' '),
  };
}
