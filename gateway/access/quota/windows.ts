/** Fixed quota windows by UTC day and minute. Pure: no timer resets a count. */
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import type { Limits } from './limits.ts';
import type { Policy } from '../../http/errors.ts';

/** A day and one of its minutes. */
export interface WindowTime {
  /** Days since 1970-01-01. */
  day: number;
  /** Minutes since 1970-01-01T00:00Z. */
  minute: number;
}

/** Counts of the day and minute of a caller's last request. */
export interface WindowCounts extends WindowTime {
  dayCount: number;
  minuteCount: number;
}

export type QuotaLimits = Pick<Limits, 'daily' | 'burst'>;

/** Remaining quota of one limit. */
export interface RemainingQuota {
  limit: number;
  remaining: number;
  resetsAt: EpochMs;
}

export interface QuotaStatus {
  at: EpochMs;
  /** Undefined when the plan has no such limit. */
  daily: RemainingQuota | undefined;
  burst: RemainingQuota | undefined;
}

export const dayOf = (at: EpochMs): number => Math.floor(at / DAY);
export const minuteOf = (at: EpochMs): number => Math.floor(at / MINUTE);

/**
 * The counts at an instant: an earlier window has ended. A later one continues, so that a clock set back and forth
 * does not reset a quota.
 */
export function countsAt(stored: WindowCounts | undefined, at: EpochMs): WindowCounts {
  const [day, minute] = [dayOf(at), minuteOf(at)];
  if (!stored) return { day, dayCount: 0, minute, minuteCount: 0 };
  return {
    ...(stored.day >= day ? { day: stored.day, dayCount: stored.dayCount } : { day, dayCount: 0 }),
    ...(stored.minute >= minute
      ? { minute: stored.minute, minuteCount: stored.minuteCount }
      : { minute, minuteCount: 0 }),
  };
}

/** The limit that one more response would exceed; if both, the daily one. */
export function exhaustedPolicy(
  { dayCount, minuteCount }: WindowCounts,
  { daily, burst }: QuotaLimits,
): Policy | undefined {
  if (daily !== null && dayCount >= daily) return 'daily';
  return burst !== null && minuteCount >= burst ? 'burst' : undefined;
}

export function quotaStatusOf(
  { day, dayCount, minute, minuteCount }: WindowCounts,
  limits: QuotaLimits,
  at: EpochMs,
): QuotaStatus {
  const remaining = (limit: number | null, used: number, resetsAt: EpochMs): RemainingQuota | undefined =>
    limit === null ? undefined : { limit, remaining: Math.max(0, limit - used), resetsAt };
  return {
    at,
    daily: remaining(limits.daily, dayCount, (day + 1) * DAY),
    burst: remaining(limits.burst, minuteCount, (minute + 1) * MINUTE),
  };
}

/** The window of an account. */
export const accountWindow = (account: string): string => `account:${account}`;
