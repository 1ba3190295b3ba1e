/** Rows of agency events: created, found by the agency's identifiers, merged, removed. */
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { firstValue, run, sql, type Db } from '../database.ts';
import { FEED_GROUPS } from './feed-groups.ts';

export const markDirty = (db: Db, agencyEvent: number): void => {
  run(db, 'INSERT OR IGNORE INTO dirty_agency_events (agency_event) VALUES (?)', agencyEvent);
};

/** Undefined where the feed group already has an agency event with that key. */
export function createAgencyEvent(db: Db, feedGroup: number, key: string): number | undefined {
  const insert = 'INSERT OR IGNORE INTO agency_events (feed_group, key) VALUES (?, ?)';
  const { changes, lastInsertRowid } = run(db, insert, feedGroup, key);
  return changes === 1 ? Number(lastInsertRowid) : undefined;
}

const agencyEventOfKey = (db: Db, feedGroup: number, key: string): number | undefined =>
  firstValue(db, 'SELECT agency_event FROM agency_event_keys WHERE feed_group = ? AND key = ?', feedGroup, key);

/** The agency events that an agency has identified by a key: at most one of each of its feed groups, in their order. */
export const agencyEventsNamed = (db: Db, agency: string | undefined, key: string): number[] =>
  FEED_GROUPS.flatMap((group, feedGroup) =>
    group.agency === agency ? (agencyEventOfKey(db, feedGroup, key) ?? []) : [],
  );

/** Origin time of the event that an agency knows under a key. */
export function timeOfKey(db: Db, agency: Agency, key: string): EpochMs | undefined {
  const times = agencyEventsNamed(db, agency, key).map((agencyEvent) =>
    firstValue<EpochMs | null>(db, 'SELECT time FROM agency_events WHERE agency_event = ?', agencyEvent),
  );
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
  const addKey = sql(db, 'INSERT OR IGNORE INTO agency_event_keys (feed_group, key, agency_event) VALUES (?, ?, ?)');
  for (const key of keys) if (addKey.run(feedGroup, key, agencyEvent).changes === 1) markProductsOf(db, feedGroup, key);
  markDirty(db, agencyEvent);
  return agencyEvent;
}

/** Marks products of an event that is newly known. */
function markProductsOf(db: Db, feedGroup: number, key: string): void {
  const agencyKey = `${FEED_GROUPS[feedGroup]!.agency}:${key}`;
  run(db, 'INSERT OR IGNORE INTO dirty_products SELECT product FROM products WHERE agency_key = ?', agencyKey);
}

function mergeAgencyEvents(db: Db, from: number, into: number): void {
  run(db, 'UPDATE solution_versions SET agency_event = ? WHERE agency_event = ?', into, from);
  run(db, 'UPDATE agency_event_keys SET agency_event = ? WHERE agency_event = ?', into, from);
  replaceAgencyEvent(db, from, into);
}

/**
 * Removes an agency event without solution versions; its earthquake is associated again.
 * @param successor the agency event that has its solution versions now: inherits an earthquake without other reports
 */
export function replaceAgencyEvent(db: Db, agencyEvent: number, successor: number | null): void {
  run(
    db,
    `INSERT INTO dirty_earthquakes (earthquake, successor)
     SELECT earthquake, @successor FROM agency_events WHERE agency_event = @agencyEvent AND earthquake IS NOT NULL
     ON CONFLICT (earthquake) DO UPDATE SET successor = ifnull(excluded.successor, successor)`,
    { agencyEvent, successor },
  );
  run(db, 'UPDATE dirty_earthquakes SET successor = ? WHERE successor = ?', successor, agencyEvent);
  run(db, 'INSERT OR IGNORE INTO dirty_products SELECT product FROM products WHERE agency_event = ?', agencyEvent);
  run(db, 'UPDATE products SET agency_event = NULL WHERE agency_event = ?', agencyEvent);
  run(db, 'DELETE FROM dirty_agency_events WHERE agency_event = ?', agencyEvent);
  run(db, 'DELETE FROM agency_events WHERE agency_event = ?', agencyEvent);
  if (successor !== null) markDirty(db, successor);
}
