/** Where the counts of addresses are kept beyond a process: in the database of accounts, or in Redis. */
import type { EpochMs } from '#core/time.ts';
import { insertAll, type SqlDatabase, type Work } from '../../store/sql-database.ts';
import type { AddressChange } from './address-window.ts';
import type { StoredAddress } from './address-counts.ts';
import { PUT_WINDOWS, storedWindows, sweeping, WINDOWS_PREFIX } from './windows-table.ts';
import { dayOf, type WindowCounts } from './windows.ts';

export interface AddressStore {
  /** The windows of today or later, a few thousand at a time. */
  windows(at: EpochMs): AsyncIterable<StoredAddress[]>;
  /** Adds changes to what all processes have stored, all or nothing. @returns the totals, in the same order */
  add(changes: readonly AddressChange[], at: EpochMs): Promise<WindowCounts[]>;
}

/** Windows of one statement. */
const PAGE = 5000;

const LOAD = `SELECT caller, day, day_count AS "dayCount", minute, minute_count AS "minuteCount" FROM meter_windows
  WHERE caller > :after AND caller < 'address;' AND day >= :day ORDER BY caller LIMIT ${PAGE}`;

const nameOf = (block: string): string => WINDOWS_PREFIX + block;

export function databaseAddresses(database: SqlDatabase): AddressStore {
  const sweep = sweeping();

  function* merge(changes: readonly AddressChange[], day: number): Work<WindowCounts[]> {
    const stored = yield* storedWindows(changes.map(({ window }) => nameOf(window.block)));
    const totals = changes.map(({ window, ...change }) => {
      const caller = nameOf(window.block);
      return { caller, ...sumOf(stored.get(caller), change) };
    });
    yield* insertAll(PUT_WINDOWS, totals);
    yield* sweep(day);
    return totals;
  }

  return {
    async *windows(at) {
      for (let [after, isLast] = [WINDOWS_PREFIX, false]; !isLast;) {
        const { rows } = await database.query<WindowCounts & { caller: string }>(LOAD, { after, day: dayOf(at) });
        yield rows.map(({ caller, ...counts }) => ({ block: caller.slice(WINDOWS_PREFIX.length), ...counts }));
        isLast = rows.length < PAGE;
        after = rows.at(-1)?.caller ?? after;
      }
    },
    add: (changes, at) => database.transaction(() => merge(changes, dayOf(at)), 'windows'),
  };
}

/** Of the later day and minute; of both if they are the same. */
function sumOf(stored: WindowCounts | undefined, change: WindowCounts): WindowCounts {
  const { day, minute } = change;
  const before = stored ?? { day: -1, dayCount: 0, minute: -1, minuteCount: 0 };
  const sum = { day, dayCount: change.dayCount, minute, minuteCount: change.minuteCount };
  if (before.day > day) Object.assign(sum, { day: before.day, dayCount: before.dayCount });
  else if (before.day === day) sum.dayCount += before.dayCount;
  if (before.minute > minute) Object.assign(sum, { minute: before.minute, minuteCount: before.minuteCount });
  else if (before.minute === minute) sum.minuteCount += before.minuteCount;
  return { ...sum, dayCount: Math.max(0, sum.dayCount), minuteCount: Math.max(0, sum.minuteCount) };
}
