/** Pauses after wrong passwords, doubling each time, in the database: exact across restarts and gateways. */
import { createHash } from 'node:crypto';
import { DAY, type EpochMs, HOUR, MINUTE } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';

/** Durations in ms. */
interface BackoffPolicy {
  /** Wrong passwords up to the first pause, which is a minute. */
  freeFailures: number;
  maxPauseMs: number;
  /** Time since the last wrong password after which the count is forgotten. */
  resetAfterMs: number;
}

/** For an account, or a browser that has logged in to it before. */
export const ACCOUNT_BACKOFF: BackoffPolicy = { freeFailures: 5, maxPauseMs: HOUR, resetAfterMs: DAY };
/** For an address, which many people may share. */
export const ADDRESS_BACKOFF: BackoffPolicy = { freeFailures: 20, maxPauseMs: 15 * MINUTE, resetAfterMs: HOUR };

/** An account, address or browser with its own count of wrong passwords. */
export interface ThrottleSubject {
  /** Stored only as a hash. */
  key: string;
  backoff: BackoffPolicy;
}

/** Pause in ms after a number of wrong passwords. */
export const pauseMs = (failures: number, { freeFailures, maxPauseMs }: BackoffPolicy): number =>
  failures < freeFailures ? 0 : Math.min(maxPauseMs, MINUTE * 2 ** (failures - freeFailures));

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

interface StoredFailures {
  failures: number;
  pausedUntil: EpochMs;
}

const FIND = 'SELECT failures, paused_until AS "pausedUntil" FROM login_failures WHERE who = :who';
const PUT = `INSERT INTO login_failures (who, failures, paused_until, forgotten_at)
  VALUES (:who, :failures, :pausedUntil, :forgottenAt)
  ON CONFLICT (who) DO UPDATE SET failures = excluded.failures, paused_until = excluded.paused_until,
    forgotten_at = excluded.forgotten_at`;
const REFUND = 'UPDATE login_failures SET failures = failures - 1, paused_until = 0 WHERE who = :who AND failures > 0';
const DELETE_EXPIRED = 'DELETE FROM login_failures WHERE forgotten_at <= :at';
const CLEAR = 'DELETE FROM login_failures WHERE who = :who';

export function createLoginThrottle(database: SqlDatabase, now: () => EpochMs) {
  return {
    /**
     * Counts a wrong password before it is checked, so that concurrent attempts count too.
     * @returns seconds until the next attempt when a subject is paused (nothing is counted then); else undefined
     */
    begin: (subjects: readonly ThrottleSubject[]): Promise<number | undefined> =>
      database.transaction(() => begin(subjects, now())),

    /** Seconds until the next attempt of a subject, if it is paused; nothing is counted. */
    async pauseOf(key: string): Promise<number | undefined> {
      const [row] = (await database.query<StoredFailures>(FIND, { who: hashed(key) })).rows;
      return waitOf(row ? [row] : [], now());
    },

    /** The password was right, or was not checked. */
    async refund(subjects: readonly ThrottleSubject[]): Promise<void> {
      for (const { key } of subjects) await database.query(REFUND, { who: hashed(key) });
    },

    async clear(key: string): Promise<void> {
      await database.query(CLEAR, { who: hashed(key) });
    },
  };
}

/** In seconds. */
function waitOf(rows: readonly StoredFailures[], at: EpochMs): number | undefined {
  const until = Math.max(...rows.map(({ pausedUntil }) => pausedUntil));
  return until > at ? Math.ceil((until - at) / 1000) : undefined;
}

function* begin(subjects: readonly ThrottleSubject[], at: EpochMs): Work<number | undefined> {
  yield* query(DELETE_EXPIRED, { at });
  const rows: (StoredFailures & { who: Buffer; backoff: BackoffPolicy })[] = [];
  for (const { key, backoff } of subjects) {
    const who = hashed(key);
    const [row = { failures: 0, pausedUntil: 0 }] = (yield* query<StoredFailures>(FIND, { who })).rows;
    rows.push({ who, backoff, ...row });
  }
  const wait = waitOf(rows, at);
  if (wait !== undefined) return wait;
  for (const { who, backoff, failures } of rows) {
    const pause = pauseMs(failures + 1, backoff);
    const pausedUntil = pause === 0 ? 0 : at + pause;
    const forgottenAt = at + Math.max(pause, backoff.resetAfterMs);
    yield* query(PUT, { who, failures: failures + 1, pausedUntil, forgottenAt });
  }
  return undefined;
}

/** An account by its email address in lower case, as the authentication library stores it. */
export const accountSubject = (email: string): ThrottleSubject => ({
  key: `account ${email.trim().toLowerCase()}`,
  backoff: ACCOUNT_BACKOFF,
});

const hashed = (key: string): Buffer => createHash('sha256').update(key).digest();
