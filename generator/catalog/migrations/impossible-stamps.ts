/**
 * Version 7 to 8: captures keep the first instant of their content, documents can be held back, and stamps later than
 * every clock of this host lose their effect. Released: never changed.
 */
import { contentHash } from '#core/etag.ts';
import type { Db } from '#core/sqlite.ts';

const TABLES = `
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

/** Clocks of agencies and of the host differ by this at most, ms. */
const TOLERANCE = 120_000;

const COLUMNS = `
ALTER TABLE captures ADD COLUMN first_as_of INTEGER NOT NULL DEFAULT 0;
UPDATE captures SET first_as_of = as_of;
-- Since when the answers are held back, and why; null after a sound one.
ALTER TABLE feeds ADD COLUMN held_since INTEGER;
ALTER TABLE feeds ADD COLUMN finding TEXT; -- Finding
`;

export function impossibleStamps(db: Db): void {
  const columns = db.pragma('table_info(captures)') as { name: string }[];
  if (!columns.some(({ name }) => name === 'first_as_of')) db.exec(COLUMNS);
  db.exec(TABLES);
  const limit = latestClock(db) + TOLERANCE;
  const feeds = db.prepare<[number], string>('SELECT DISTINCT feed FROM captures WHERE as_of > ?').pluck().all(limit);
  for (const feed of feeds) cutFeed(db, feed, limit);
  db.prepare('UPDATE products SET as_of = ? WHERE as_of > ?').run(limit - TOLERANCE, limit);
  cutUpdates(db, limit);
}

/** The host's clock now, or when it heard a document last if it is behind. */
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

interface Row {
  observation: number;
  content: string;
}

/** A time of change that lies in the future is none. */
function cutUpdates(db: Db, limit: number): void {
  const rows = db
    .prepare<[number], Row>("SELECT observation, content FROM observations WHERE content ->> 'updatedAt' > ?")
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
