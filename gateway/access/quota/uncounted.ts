/** The bound of answers that are not counted: in memory, of one process, a UTC minute at a time. */
import { LRUCache } from 'lru-cache';
import type { EpochMs } from '#core/time.ts';
import { MINUTE } from '#core/time.ts';
import type { RemainingQuota } from './windows.ts';
import { minuteOf } from './windows.ts';

/** Counts one more for the caller, or says that the bound is reached. */
export type UncountedQuota = (caller: string, at: EpochMs) => RemainingQuota & { refused: boolean };

/** Callers whose answers are counted; past it, those that asked longest ago begin anew. */
export const REMEMBERED = 10_000;

/** @param limit answers a minute; null for no bound */
export function uncountedQuota(limit: number | null): UncountedQuota {
  if (limit === null) return () => ({ limit: Infinity, remaining: Infinity, resetsAt: Infinity, refused: false });
  let minute = -Infinity;
  const counts = new LRUCache<string, number>({ max: REMEMBERED });
  return (caller, at) => {
    if (minuteOf(at) > minute) {
      minute = minuteOf(at);
      counts.clear();
    }
    const used = counts.get(caller) ?? 0;
    const refused = used >= limit;
    if (!refused) counts.set(caller, used + 1);
    return { limit, remaining: Math.max(0, limit - used - 1), resetsAt: (minute + 1) * MINUTE, refused };
  };
}
