/**
 * Versions 5 to 8 to version 9: gaps of feeds, held documents, the first instant of each capture; stamps later than
 * every clock of this host lose their effect; tables and columns have the names of the program. Never changed once
 * released.
 */
import { contentHash } from '#core/etag.ts';
import type { Db } from '#core/sqlite.ts';

/** As they were added. */
export const ADDED_TABLES = `
-- Times without an answer of a feed that were longer than they should be: from one answer to the next.
CREATE TABLE IF NOT EXISTS feed_gaps (
  feed TEXT NOT NULL,
  began INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  -- 1: requested meanwhile, in vain; 0: not requested.
  requested INTEGER NOT NULL,
  PRIMARY KEY (feed, began)
) STRICT, WITHOUT ROWID;

-- Documents that contradict what their feed sent before: kept, not applied. \`id\`: first digits of the content's SHA-256.
CREATE TABLE IF NOT EXISTS held_documents (
  id TEXT PRIMARY KEY,
  feed TEXT NOT NULL,
  name TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  coverage TEXT, -- Coverage
  window TEXT, -- Window
  finding TEXT NOT NULL, -- Finding
  content BLOB NOT NULL -- gzip
) STRICT, WITHOUT ROWID;

-- What each feed usually sends: shares, 0 to 1, as a moving average over its sound documents.
CREATE TABLE IF NOT EXISTS feed_profiles (
  feed TEXT PRIMARY KEY,
  documents INTEGER NOT NULL,
  profile TEXT NOT NULL -- Shares
) STRICT, WITHOUT ROWID;

-- Since the catalogue exists.
CREATE TABLE IF NOT EXISTS feed_counts (
  feed TEXT PRIMARY KEY,
  rows_read INTEGER NOT NULL DEFAULT 0,
  rows_rejected INTEGER NOT NULL DEFAULT 0,
  documents_held INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
`;

export function toVersion9(db: Db): void {
  db.exec(ADDED_TABLES);
  const columns = db.pragma('table_info(captures)') as { name: string }[];
  if (!columns.some(({ name }) => name === 'first_as_of')) toVersion8(db);
  db.exec(NAMES);
}

/** Former errors quoted the answer and named the address of the feed; anybody may read them. */
const COLUMNS = `
ALTER TABLE captures ADD COLUMN first_as_of INTEGER NOT NULL DEFAULT 0;
UPDATE captures SET first_as_of = as_of;
ALTER TABLE feeds ADD COLUMN held_since INTEGER;
ALTER TABLE feeds ADD COLUMN finding TEXT;
UPDATE feeds SET error = 'the request failed' WHERE error IS NOT NULL;
`;

/** Clocks of agencies and of the host differ by this at most, ms. */
const TOLERANCE = 120_000;

function toVersion8(db: Db): void {
  db.exec(COLUMNS);
  const limit = latestClock(db) + TOLERANCE;
  const feeds = db.prepare<[number], string>('SELECT DISTINCT feed FROM captures WHERE as_of > ?').pluck().all(limit);
  for (const feed of feeds) cutFeed(db, feed, limit);
  db.prepare('UPDATE products SET as_of = ? WHERE as_of > ?').run(limit - TOLERANCE, limit);
  cutUpdates(db, limit);
}

/** The host's clock now, or when it last received a document if it is behind. */
const latestClock = (db: Db): number =>
  db
    .prepare<[], number>('SELECT max(unixepoch() * 1000, (SELECT ifnull(max(heard_at), 0) FROM captures))')
    .pluck()
    .get()!;

