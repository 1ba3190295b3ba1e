/** Password hashing as the authentication library does it, in a thread of its own, so that data answers keep their pace. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Log } from '../http/log.ts';
import { faultLine } from '../http/log.ts';
import { AnsweringThread } from './thread/answering-thread.ts';
import type { HashQuestion } from './thread/hash-thread.ts';

export interface Hashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

/** Far more than the turns of attempts let through. */
const MOST_HASHES = 100;

export function hashingThread(log: Log): Hashing & { close(): Promise<void> } {
  const thread = new AnsweringThread<HashQuestion, string>({
    url: new URL('thread/hash-thread.ts', import.meta.url),
    most: MOST_HASHES,
    onDeath: (error) => log(`accounts: ${faultLine(error)}`),
  });
  return {
    async hash(password) {
      const salt = randomBytes(16).toString('hex');
      return `${salt}:${await thread.ask({ password, salt })}`;
    },
    async verify({ hash, password }) {
      const [salt = '', key = ''] = hash.split(':');
      const found = Buffer.from(await thread.ask({ password, salt }), 'hex');
      const kept = Buffer.from(key, 'hex');
      return kept.length === found.length && timingSafeEqual(kept, found);
    },
    close: () => thread.close(),
  };
}
