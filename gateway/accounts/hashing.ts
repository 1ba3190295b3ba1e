/** Password hashing by the library's standard (scrypt), a bounded number at once: it shares node's thread pool with the reading of files. */
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

export interface Hashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

interface Bound {
  /** Of the pool's four threads. */
  atOnce: number;
  /** How many may wait for their turn; more are refused. */
  waiting: number;
}

export const BUSY = 'BUSY';

const LIBRARY: Hashing = { hash: hashPassword, verify: verifyPassword };

/** @throws APIError 503 with code {@link BUSY} from `hash` and `verify` when too many wait */
export function boundedHashing({ hash, verify } = LIBRARY, bound: Bound = { atOnce: 2, waiting: 50 }): Hashing {
  const turn = turns(bound);
  return {
    hash: (password) => turn(() => hash(password)),
    verify: (given) => turn(() => verify(given)),
  };
}

function turns({ atOnce, waiting }: Bound) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new APIError('SERVICE_UNAVAILABLE', { code: BUSY, message: 'Too many at once.' });
    try {
      return await work();
    } finally {
      // The place goes to the next one, or becomes free.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
