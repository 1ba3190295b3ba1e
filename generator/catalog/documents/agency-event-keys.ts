/** Rows of agency events: created, found by the agency's identifiers, merged, removed. */
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { sql, type Db } from '../database.ts';
import { FEED_GROUPS } from './feed-groups.ts';

export const markDirty = (db: Db, agencyEvent: number): void => {
  sql(db, 'INSERT OR IGNORE INTO dirty_threads (thread) VALUES (?)').run(agencyEvent);
};

/** Undefined where the feed group already has an agency event with that key. */
export function createAgencyEvent(db: Db, feedGroup: number, key: string): number | undefined {
  const { changes, lastInsertRowid } = sql(db, 'INSERT OR IGNORE INTO threads (slot, key) VALUES (?, ?)').run(
    feedGroup,
    key,
  );
  return changes === 1 ? Number(lastInsertRowid) : undefined;
}

const agencyEventOfKey = (db: Db, feedGroup: number, key: string): number | undefined =>
  sql<unknown[], number>(db, 'SELECT thread FROM thread_keys WHERE slot = ? AND key = ?').pluck().get(feedGroup, key);

/** The agency events that an agency has identified by a key: at most one of each of its feed groups, in their order. */
export const agencyEventsNamed = (db: Db, agency: string | undefined, key: string): number[] =>
  FEED_GROUPS.flatMap((group, feedGroup) =>
    group.agency === agency ? (agencyEventOfKey(db, feedGroup, key) ?? []) : [],
  );

/** Origin time of the event that an agency knows under a key. */
export function timeOfKey(db: Db, agency: Agency, key: string): EpochMs | undefined {
  const timeOf = sql<unknown[], EpochMs | null>(db, 'SELECT time FROM threads WHERE thread = ?').pluck();
  const times = agencyEventsNamed(db, agency, key).map((agencyEvent) => timeOf.get(agencyEvent));
  return times.find((time) => time !== undefined && time !== null) ?? undefined;
}

/**
 * The agency event with one or several identifiers, marked dirty: created when none of them is known, merged when
 * several agency events have them.
 */
export function agencyEventOfKeys(db: Db, feedGroup: number, keys: string[]): number {
  const known = new Set(keys.flatMap((key) => agencyEventOfKey(db, feedGroup, key) ?? []));
  const agencyEvent = known.size > 0 ? Math.min(...known) : createAgencyEvent(db, feedGroup, keys[0]!)!;
  for (const other of known) if (other !== agencyEvent) mergeAgencyEvents(db, other, agencyEvent);
  const addKey = sql(db, 'INSERT OR IGNORE INTO thread_keys (slot, key, thread) VALUES (?, ?, ?)');
  for (const key of keys) if (addKey.run(feedGroup, key, agencyEvent).changes === 1) markProductsOf(db, feedGroup, key);
  markDirty(db, agencyEvent);
  return agencyEvent;
}

/** Marks products of an event that is newly known. */
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
 * Removes an agency event without solution versions; its earthquake is associated again.
 * @param successor the agency event that has its solution versions now: inherits an earthquake that has no other
 * reports
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
