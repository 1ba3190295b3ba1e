/** The limit of uncounted responses per UTC minute, in memory, per process. */
import { type EpochMs, MINUTE } from '#core/time.ts';
import { Recent } from '../../http/recent.ts';
import { BLOCK_FACTOR } from './blocks.ts';
import { minuteOf, type RemainingQuota } from './windows.ts';

/**
 * Counts one response, unless a limit is reached.
 * @param wider counted as well, with a larger limit: the /48 block of an IPv6 address
 * @returns the limit that is reached
 */
export type UncountedQuota = (caller: string, wider: string | undefined, at: EpochMs) => RemainingQuota | undefined;

/** Maximum windows counted; beyond it, those that were not seen lately are reset. */
export const MAX_WINDOWS = 10_000;

interface Used {
  count: number;
}

/** @param limit responses per minute; null for no limit */
export function uncountedQuota(limit: number | null): UncountedQuota {
  if (limit === null) return () => undefined;
  let minute = -Infinity;
  let windows = new Recent<Used>(MAX_WINDOWS);
  const usedBy = (name: string): Used => {
    const known = windows.get(name);
    if (known) return known;
    const used = { count: 0 };
    windows.set(name, used);
    return used;
  };
  const reached = (most: number): RemainingQuota => ({ limit: most, remaining: 0, resetsAt: (minute + 1) * MINUTE });
  return (caller, wider, at) => {
    if (minuteOf(at) > minute) {
      minute = minuteOf(at);
      windows = new Recent(MAX_WINDOWS);
    }
    const own = usedBy(caller);
    const block = wider === undefined ? undefined : usedBy(wider);
    if (own.count >= limit) return reached(limit);
    if (block && block.count >= limit * BLOCK_FACTOR) return reached(limit * BLOCK_FACTOR);
    own.count += 1;
    if (block) block.count += 1;
    return undefined;
  };
}
