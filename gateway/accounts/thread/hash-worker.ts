/** The thread that passwords are hashed in: not in node's pool, which reads the files that are served. */
import { scryptSync } from 'node:crypto';
import { serveRequests } from './worker-server.ts';

export interface HashRequest {
  password: string;
  salt: string;
}

/** The authentication library's own (scrypt, N = 16384), so that its hashes and ours are the same. */
const COST = { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 };
const KEY_BYTES = 64;

serveRequests(({ password, salt }: HashRequest) =>
  Promise.resolve({ answer: scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, COST).toString('hex') }),
);