/** Rows of such a document count as seen by the feed's latest credible one: the next document decides about them. */
function cutFeed(db: Db, feed: string, limit: number): void {
  db.prepare(
    `INSERT OR IGNORE INTO dirty_threads (thread)
     SELECT DISTINCT thread FROM observations JOIN threads USING (thread)
     WHERE feed = @feed AND (withdrawn = 1 OR last_as_of > @limit)`,
  ).run({ feed, limit });
  db.prepare(
    `UPDATE captures SET as_of = heard_at, first_as_of = min(first_as_of, heard_at), trusted = NULL
     WHERE feed = ? AND as_of > ?`,
  ).run(feed, limit);
  const latest = db.prepare<[string], number>('SELECT max(as_of) FROM captures WHERE feed = ?').pluck().get(feed)!;
  db.prepare(
    `UPDATE observations SET last_as_of = @latest, first_as_of = min(first_as_of, heard_at, @latest)
     WHERE feed = @feed AND last_as_of > @limit`,
  ).run({ feed, latest, limit });
}

/** A time of change that lies in the future is none. */
function cutUpdates(db: Db, limit: number): void {
  const rows = db
    .prepare<[number], { observation: number; content: string }>(
      "SELECT observation, content FROM observations WHERE content ->> 'updatedAt' > ?",
    )
    .all(limit);
  const mark = db.prepare(
    'INSERT OR IGNORE INTO dirty_threads (thread) SELECT thread FROM observations WHERE observation = ? AND thread NOTNULL',
  );
  const write = db.prepare('UPDATE OR REPLACE observations SET content = ?, hash = ? WHERE observation = ?');
  for (const { observation, content } of rows) {
    mark.run(observation);
    const cut = JSON.stringify({ ...(JSON.parse(content) as object), updatedAt: null });
    write.run(cut, contentHash(cut), observation);
  }
}

/** No row is written but those of the indexes, which can be named anew only by making them again. */
export const NAMES = `
ALTER TABLE captures RENAME COLUMN heard_at TO received_at;
ALTER TABLE captures RENAME COLUMN whole TO complete;
ALTER TABLE captures RENAME COLUMN shown TO row_count;
DROP INDEX captures_unjudged;
CREATE INDEX captures_unassessed ON captures (capture) WHERE complete = 1 AND trusted IS NULL;

ALTER TABLE observations RENAME TO solution_versions;
ALTER TABLE solution_versions RENAME COLUMN observation TO version;
ALTER TABLE solution_versions RENAME COLUMN heard_at TO received_at;
ALTER TABLE solution_versions RENAME COLUMN thread TO agency_event;
DROP INDEX observations_by_time;
DROP INDEX observations_by_thread;
DROP INDEX observations_loose;
CREATE INDEX solution_versions_by_time ON solution_versions (feed, time);
CREATE INDEX solution_versions_by_agency_event ON solution_versions (agency_event);
CREATE INDEX solution_versions_unlinked ON solution_versions (feed, time) WHERE agency_event IS NULL;

ALTER TABLE threads RENAME TO agency_events;
ALTER TABLE agency_events RENAME COLUMN thread TO agency_event;
ALTER TABLE agency_events RENAME COLUMN slot TO feed_group;
ALTER TABLE agency_events RENAME COLUMN observation TO current_version;
DROP INDEX threads_by_time;
DROP INDEX threads_by_slot;
DROP INDEX threads_by_earthquake;
DROP INDEX threads_vague;
CREATE INDEX agency_events_by_time ON agency_events (time);
CREATE INDEX agency_events_by_feed_group ON agency_events (feed_group, time);
CREATE INDEX agency_events_by_earthquake ON agency_events (earthquake);
CREATE INDEX agency_events_inexact ON agency_events (agency_event) WHERE precision > 0 OR alternative_time IS NOT NULL;

ALTER TABLE thread_keys RENAME TO agency_event_keys;
ALTER TABLE agency_event_keys RENAME COLUMN slot TO feed_group;
ALTER TABLE agency_event_keys RENAME COLUMN thread TO agency_event;
ALTER TABLE dirty_threads RENAME TO dirty_agency_events;
ALTER TABLE dirty_agency_events RENAME COLUMN thread TO agency_event;
ALTER TABLE dirty_earthquakes RENAME COLUMN heir TO successor;
ALTER TABLE products RENAME COLUMN thread TO agency_event;
DROP INDEX products_by_thread;
CREATE INDEX products_by_agency_event ON products (agency_event) WHERE agency_event IS NOT NULL;
`;
