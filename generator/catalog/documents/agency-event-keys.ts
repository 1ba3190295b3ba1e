/** Threads as rows: made, found by the identifiers that an agency has used, joined, removed. */
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import { FEED_GROUPS } from './feed-groups.ts';

export const markDirty = (db: Db, agencyEvent: number): void => {
  sql(db, 'INSERT OR IGNORE INTO dirty_threads (thread) VALUES (?)').run(agencyEvent);
};

/** Origin time of the event that an agency knows under a key. */
export function timeOfKey(db: Db, agency: Agency, key: string): EpochMs | undefined {
  const find = sql<unknown[], EpochMs | null>(
    db,
    'SELECT t.time FROM thread_keys k JOIN threads t USING (thread) WHERE k.slot = ? AND k.key = ?',
  ).pluck();
  for (const [feedGroup, { agency: owner }] of FEED_GROUPS.entries()) {
    const time = owner === agency ? find.get(feedGroup, key) : undefined;
    if (time !== undefined && time !== null) return time;
  }
  return undefined;
}

/** Undefined where the slot has a thread of that name. */
export function createAgencyEvent(db: Db, feedGroup: number, key: string): number | undefined {
  const { changes, lastInsertRowid } = sql(db, 'INSERT OR IGNORE INTO threads (slot, key) VALUES (?, ?)').run(
    feedGroup,
    key,
  );
  return changes === 1 ? Number(lastInsertRowid) : undefined;
}

/**
 * The thread of a statement under one or several identifiers: found by any of them, made when none is known, joined when several are.
 * Marks it.
 */
export function agencyEventOfKeys(db: Db, feedGroup: number, keys: string[]): number {
  const find = sql<unknown[], number>(db, 'SELECT thread FROM thread_keys WHERE slot = ? AND key = ?').pluck();
  const known = new Set(keys.map((key) => find.get(feedGroup, key)).filter((agencyEvent) => agencyEvent !== undefined));
  const agencyEvent = known.size > 0 ? Math.min(...known) : createAgencyEvent(db, feedGroup, keys[0]!)!;
  for (const other of known) if (other !== agencyEvent) mergeAgencyEvents(db, other, agencyEvent);
  const addKey = sql(db, 'INSERT OR IGNORE INTO thread_keys (slot, key, thread) VALUES (?, ?, ?)');
  for (const key of keys) if (addKey.run(feedGroup, key, agencyEvent).changes === 1) markProductsOf(db, feedGroup, key);
  markDirty(db, agencyEvent);
  return agencyEvent;
}

/** Products of an event that was not known until now. */
function markProductsOf(db: Db, feedGroup: number, key: string): void {
  sql(db, 'INSERT OR IGNORE INTO dirty_products SELECT product FROM products WHERE agency_key = ?').run(
    `${FEED_GROUPS[feedGroup]!.agency}:${key}`,
  );
}

function mergeAgencyEvents(db: Db, from: number, into: number): void {
  sql(db, 'UPDATE observations SET thread = ? WHERE thread = ?').run(into, from);
  sql(db, 'UPDATE thread_keys SET thread = ? WHERE thread = ?').run(into, from);
  replaceAgencyEvent(db, from, into);
}

/**
 * Removes a thread that has no statements left; its earthquake is associated anew.
 * @param heir the thread that holds its statements now: an earthquake of which nothing else is left is the heir's
 */
export function replaceAgencyEvent(db: Db, agencyEvent: number, successor: number | null): void {
  sql(
    db,
    `INSERT INTO dirty_earthquakes (earthquake, heir)
     SELECT earthquake, @heir FROM threads WHERE thread = @thread AND earthquake IS NOT NULL
     ON CONFLICT (earthquake) DO UPDATE SET heir = ifnull(excluded.heir, heir)`,
  ).run({ thread: agencyEvent, heir: successor });
  sql(db, 'UPDATE dirty_earthquakes SET heir = ? WHERE heir = ?').run(successor, agencyEvent);
  sql(db, 'INSERT OR IGNORE INTO dirty_products SELECT product FROM products WHERE thread = ?').run(agencyEvent);
  sql(db, 'UPDATE products SET thread = NULL WHERE thread = ?').run(agencyEvent);
  sql(db, 'DELETE FROM dirty_threads WHERE thread = ?').run(agencyEvent);
  sql(db, 'DELETE FROM threads WHERE thread = ?').run(agencyEvent);
  if (successor !== null) markDirty(db, successor);
}
