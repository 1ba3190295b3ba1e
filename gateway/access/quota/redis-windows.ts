/** Quota windows in Redis: their keys and values, and their copy from `accounts.db`. */
import type { Redis } from 'ioredis';
import { DAY, type EpochMs } from '#core/time.ts';
import { type AccountsDb, AccountsError } from '../../store/database.ts';
import { type WindowCounts, dayOf } from './windows.ts';
import { WINDOWS_PREFIX } from './windows-table.ts';

/** All keys are in one slot of a cluster, as a script requires. */
const PREFIX = '{hiposantr}:';

/** Counts of addresses in a day or a minute, by their blocks. */
export const addressDayKey = (day: number): string => `${PREFIX}addresses-of-day:${day}`;
export const addressMinuteKey = (minute: number): string => `${PREFIX}addresses-of-minute:${minute}`;

/** The window of an account. */
export const windowKey = (name: string): string => `${PREFIX}window:${name}`;

/** As the script writes them. */
const storedCounts = ({ day, dayCount, minute, minuteCount }: WindowCounts): string =>
  `${day} ${dayCount} ${minute} ${minuteCount}`;

export function countsFrom(stored: string | null): WindowCounts | undefined {
  if (stored === null) return undefined;
  const [day, dayCount, minute, minuteCount] = stored.split(' ').map(Number);
  return { day, dayCount, minute, minuteCount } as WindowCounts;
}

const WINDOWS_PER_BATCH = 1000;

/**
 * Copies those of today, so that a move grants nobody a second allowance. A window that is there already stays.
 * @returns their number
 */
export async function copyWindows(source: AccountsDb, redis: Redis, at: EpochMs): Promise<number> {
  const windows = source
    .prepare<[number], WindowCounts & { caller: string }>(
      `SELECT caller, day, day_count AS dayCount, minute, minute_count AS minuteCount
       FROM meter_windows WHERE day >= ?`,
    )
    .all(dayOf(at));
  const keepMs = (dayOf(at) + 2) * DAY - at;
  const days = new Set(windows.map(({ day }) => day));
  for (let from = 0; from < windows.length; from += WINDOWS_PER_BATCH) {
    const pipeline = redis.pipeline();
    for (const { caller, ...counts } of windows.slice(from, from + WINDOWS_PER_BATCH))
      if (!caller.startsWith(WINDOWS_PREFIX)) pipeline.set(windowKey(caller), storedCounts(counts), 'PX', keepMs, 'NX');
      else pipeline.hsetnx(addressDayKey(counts.day), caller.slice(WINDOWS_PREFIX.length), counts.dayCount);
    for (const day of days) pipeline.pexpire(addressDayKey(day), (day + 2) * DAY - at);
    const failure = (await pipeline.exec())?.find(([error]) => error)?.[0];
    if (failure) throw new AccountsError(`Windows cannot be written to REDIS_URL: ${failure.message}.`);
  }
  return windows.length;
}
