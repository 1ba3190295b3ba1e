/** Attempts per fixed UTC window, counted in the database: exact across restarts and gateways. */
import { createHash } from 'node:crypto';
import { DAY, type EpochMs, HOUR, MINUTE } from '#core/time.ts';
import type { SqlDatabase } from '../store/sql-database.ts';

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

/** Emails that ask one mailbox to confirm alerts, by anyone's request. */
export const MAILBOX_CONFIRMATIONS: AttemptLimit = { limit: 5, windowMs: DAY };

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;

const COUNT = `INSERT INTO attempts (who, ends_at, count) VALUES (:who, :ends, 1)
  ON CONFLICT (who) DO UPDATE
    SET count = CASE attempts.ends_at WHEN excluded.ends_at THEN attempts.count + 1 ELSE 1 END,
      ends_at = excluded.ends_at
  RETURNING count`;
const DELETE_ENDED = 'DELETE FROM attempts WHERE ends_at <= :at';

export function createAttemptLimiter(database: SqlDatabase, now: () => EpochMs) {
  return {
    /**
     * Counts one attempt.
     * @param subject stored only as a hash
     * @returns attempts in this window, and `wait`, the seconds until the next one, when they exceed the limit
     */
    async consume(
      subject: string,
      { limit, windowMs }: AttemptLimit,
    ): Promise<{ attempts: number; wait: number | undefined }> {
      const at = now();
      const ends = (Math.floor(at / windowMs) + 1) * windowMs;
      await database.query(DELETE_ENDED, { at });
      const who = createHash('sha256').update(subject).digest();
      const { rows } = await database.query<{ count: number }>(COUNT, { who, ends });
      const attempts = rows[0]!.count;
      return { attempts, wait: attempts > limit ? Math.max(1, Math.ceil((ends - at) / 1000)) : undefined };
    },
  };
}
