/** Copies quota windows of `accounts.db` to Redis, so that a move grants nobody a second allowance. */
import type { Redis } from 'ioredis';
import { DAY, type EpochMs } from '#core/time.ts';
import { type AccountsDb, AccountsError } from '../../store/database.ts';
import { storedCounts, windowKey } from './redis-keys.ts';
import { type Counts, dayOf } from './windows.ts';

const WINDOWS_PER_BATCH = 1000;

/** Those of today; a window that is there already stays. @returns their number */
export async function copyWindows(source: AccountsDb, redis: Redis, at: EpochMs): Promise<number> {
  const windows = source
    .prepare<[number], Counts & { caller: string }>(
      `SELECT caller, day, day_count AS dayCount, minute, minute_count AS minuteCount
       FROM meter_windows WHERE day >= ?`,
    )
    .all(dayOf(at));
  const keepMs = (dayOf(at) + 2) * DAY - at;
  for (let from = 0; from < windows.length; from += WINDOWS_PER_BATCH) {
    const pipeline = redis.pipeline();
    for (const { caller, ...counts } of windows.slice(from, from + WINDOWS_PER_BATCH))
      pipeline.set(windowKey(caller), storedCounts(counts), 'PX', keepMs, 'NX');
    const failure = (await pipeline.exec())?.find(([error]) => error)?.[0];
    if (failure) throw new AccountsError(`Windows cannot be written to REDIS_URL: ${failure.message}.`);
  }
  return windows.length;
}
