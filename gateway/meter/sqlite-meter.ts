/** The meter in `accounts.db`: one transaction a batch, whoever else has the file open. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '#core/time.ts';
import type { AccountsDb } from '../accounts/database.ts';
import { USAGE_DAYS } from '../usage/usage-store.ts';
import type { Charge, ChargedKey, Decision, Meter } from './meter.ts';
import type { Counts } from './windows.ts';
import { countsAt, dayOf, minuteOf, spentPolicy, standingOf } from './windows.ts';
import { MINUTE } from '#core/time.ts';

/** How often and after how long, in ms, a batch is tried again while another process holds the file. */
const TRIES = 10;
const PAUSE = 50;

/** @param now read inside of the transaction, so that batches of several processes agree on the order of minutes */
export function sqliteMeter(db: AccountsDb, now: () => EpochMs): Meter {
  const batch = batchOf(db, now);
  return {
    async take(charges) {
      for (let tries = 1; ; tries += 1)
        try {
          return batch(charges);
        } catch (error) {
          if (tries === TRIES || !isBusy(error)) throw error;
          await sleep(PAUSE);
        }
    },
  };
}

const isBusy = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

function batchOf(db: AccountsDb, now: () => EpochMs) {
  const tables = tablesOf(db);
  const sweep = sweeper(db);
  return db.transaction((charges: readonly Charge[]): Decision[] => {
    const at = now();
    const windows = new Map<string, Counts & { changed: boolean }>();
    const uses = new Map<string, ChargedKey & { count: number }>();
    const decisions = charges.map((charge) => {
      let counts = windows.get(charge.caller);
      if (!counts) {
        counts = { ...countsAt(tables.window.get(charge.caller), at), changed: false };
        windows.set(charge.caller, counts);
      }
      const { refused, used } = settle(charge, counts, at);
      if (used !== 0) counts.changed = true;
      if (charge.key) addUse(uses, charge.key, used);
      return { ...standingOf(counts, charge.bounds, at), refused };
    });
    for (const [caller, { changed, ...counts }] of windows) if (changed) tables.putWindow.run({ caller, ...counts });
    for (const use of uses.values()) tables.recordUse(use, at);
    sweep(at);
    return decisions;
  }).immediate;
}

/** Applies one charge to the counts. @returns how many answers more (or, given back, less) are counted now */
function settle({ what, bounds }: Charge, counts: Counts, at: EpochMs) {
  if (what === 'look') return { refused: undefined, used: 0 };
  if (what === 'count') {
    const refused = spentPolicy(counts, bounds);
    if (refused !== undefined) return { refused, used: 0 };
    counts.dayCount += 1;
    counts.minuteCount += 1;
    return { refused, used: 1 };
  }
  if (dayOf(what.giveBack) !== counts.day || counts.dayCount === 0) return { refused: undefined, used: 0 };
  counts.dayCount -= 1;
  if (minuteOf(what.giveBack) === minuteOf(at)) counts.minuteCount = Math.max(0, counts.minuteCount - 1);
  return { refused: undefined, used: -1 };
}

function addUse(uses: Map<string, ChargedKey & { count: number }>, key: ChargedKey, used: number): void {
  const name = `${key.keyId} ${key.endpoint}`;
  const use = uses.get(name);
  if (use) use.count += used;
  else uses.set(name, { ...key, count: used });
}

function tablesOf(db: AccountsDb) {
  const addUsage = db.prepare(
    `INSERT INTO usage_days (account, day, endpoint, key_id, count) VALUES (:account, :day, :endpoint, :keyId, :count)
     ON CONFLICT DO UPDATE SET count = max(0, count + :count)`,
  );
  const touch = db.prepare(
    'UPDATE api_keys SET last_used_at = :at WHERE id = :keyId AND (last_used_at IS NULL OR last_used_at < :minute)',
  );
  return {
    window: db.prepare<[string], Counts>(
      `SELECT day, day_count AS dayCount, minute, minute_count AS minuteCount FROM meter_windows WHERE caller = ?`,
    ),
    putWindow: db.prepare(
      `INSERT INTO meter_windows (caller, day, day_count, minute, minute_count) VALUES (:caller, :day, :dayCount, :minute, :minuteCount)
       ON CONFLICT DO UPDATE SET day = :day, day_count = :dayCount, minute = :minute, minute_count = :minuteCount`,
    ),
    recordUse({ account, keyId, endpoint, count }: ChargedKey & { count: number }, at: EpochMs): void {
      if (count !== 0) addUsage.run({ account, day: dayOf(at), endpoint, keyId, count });
      touch.run({ keyId, at, minute: minuteOf(at) * MINUTE });
    },
  };
}

/** Rows looked at in one batch for being out of date. */
const SWEPT = 500;

/** Once a day goes through the counts and forgets those of days gone by, a little in each batch: addresses are not kept longer than that. */
function sweeper(db: AccountsDb): (at: EpochMs) => void {
  const edge = db
    .prepare<[string], string>(
      `SELECT caller FROM meter_windows WHERE caller > ? ORDER BY caller LIMIT 1 OFFSET ${SWEPT - 1}`,
    )
    .pluck();
  const forget = db.prepare('DELETE FROM meter_windows WHERE caller > ? AND caller <= ? AND day < ?');
  const forgetRest = db.prepare('DELETE FROM meter_windows WHERE caller > ? AND day < ?');
  const forgetUsage = db.prepare('DELETE FROM usage_days WHERE day <= ?');
  let sweeping = -1;
  /** Where the next batch goes on; undefined when the day's sweep is done. */
  let from: string | undefined;
  return (at) => {
    const day = dayOf(at);
    if (day !== sweeping) [sweeping, from] = [day, ''];
    if (from === undefined) return;
    const to = edge.get(from);
    if (to === undefined) {
      forgetRest.run(from, day);
      forgetUsage.run(day - USAGE_DAYS);
    } else forget.run(from, to, day);
    from = to;
  };
}
