/** Keys, plans, limits and usage over a database in memory or in a file. */
import type { EpochMs } from '#core/time.ts';
import { openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { createMetering } from '../../gateway/access/metering.ts';
import { PLAN_LIMITS, type PlanLimits } from '../../gateway/access/quota/limits.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

/** Requests are counted, none is refused. */
export const UNLIMITED: PlanLimits = {
  free: { ...PLAN_LIMITS.free, daily: 1e9, burst: 1e9 },
  pro: { ...PLAN_LIMITS.pro, burst: 1e9 },
  uncountedBurst: null,
};

interface Options {
  path?: string;
  limits?: PlanLimits;
  trustedProxies?: string[];
  now?: () => EpochMs;
  onStatement?: (text: string) => void;
}

export type TestMetering = ReturnType<typeof testMetering>;

export function testMetering({ path = ':memory:', now = () => AS_OF, onStatement, ...options }: Options = {}) {
  const db = openAccounts(path, { busyTimeoutMs: 20, ...(onStatement ? { onStatement } : {}) });
  return { db, ...createMetering({ database: sqliteEngine(db), now, ...options }) };
}

/** The stored counts of a caller. */
export const countsOf = (
  { db }: TestMetering,
  caller: string,
): { day_count: number; minute_count: number } | undefined =>
  db
    .prepare<[string], { day_count: number; minute_count: number }>(
      'SELECT day_count, minute_count FROM meter_windows WHERE caller = ?',
    )
    .get(caller);
