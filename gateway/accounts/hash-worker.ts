/** Worker thread for password hashes: Node's thread pool is left to file reads. */
import { scryptSync } from 'node:crypto';
import { serveRequests } from '#core/threads.ts';

export interface HashRequest {
  password: string;
  salt: string;
}

/** Parameters of better-auth, so that its hashes and ours are interchangeable. */
const COST = { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 };
const KEY_BYTES = 64;

serveRequests(
  ({ password, salt }: HashRequest) => scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, COST).toString('hex'),
  { priority: 10 },
);
