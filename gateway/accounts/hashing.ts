/** Password hashes in the format of the authentication library, computed in a worker thread. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { WorkerClient } from '#core/threads.ts';
import { faultLine, type Log } from '../http/log.ts';
import type { HashRequest } from './hash-worker.ts';

export interface Hashing {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
}

/** Far more than the hash queue lets through. */
const MAX_PENDING_HASHES = 100;

export function startHashing(log: Log): Hashing & { close(): Promise<void> } {
  const worker = new WorkerClient<HashRequest, string>({
    url: new URL('hash-worker.ts', import.meta.url),
    maxPending: MAX_PENDING_HASHES,
    onExit: (error) => log(`accounts: ${faultLine(error)}`),
  });
  return {
    async hash(password) {
      const salt = randomBytes(16).toString('hex');
      return `${salt}:${await worker.request({ password, salt })}`;
    },
    async verify({ hash, password }) {
      const [salt = '', key = ''] = hash.split(':');
      const computed = Buffer.from(await worker.request({ password, salt }), 'hex');
      const expected = Buffer.from(key, 'hex');
      return expected.length === computed.length && timingSafeEqual(expected, computed);
    },
    close: () => worker.close(),
  };
}
