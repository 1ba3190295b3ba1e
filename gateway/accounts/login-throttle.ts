/** Pauses after wrong passwords, doubling each time, in the database: exact across restarts and gateways. */
import { createHash } from 'node:crypto';
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';

/** Durations in ms. */
interface BackoffPolicy {
  /** Wrong passwords up to the first pause, which is a minute. */
  freeFailures: number;
  maxPauseMs: number;
  /** Since the last wrong password. */
  resetAfterMs: number;
}

/** For an account, or a browser that has logged in to it before. */
export const ACCOUNT_BACKOFF: BackoffPolicy = { freeFailures: 5, maxPauseMs: HOUR, resetAfterMs: DAY };
/** For an address, which many people may share. */
export const ADDRESS_BACKOFF: BackoffPolicy = { freeFailures: 20, maxPauseMs: 15 * MINUTE, resetAfterMs: HOUR };

/** An account, address or browser whose wrong passwords are counted. */
export interface ThrottleSubject {
  /** Stored only as a hash. */
  key: string;
  backoff: BackoffPolicy;
}

/** Pause in ms after a number of wrong passwords. */
export const pauseMs = (failures: number, { freeFailures, maxPauseMs }: BackoffPolicy): number =>
  failures < freeFailures ? 0 : Math.min(maxPauseMs, MINUTE * 2 ** (failures - freeFailures));

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

interface Row {
  failures: number;
  pausedUntil: EpochMs;
}

export function createLoginThrottle(db: AccountsDb, now: () => EpochMs) {
  const find = db.prepare<[Buffer], Row>(
    'SELECT failures, paused_until AS pausedUntil FROM login_failures WHERE who = ?',
  );
  const put = db.prepare(
    `INSERT INTO login_failures (who, failures, paused_until, forgotten_at)
     VALUES (:who, :failures, :pausedUntil, :forgottenAt)
     ON CONFLICT (who) DO UPDATE SET failures = :failures, paused_until = :pausedUntil, forgotten_at = :forgottenAt`,
  );
  const refund = db.prepare(
    `UPDATE login_failures SET failures = failures - 1, paused_until = 0 WHERE who = ? AND failures > 0`,
  );
  const deleteExpired = db.prepare('DELETE FROM login_failures WHERE forgotten_at <= ?');

  const clear = db.prepare('DELETE FROM login_failures WHERE who = ?');

  const begin = db.transaction((subjects: readonly ThrottleSubject[], at: EpochMs): number | undefined => {
    deleteExpired.run(at);
    const rows = subjects.map(({ key, backoff }) => {
      const hash = hashed(key);
      return { hash, backoff, ...(find.get(hash) ?? { failures: 0, pausedUntil: 0 }) };
    });
    const until = Math.max(...rows.map(({ pausedUntil }) => pausedUntil));
    if (until > at) return Math.ceil((until - at) / 1000);
    for (const { hash, backoff, failures } of rows) {
      const pause = pauseMs(failures + 1, backoff);
      put.run({
        who: hash,
        failures: failures + 1,
        pausedUntil: pause === 0 ? 0 : at + pause,
        forgottenAt: at + Math.max(pause, backoff.resetAfterMs),
      });
    }
    return undefined;
  });

  return {
    /**
     * Counts a wrong password before it is checked, so that concurrent attempts count too.
     * @returns seconds until the next attempt when a subject is paused (nothing is counted then); else undefined
     */
    begin: (subjects: readonly ThrottleSubject[]): number | undefined => begin.immediate(subjects, now()),

    /** The password was right, or was not checked. */
    refund(subjects: readonly ThrottleSubject[]): void {
      for (const { key } of subjects) refund.run(hashed(key));
    },

    clear: (key: string): void => void clear.run(hashed(key)),
  };
}

/** An account by its email address in lower case, as the authentication library stores it. */
export const accountSubject = (email: string): ThrottleSubject => ({
  key: `account ${email.trim().toLowerCase()}`,
  backoff: ACCOUNT_BACKOFF,
});

const hashed = (key: string): Buffer => createHash('sha256').update(key).digest();
