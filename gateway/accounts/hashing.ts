/** Password hashing as the authentication library does it, in a thread of its own, so that data answers keep their pace. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Log } from '../http/log.ts';
import { faultLine } from '../http/log.ts';
import { WorkerClient } from './thread/worker-client.ts';
import type { HashRequest } from './thread/hash-worker.ts';

export interface Hashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

/** Far more than the turns of attempts let through. */
const MAX_PENDING_HASHES = 100;

export function startHashing(log: Log): Hashing & { close(): Promise<void> } {
  const thread = new WorkerClient<HashRequest, string>({
    url: new URL('thread/hash-worker.ts', import.meta.url),
    maxPending: MAX_PENDING_HASHES,
    onExit: (error) => log(`accounts: ${faultLine(error)}`),
  });
  return {
    async hash(password) {
      const salt = randomBytes(16).toString('hex');
      return `${salt}:${await thread.request({ password, salt })}`;
    },
    async verify({ hash, password }) {
      const [salt = '', key = ''] = hash.split(':');
      const found = Buffer.from(await thread.request({ password, salt }), 'hex');
      const kept = Buffer.from(key, 'hex');
      return kept.length === found.length && timingSafeEqual(kept, found);
    },
    close: () => thread.close(),
  };
}
