/** Keys, plans, limits and usage over a database in memory or in a file. */
import type { EpochMs } from '#core/time.ts';
import { openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { type AccountStores, createMetering } from '../../gateway/access/metering.ts';
import { AddressCounts } from '../../gateway/access/quota/address-counts.ts';
import { WriteBehind } from '../../gateway/access/quota/write-behind.ts';
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
  /** Addresses of a day with windows of their own. */
  most?: number;
}

export type TestMetering = ReturnType<typeof testMetering>;

/** Counts of addresses are stored with `written.flush()`, by no timer. */
export function testMetering({
  path = ':memory:',
  now = () => AS_OF,
  limits = PLAN_LIMITS,
  onStatement,
  most,
  ...options
}: Options = {}) {
  const db = openAccounts(path, { busyTimeoutMs: 20, ...(onStatement ? { onStatement } : {}) });
  return { db, ...inMemory(createMetering({ database: sqliteEngine(db), now, limits, ...options }), { now, most }) };
}

/** With counts of addresses in memory, as one process has them. */
export function inMemory(stores: AccountStores, { now, most }: { now: () => EpochMs; most?: number | undefined }) {
  const addresses = new AddressCounts(stores.limits.free, most);
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const written = new WriteBehind({ counts: addresses, store: stores.addressStore, now, log });
  return { ...stores, addresses, written, lines };
}

/** The stored counts of a caller. */
export async function countsOf(
  { db, written }: Pick<TestMetering, 'db' | 'written'>,
  caller: string,
): Promise<{ day_count: number; minute_count: number } | undefined> {
  await written.flush();
  return db
    .prepare<[string], { day_count: number; minute_count: number }>(
      'SELECT day_count, minute_count FROM meter_windows WHERE caller = ?',
    )
    .get(caller);
}
