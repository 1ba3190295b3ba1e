/** Usage of an account: today, the last 30 days by endpoint and key, and the remaining quota. */
import { DAY, type EpochMs, formatDay, formatInstant } from '#core/time.ts';
import type { Meter } from './quota/meter.ts';
import { quotaStatusOf, type RemainingQuota } from './quota/windows.ts';
import type { PlanLimits, PlanName } from './quota/limits.ts';
import type { PlanStore } from './plan-store.ts';

export { USAGE_DAYS } from './quota/meter.ts';

interface UsageDay {
  /** UTC, `YYYY-MM-DD`. */
  date: string;
  /** Path of the endpoint. */
  endpoint: string;
  key_id: string;
  count: number;
}

/** As in the JSON response. */
export interface Usage {
  plan: PlanName;
  /** Responses counted in this UTC day, for all keys together. */
  today: number;
  /** Per UTC day; null for no daily limit. */
  limit: number | null;
  remaining: number | null;
  /** When the next UTC day begins, RFC 3339. */
  resets_at: string;
  /** Per UTC minute; null for no burst limit. */
  burst: { limit: number; remaining: number; resets_at: string } | null;
  /** Newest day first; days and endpoints without counted responses are omitted. */
  days: UsageDay[];
}

export interface UsageStore {
  usageOf(account: string): Promise<Usage>;
}

interface UsageOptions {
  meter: Pick<Meter, 'usedBy'>;
  plans: Pick<PlanStore, 'planOf'>;
  limits: PlanLimits;
  now: () => EpochMs;
}

export function createUsageStore({ meter, plans, limits, now }: UsageOptions): UsageStore {
  return {
    async usageOf(account) {
      const [{ plan }, { counts, uses }] = await Promise.all([plans.planOf(account), meter.usedBy(account)]);
      const { daily, burst } = quotaStatusOf(counts, limits[plan], now());
      return {
        plan,
        today: counts.dayCount,
        limit: daily?.limit ?? null,
        remaining: daily?.remaining ?? null,
        resets_at: formatInstant((counts.day + 1) * DAY),
        burst: burst ? remainingJson(burst) : null,
        days: uses.map(({ day, endpoint, keyId, count }) => ({
          date: formatDay(day * DAY),
          endpoint,
          key_id: keyId,
          count,
        })),
      };
    },
  };
}

const remainingJson = ({ limit, remaining, resetsAt }: RemainingQuota): NonNullable<Usage['burst']> => ({
  limit,
  remaining,
  resets_at: formatInstant(resetsAt),
});
