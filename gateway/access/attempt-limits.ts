/** Attempts per fixed UTC window, counted in the database: exact across restarts and gateways. */
import { createHash } from 'node:crypto';
import { DAY, type EpochMs, HOUR, MINUTE } from '#core/time.ts';
import type { SqlDatabase } from '../store/sql-database.ts';

export interface AttemptLimit {
  /** Per window. */
  limit: number;
  /** In ms. */
  windowMs: number;
}

/** Codes asked for, or log-ins, of one address. */
export const ADDRESS_ATTEMPTS: AttemptLimit = { limit: 20, windowMs: 10 * MINUTE };
/** The same of its network: an IPv4 /24 or an IPv6 /48 block. */
export const NETWORK_ATTEMPTS: AttemptLimit = { limit: 100, windowMs: 10 * MINUTE };
/** Log-in codes to one mailbox, by anyone's request. */
export const MAILBOX_CODES: AttemptLimit = { limit: 3, windowMs: HOUR };
/** Log-in codes in all: beyond them a mail server would take the service for a source of spam. */
export const CODES_IN_ALL: AttemptLimit = { limit: 1000, windowMs: HOUR };
/** New push subscriptions of one address. */
export const ADDRESS_SUBSCRIPTIONS: AttemptLimit = { limit: 200, windowMs: HOUR };
/** Emails about webhooks to one owner. */
export const OWNER_EMAILS: AttemptLimit = { limit: 5, windowMs: HOUR };
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
