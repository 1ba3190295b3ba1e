/** The meter in the database of accounts: one transaction per batch, exact for any number of processes. */
import type { EpochMs } from '#core/time.ts';
import { insertAll, query, type SqlDatabase, type Work } from '../../store/sql-database.ts';
import { Batch, MAX_ADDRESSES, type StoredCounts } from './batch.ts';
import type { Meter, QuotaRequest } from './meter.ts';
import { usageLog } from './usage-log.ts';
import { type WindowCounts, countsAt, dayOf, accountWindow } from './windows.ts';

interface MeterOptions {
  database: SqlDatabase;
  /** Read inside the transaction, so that minutes are in order across processes. */
  now: () => EpochMs;
  /** Address windows per day, known to this process, before new addresses share a window with their block. */
  addresses?: number;
}

/** Rows deleted with one batch of requests. */
const SWEEP_BATCH_SIZE = 500;

/** The names are the members of one JSON object, which both engines read with `json_each`. */
const WINDOWS = `SELECT caller, day, day_count AS "dayCount", minute, minute_count AS "minuteCount"
  FROM json_each(:names) AS names JOIN meter_windows ON caller = names.key`;
const PUT_WINDOWS = `INSERT INTO meter_windows (caller, day, day_count, minute, minute_count)
  VALUES (:caller, :day, :dayCount, :minute, :minuteCount)
  ON CONFLICT (caller) DO UPDATE SET day = excluded.day, day_count = excluded.day_count,
    minute = excluded.minute, minute_count = excluded.minute_count`;
/** Without the windows of /48 blocks. */
const COUNT_ADDRESSES = `SELECT count(*) AS count FROM meter_windows
  WHERE caller >= 'address:' AND caller < 'address;' AND caller NOT LIKE '%/48' AND day = :day`;
const DELETE_BEFORE = `DELETE FROM meter_windows
  WHERE caller IN (SELECT caller FROM meter_windows WHERE day < :day LIMIT ${SWEEP_BATCH_SIZE})`;

export function databaseMeter({ database, now, addresses: maxAddresses = MAX_ADDRESSES }: MeterOptions): Meter {
  const usage = usageLog(database);
  /** Address windows of that day known to this process. */
  let known = { day: NaN, addresses: 0 };
  /** Windows before this day are deleted. */
  let sweptDay = -1;

  function* decide(requests: readonly QuotaRequest[]) {
    const at = now();
    const day = dayOf(at);
    const before = known.day >= day ? known : { day, addresses: yield* countAddresses(day) };
    const stored = yield* storedWindows(requests, before.addresses + requests.length > maxAddresses);
    const batch = new Batch({ at, stored: (name) => stored.get(name), addresses: before.addresses, maxAddresses });
    const decisions = requests.map((request) => batch.decide(request));
    yield* insertAll(PUT_WINDOWS, batch.changed());
    yield* usage.recording(batch.uses(), at);
    // Yesterday's are kept, so that a clock set back by a day resets no quota.
    const isSwept = day <= sweptDay || (yield* query(DELETE_BEFORE, { day: day - 1 })).changes < SWEEP_BATCH_SIZE;
    return { decisions, known: { day: before.day, addresses: batch.addresses }, sweptDay: isSwept ? day : sweptDay };
  }

  return {
    async take(requests) {
      if (requests.length === 0) return [];
      const decided = await database.transaction(() => decide(requests), 'windows');
      ({ known, sweptDay } = decided);
      return decided.decisions;
    },
    async usedBy(account) {
      const at = now();
      const [{ rows }, uses] = await Promise.all([
        database.query<WindowCounts>(WINDOWS, { names: membersJson([accountWindow(account)]) }),
        usage.of(account, dayOf(at)),
      ]);
      return { counts: countsAt(rows[0], at), uses };
    },
  };
}

function* countAddresses(day: number): Work<number> {
  return (yield* query<{ count: number }>(COUNT_ADDRESSES, { day })).rows[0]!.count;
}

/** @param isFull whether a request may be counted in a shared window */
function* storedWindows(requests: readonly QuotaRequest[], isFull: boolean): Work<Map<string, WindowCounts>> {
  const names = new Set<string>();
  for (const { own, wider, shared = [] } of requests) {
    names.add(own.name);
    if (wider) names.add(wider.name);
    if (isFull) for (const { name } of shared) names.add(name);
  }
  const { rows } = yield* query<StoredCounts>(WINDOWS, { names: membersJson(names) });
  return new Map(rows.map((row) => [row.caller, row]));
}

/** An object with these members. As text: V8 would look up each name of an object among all that it knows. */
const membersJson = (names: Iterable<string>): string =>
  `{${Array.from(names, (name) => `${JSON.stringify(name)}:0`)}}`;
