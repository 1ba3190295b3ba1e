/** Keys and values of quota windows in Redis. */
import type { Counts } from './windows.ts';

/** All keys are in one slot of a cluster, as a script requires. */
const PREFIX = '{hiposantr}:';

/** Number of address windows of a day. */
export const addressesKey = (day: number): string => `${PREFIX}addresses:${day}`;

export const windowKey = (name: string): string => `${PREFIX}window:${name}`;

/** As the script writes them. */
export const storedCounts = ({ day, dayCount, minute, minuteCount }: Counts): string =>
  `${day} ${dayCount} ${minute} ${minuteCount}`;

export function countsFrom(stored: string | null): Counts | undefined {
  if (stored === null) return undefined;
  const [day, dayCount, minute, minuteCount] = stored.split(' ').map(Number);
  return { day, dayCount, minute, minuteCount } as Counts;
}
