/** Attempts per fixed UTC window, counted in the database: exact across restarts and gateways. */
import { createHash } from 'node:crypto';
import type { EpochMs } from '#core/time.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';

interface AttemptLimit {
  /** Per window. */
  limit: number;
  /** In ms. */
  windowMs: number;
}

/** Password hashes and emails caused by one address. */
export const ADDRESS_ATTEMPTS: AttemptLimit = { limit: 20, windowMs: 10 * MINUTE };
/** Emails of one kind to one recipient, by anyone's request. */
export const RECIPIENT_EMAILS: AttemptLimit = { limit: 5, windowMs: HOUR };

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;

export function createAttemptLimiter(db: AccountsDb, now: () => EpochMs) {
  const count = db.prepare<{ who: Buffer; ends: EpochMs }, { count: number }>(
    `INSERT INTO attempts (who, ends_at, count) VALUES (:who, :ends, 1)
     ON CONFLICT (who) DO UPDATE SET count = CASE ends_at WHEN :ends THEN count + 1 ELSE 1 END, ends_at = :ends
     RETURNING count`,
  );
  const deleteEnded = db.prepare('DELETE FROM attempts WHERE ends_at <= ?');
  return {
    /**
     * Counts one attempt.
     * @param subject stored only as a hash
     * @returns attempts in this window, and `wait`, the seconds until the next one, when they exceed the limit
     */
    consume(subject: string, { limit, windowMs }: AttemptLimit): { attempts: number; wait: number | undefined } {
      const at = now();
      const ends = (Math.floor(at / windowMs) + 1) * windowMs;
      deleteEnded.run(at);
      const { count: attempts } = count.get({ who: createHash('sha256').update(subject).digest(), ends })!;
      return { attempts, wait: attempts > limit ? Math.max(1, Math.ceil((ends - at) / 1000)) : undefined };
    },
  };
}
