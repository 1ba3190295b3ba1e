/** The limit of uncounted responses per UTC minute, in memory, per process. */
import { LRUCache } from 'lru-cache';
import { type EpochMs, MINUTE } from '#core/time.ts';
import { entryLimit } from '../../http/loading-cache.ts';
import { BLOCK_FACTOR } from './blocks.ts';
import { minuteOf, type RemainingQuota } from './windows.ts';

/** Who a response is counted for, by the names of the windows of counted ones. */
interface Counted {
  own: { name: string };
  /** Counted as well, with a larger limit: the /48 block of an IPv6 address. */
  wider?: { name: string };
}

/** Counts one response, unless a limit is reached. @returns the quota of the limit that was applied */
export type UncountedQuota = (caller: Counted, at: EpochMs) => RemainingQuota & { refused: boolean };

/** Maximum windows counted; beyond it, the least recently seen are reset. */
export const MAX_WINDOWS = 10_000;

/** @param limit responses per minute; null for no limit */
export function uncountedQuota(limit: number | null): UncountedQuota {
  if (limit === null) return () => ({ limit: Infinity, remaining: Infinity, resetsAt: Infinity, refused: false });
  let minute = -Infinity;
  const counts = new LRUCache<string, number>(entryLimit(MAX_WINDOWS));
  return ({ own, wider }, at) => {
    if (minuteOf(at) > minute) {
      minute = minuteOf(at);
      counts.clear();
    }
    const windows = [{ name: own.name, limit }, ...(wider ? [{ name: wider.name, limit: limit * BLOCK_FACTOR }] : [])];
    const used = windows.map(({ name }) => counts.get(name) ?? 0);
    const full = windows.findIndex((window, index) => used[index]! >= window.limit);
    if (full < 0) windows.forEach(({ name }, index) => counts.set(name, used[index]! + 1));
    const shown = Math.max(full, 0);
    const remaining = Math.max(0, windows[shown]!.limit - used[shown]! - 1);
    return { limit: windows[shown]!.limit, remaining, resetsAt: (minute + 1) * MINUTE, refused: full >= 0 };
  };
}
