/** Pauses after wrong passwords, each twice as long as the last, in the database: exact over restarts and over several gateways. */
import { createHash } from 'node:crypto';
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';

/** Spans in ms. */
export interface BackoffPolicy {
  /** Wrong passwords up to the first pause, which is one of a minute. */
  freeFailures: number;
  maxPauseMs: number;
  /** After the last wrong password. */
  resetAfterMs: number;
}

/** For an account, or for a browser that has logged in to it before. */
export const ACCOUNT_BACKOFF: BackoffPolicy = { freeFailures: 5, maxPauseMs: HOUR, resetAfterMs: DAY };
/** For an address, behind which many people may be. */
export const ADDRESS_BACKOFF: BackoffPolicy = { freeFailures: 20, maxPauseMs: 15 * MINUTE, resetAfterMs: HOUR };

/** Whose wrong password it is. */
export interface ThrottleSubject {
  /** Kept only as a hash. */
  key: string;
  backoff: BackoffPolicy;
}

/** In ms, after so many wrong passwords. */
export const pauseMs = (failures: number, { freeFailures: free, maxPauseMs: longest }: BackoffPolicy): number =>
  failures < free ? 0 : Math.min(longest, MINUTE * 2 ** (failures - free));

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
    `INSERT INTO login_failures (who, failures, paused_until, forgotten_at) VALUES (:who, :failures, :pausedUntil, :forgottenAt)
     ON CONFLICT (who) DO UPDATE SET failures = :failures, paused_until = :pausedUntil, forgotten_at = :forgottenAt`,
  );
  const takeBack = db.prepare(
    `UPDATE login_failures SET failures = failures - 1, paused_until = 0 WHERE who = ? AND failures > 0`,
  );
  const forget = db.prepare('DELETE FROM login_failures WHERE forgotten_at <= ?');

  const clear = db.prepare('DELETE FROM login_failures WHERE who = ?');

  const begin = db.transaction((suspects: readonly ThrottleSubject[], at: EpochMs): number | undefined => {
    forget.run(at);
    const rows = suspects.map(({ key: who, backoff: ladder }) => {
      const hash = hashed(who);
      return { hash, ladder, ...(find.get(hash) ?? { failures: 0, pausedUntil: 0 }) };
    });
    const until = Math.max(...rows.map(({ pausedUntil }) => pausedUntil));
    if (until > at) return Math.ceil((until - at) / 1000);
    for (const { hash, ladder, failures } of rows) {
      const pause = pauseMs(failures + 1, ladder);
      put.run({
        who: hash,
        failures: failures + 1,
        pausedUntil: pause === 0 ? 0 : at + pause,
        forgottenAt: at + Math.max(pause, ladder.resetAfterMs),
      });
    }
    return undefined;
  });

  return {
    /**
     * Counts a wrong password before it is known to be one, so that tries at the same time count too.
     * @returns seconds until the next try when one of them is in a pause, and then nothing is counted; else undefined
     */
    begin: (suspects: readonly ThrottleSubject[]): number | undefined => begin.immediate(suspects, now()),

    /** It was not a wrong password. */
    takeBack(suspects: readonly ThrottleSubject[]): void {
      for (const { key: who } of suspects) takeBack.run(hashed(who));
    },

    clear: (who: string): void => void clear.run(hashed(who)),
  };
}

/** An account by its address, which is in lower case, as the authentication library keeps it. */
export const accountSubject = (email: string): ThrottleSubject => ({
  key: `account ${email.trim().toLowerCase()}`,
  backoff: ACCOUNT_BACKOFF,
});

const hashed = (who: string): Buffer => createHash('sha256').update(who).digest();
