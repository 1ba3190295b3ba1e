/** What an account has used: today, the last 30 days by endpoint and key, and what is left. */
import type { EpochMs } from '#core/time.ts';
import { DAY, formatDay, formatInstant } from '#core/time.ts';
import type { AccountsDb } from '../accounts/database.ts';
import type { Counts, Left } from '../meter/windows.ts';
import { countsAt, dayOf, standingOf } from '../meter/windows.ts';
import type { PlanLimits, PlanName } from '../plans/limits.ts';
import type { PlanStore } from '../plans/plan-store.ts';

/** Days told, today included. */
export const USAGE_DAYS = 30;

export interface UsageDay {
  /** UTC, `YYYY-MM-DD`. */
  date: string;
  /** Path of the endpoint. */
  endpoint: string;
  key_id: string;
  count: number;
}

/** In the shape and words of the JSON answers. */
export interface Usage {
  plan: PlanName;
  /** Counted answers of this UTC day, by all keys together. */
  today: number;
  /** Of the day; null where the plan has no daily bound. */
  limit: number | null;
  remaining: number | null;
  /** When the next UTC day begins, RFC 3339. */
  resets_at: string;
  /** Of this UTC minute; null where the plan has no burst bound. */
  burst: { limit: number; remaining: number; resets_at: string } | null;
  /** Newest day first; days and endpoints without a counted answer are left out. */
  days: UsageDay[];
}

export type UsageStore = ReturnType<typeof createUsageStore>;

interface UsageOptions {
  db: AccountsDb;
  plans: PlanStore;
  limits: PlanLimits;
  now: () => EpochMs;
}

export function createUsageStore({ db, plans, limits, now }: UsageOptions) {
  const window = db.prepare<[string], Counts>(
    `SELECT day, day_count AS dayCount, minute, minute_count AS minuteCount FROM meter_windows WHERE caller = ?`,
  );
  const days = db.prepare<[string, number], Omit<UsageDay, 'date'> & { day: number }>(
    `SELECT day, endpoint, key_id, count FROM usage_days WHERE account = ? AND day > ? AND count > 0 ORDER BY day DESC, endpoint, key_id`,
  );
  return {
    usageOf(account: string): Usage {
      const at = now();
      const { plan } = plans.planOf(account);
      const counts = countsAt(window.get(`account:${account}`), at);
      const { daily, burst } = standingOf(counts, limits[plan], at);
      return {
        plan,
        today: counts.dayCount,
        limit: daily?.limit ?? null,
        remaining: daily?.remaining ?? null,
        resets_at: formatInstant((counts.day + 1) * DAY),
        burst: burst ? leftJson(burst) : null,
        days: days
          .all(account, dayOf(at) - USAGE_DAYS)
          .map(({ day, endpoint, key_id, count }) => ({ date: formatDay(day * DAY), endpoint, key_id, count })),
      };
    },
  };
}

const leftJson = ({ limit, remaining, resetsAt }: Left): NonNullable<Usage['burst']> => ({
  limit,
  remaining,
  resets_at: formatInstant(resetsAt),
});
