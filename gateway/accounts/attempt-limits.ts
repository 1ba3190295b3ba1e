/** Attempts, counted in fixed UTC windows in the database: exact over restarts and over several gateways. */
import { createHash } from 'node:crypto';
import type { EpochMs } from '#core/time.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';

export interface AttemptLimit {
  /** In a window. */
  limit: number;
  /** Length of a window in ms. */
  windowMs: number;
}

/** Of everything that costs a password's hash or a mail, by one address. */
export const ADDRESS_ATTEMPTS: AttemptLimit = { limit: 20, windowMs: 10 * MINUTE };
/** Letters of one kind to one recipient, whoever asks for them. */
export const RECIPIENT_EMAILS: AttemptLimit = { limit: 5, windowMs: HOUR };

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;

export function createAttemptLimiter(db: AccountsDb, now: () => EpochMs) {
  const count = db.prepare<{ who: Buffer; ends: EpochMs }, { count: number }>(
    `INSERT INTO attempts (who, ends_at, count) VALUES (:who, :ends, 1)
     ON CONFLICT (who) DO UPDATE SET count = CASE ends_at WHEN :ends THEN count + 1 ELSE 1 END, ends_at = :ends
     RETURNING count`,
  );
  const forget = db.prepare('DELETE FROM attempts WHERE ends_at <= ?');
  return {
    /**
     * Counts one.
     * @param who kept only as a hash
     * @returns how many there were in this window, and `wait`, the seconds to the next one, when that was one too many
     */
    consume(who: string, { limit: most, windowMs: window }: AttemptLimit): { taken: number; wait: number | undefined } {
      const at = now();
      const ends = (Math.floor(at / window) + 1) * window;
      forget.run(at);
      const { count: taken } = count.get({ who: createHash('sha256').update(who).digest(), ends })!;
      return { taken, wait: taken > most ? Math.max(1, Math.ceil((ends - at) / 1000)) : undefined };
    },
  };
}
