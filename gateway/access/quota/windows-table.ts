/** Quota windows of accounts and addresses in the database of accounts. */
import { query, type Work } from '../../store/sql-database.ts';
import type { WindowCounts } from './windows.ts';

/** Begins the name of an address's window. */
export const WINDOWS_PREFIX = 'address:';

/** The counts of a caller's window. */
export type StoredCounts = Pick<WindowCounts, keyof WindowCounts> & { caller: string };

/** Rows deleted in one transaction. */
const SWEEP_BATCH_SIZE = 500;

/** The names are the members of one JSON object, which both engines read with `json_each`. */
export const WINDOWS = `SELECT caller, day, day_count AS "dayCount", minute, minute_count AS "minuteCount"
  FROM json_each(:names) AS names JOIN meter_windows ON caller = names.key`;
export const PUT_WINDOWS = `INSERT INTO meter_windows (caller, day, day_count, minute, minute_count)
  VALUES (:caller, :day, :dayCount, :minute, :minuteCount)
  ON CONFLICT (caller) DO UPDATE SET day = excluded.day, day_count = excluded.day_count,
    minute = excluded.minute, minute_count = excluded.minute_count`;
const DELETE_BEFORE = `DELETE FROM meter_windows
  WHERE caller IN (SELECT caller FROM meter_windows WHERE day < :day LIMIT ${SWEEP_BATCH_SIZE})`;

export function* storedWindows(names: Iterable<string>): Work<Map<string, WindowCounts>> {
  const { rows } = yield* query<StoredCounts>(WINDOWS, named(names));
  return new Map(rows.map((row) => [row.caller, row]));
}

/** As text: V8 would look up each name of an object among all that it knows. */
export const named = (names: Iterable<string>): { names: string } => ({
  names: `{${Array.from(names, (name) => `${JSON.stringify(name)}:0`)}}`,
});

/** Deletes windows of former days, a few with each call. */
export function sweeping(): (day: number) => Work<void> {
  let sweptDay = -1;
  return function* (day) {
    if (day <= sweptDay) return;
    // Yesterday's are kept, so that a clock set back by a day resets no quota.
    const { changes } = yield* query(DELETE_BEFORE, { day: day - 1 });
    if (changes < SWEEP_BATCH_SIZE) sweptDay = day;
  };
}
