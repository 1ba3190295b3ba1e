/** Threads as rows: made, found by the identifiers that an agency has used, joined, removed. */
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import { FEED_GROUPS } from './feed-groups.ts';

export const markDirty = (db: Db, thread: number): void => {
  sql(db, 'INSERT OR IGNORE INTO dirty_threads (thread) VALUES (?)').run(thread);
};

/** Undefined where the slot has a thread of that name. */
export function createAgencyEvent(db: Db, slot: number, key: string): number | undefined {
  const { changes, lastInsertRowid } = sql(db, 'INSERT OR IGNORE INTO threads (slot, key) VALUES (?, ?)').run(
    slot,
    key,
  );
  return changes === 1 ? Number(lastInsertRowid) : undefined;
}

/**
 * The thread of a statement under one or several identifiers: found by any of them, made when none is known, joined when several are.
 * Marks it.
 */
export function agencyEventOfKeys(db: Db, slot: number, keys: string[]): number {
  const find = sql<unknown[], number>(db, 'SELECT thread FROM thread_keys WHERE slot = ? AND key = ?').pluck();
  const known = new Set(keys.map((key) => find.get(slot, key)).filter((thread) => thread !== undefined));
  const thread = known.size > 0 ? Math.min(...known) : createAgencyEvent(db, slot, keys[0]!)!;
  for (const other of known) if (other !== thread) mergeThreads(db, other, thread);
  const addKey = sql(db, 'INSERT OR IGNORE INTO thread_keys (slot, key, thread) VALUES (?, ?, ?)');
  for (const key of keys) if (addKey.run(slot, key, thread).changes === 1) markNamed(db, slot, key);
  markDirty(db, thread);
  return thread;
}

/** Products of an event that was not known until now. */
function markNamed(db: Db, slot: number, key: string): void {
  sql(db, 'INSERT OR IGNORE INTO dirty_products SELECT product FROM products WHERE agency_key = ?').run(
    `${FEED_GROUPS[slot]!.agency}:${key}`,
  );
}

function mergeThreads(db: Db, from: number, into: number): void {
  sql(db, 'UPDATE observations SET thread = ? WHERE thread = ?').run(into, from);
  sql(db, 'UPDATE thread_keys SET thread = ? WHERE thread = ?').run(into, from);
  replaceAgencyEvent(db, from, into);
}

/**
 * Removes a thread that has no statements left; its earthquake is associated anew.
 * @param heir the thread that holds its statements now: an earthquake of which nothing else is left is the heir's
 */
export function replaceAgencyEvent(db: Db, thread: number, heir: number | null): void {
  sql(
    db,
    `INSERT INTO dirty_earthquakes (earthquake, heir)
     SELECT earthquake, @heir FROM threads WHERE thread = @thread AND earthquake IS NOT NULL
     ON CONFLICT (earthquake) DO UPDATE SET heir = ifnull(excluded.heir, heir)`,
  ).run({ thread, heir });
  sql(db, 'UPDATE dirty_earthquakes SET heir = ? WHERE heir = ?').run(heir, thread);
  sql(db, 'INSERT OR IGNORE INTO dirty_products SELECT product FROM products WHERE thread = ?').run(thread);
  sql(db, 'UPDATE products SET thread = NULL WHERE thread = ?').run(thread);
  sql(db, 'DELETE FROM dirty_threads WHERE thread = ?').run(thread);
  sql(db, 'DELETE FROM threads WHERE thread = ?').run(thread);
  if (heir !== null) markDirty(db, heir);
}
