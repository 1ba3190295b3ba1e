/** The limit of uncounted responses per UTC minute, in memory, per process. */
import { LRUCache } from 'lru-cache';
import type { EpochMs } from '#core/time.ts';
import { MINUTE } from '#core/time.ts';
import { entryLimit } from '../../http/entry-limit.ts';
import type { RemainingQuota } from './windows.ts';
import { minuteOf } from './windows.ts';

/** Counts one response, unless the limit is reached. */
export type UncountedQuota = (caller: string, at: EpochMs) => RemainingQuota & { refused: boolean };

/** Maximum callers counted; beyond it, the least recently seen are reset. */
export const MAX_CALLERS = 10_000;

/** @param limit responses per minute; null for no limit */
export function uncountedQuota(limit: number | null): UncountedQuota {
  if (limit === null) return () => ({ limit: Infinity, remaining: Infinity, resetsAt: Infinity, refused: false });
  let minute = -Infinity;
  const counts = new LRUCache<string, number>(entryLimit(MAX_CALLERS));
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
