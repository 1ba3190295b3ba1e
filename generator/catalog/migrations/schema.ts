/**
 * The catalogue's tables. All instants are EpochMs; `content` and `record` are JSON in the shapes named beside them.
 * Their names are older than the program's: a thread is an agency event, a slot a feed group, a statement a version of
 * a solution, an heir a successor, `heard_at` the time of the first reading, `whole` complete, `shown` a count of rows.
 */
import type { Step } from '#core/sqlite.ts';
import { earlyZeqdb } from './early-zeqdb.ts';
import { impossibleStamps } from './impossible-stamps.ts';
import { letterFirst } from './letter-first.ts';

/** The first version with migrations. */
export const FIRST_VERSION = 3;

const TABLES = `
-- A document that was read. \`as_of\`: when the document was made, by its own stamp, else by the clock of the fetch, else its newest origin time.
CREATE TABLE captures (
  capture INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  as_of INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  -- Span of origin times that the document speaks of (inclusive), its lowest magnitude, and whether it promises to be whole there.
  span_from INTEGER,
  span_to INTEGER,
  min_magnitude REAL,
  whole INTEGER NOT NULL,
  -- How many different rows it shows.
  shown INTEGER NOT NULL,
  -- Whether the promise of a whole one is believed: 1 or 0, null until it is judged.
  trusted INTEGER,
  UNIQUE (feed, sha256)
) STRICT;
CREATE INDEX captures_by_as_of ON captures (feed, as_of);
CREATE INDEX captures_unjudged ON captures (capture) WHERE whole = 1 AND trusted IS NULL;

-- What an agency said, each distinct statement once. Append-only, but for when it was first and last seen.
CREATE TABLE observations (
  observation INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  -- The agency's identifier, or time and place as published where it gives none.
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  -- The greatest one given; null where none is.
  magnitude REAL,
  -- Origin time of the earlier row that this one says it replaces.
  replaces_time INTEGER,
  first_as_of INTEGER NOT NULL,
  last_as_of INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  thread INTEGER,
  content TEXT NOT NULL, -- Statement
  UNIQUE (feed, key, hash)
) STRICT;
CREATE INDEX observations_by_time ON observations (feed, time);
CREATE INDEX observations_by_thread ON observations (thread);
-- Rows without identifiers that wait to be linked.
CREATE INDEX observations_loose ON observations (feed, time) WHERE thread IS NULL;

-- One agency's successive statements about one earthquake through one kind of feed.
CREATE TABLE threads (
  thread INTEGER PRIMARY KEY,
  slot INTEGER NOT NULL,
  -- Stable name of the thread within its slot; an earthquake's event_id is made from it.
  key TEXT NOT NULL,
  -- The current statement; null while it waits to be chosen.
  observation INTEGER,
  withdrawn INTEGER NOT NULL DEFAULT 0,
  time INTEGER,
  alternative_time INTEGER,
  precision INTEGER, -- index into DATE_PRECISIONS
  latitude REAL,
  longitude REAL,
  magnitude REAL, -- the agency's preferred one
  magnitude_type TEXT,
  automatic INTEGER,
  earthquake INTEGER,
  UNIQUE (slot, key)
) STRICT;
CREATE INDEX threads_by_time ON threads (time);
CREATE INDEX threads_by_slot ON threads (slot, time);
CREATE INDEX threads_by_earthquake ON threads (earthquake);
-- Those whose time may be another than the one that stands there.
CREATE INDEX threads_vague ON threads (thread) WHERE precision > 0 OR alternative_time IS NOT NULL;

-- Every identifier under which an agency has known a thread.
CREATE TABLE thread_keys (
  slot INTEGER NOT NULL,
  key TEXT NOT NULL,
  thread INTEGER NOT NULL,
  PRIMARY KEY (slot, key)
) STRICT, WITHOUT ROWID;

-- Threads whose statement changed since they were last associated. Survives a crash between reading and associating.
CREATE TABLE dirty_threads (thread INTEGER PRIMARY KEY) STRICT;
-- Earthquakes to be composed again although none of their threads changed. \`heir\`: the thread that took the place of one of theirs.
CREATE TABLE dirty_earthquakes (earthquake INTEGER PRIMARY KEY, heir INTEGER) STRICT;

-- Focal mechanisms and shakemaps, each distinct statement once.
CREATE TABLE products (
  product INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The event as its source names it; of the statements of a kind under one name the latest counts.
  agency_key TEXT,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  magnitude REAL,
  as_of INTEGER NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  -- ProductReport['product'], or null: the event has none (any more).
  content TEXT NOT NULL,
  -- Whose it is, and how badly they agree; null for nobody's.
  thread INTEGER,
  cost REAL
) STRICT;
CREATE INDEX products_by_time ON products (time);
CREATE INDEX products_by_key ON products (agency_key) WHERE agency_key IS NOT NULL;
CREATE INDEX products_by_thread ON products (thread) WHERE thread IS NOT NULL;
-- Products whose owner is to be looked for.
CREATE TABLE dirty_products (product INTEGER PRIMARY KEY) STRICT;

-- Ids are given once and never reused: AUTOINCREMENT, and rows are never deleted.
CREATE TABLE earthquakes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('current', 'merged', 'withdrawn')),
  merged_into INTEGER,
  band INTEGER NOT NULL,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  slug TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  record TEXT NOT NULL -- Earthquake
) STRICT;
CREATE INDEX earthquakes_by_band ON earthquakes (band, time) WHERE state = 'current';
CREATE INDEX earthquakes_by_time ON earthquakes (time) WHERE state = 'current';
CREATE INDEX earthquakes_merged ON earthquakes (merged_into) WHERE merged_into IS NOT NULL;

-- Every dated slug ever published, and whose it is for good.
CREATE TABLE slugs (
  date TEXT NOT NULL,
  slug TEXT NOT NULL,
  earthquake INTEGER NOT NULL,
  PRIMARY KEY (date, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX slugs_by_earthquake ON slugs (earthquake);

-- Every published change, numbered without a gap. \`before_*\`: where the record lay until then, null for a new one.
CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY,
  earthquake INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('record', 'retracted', 'merged')),
  band INTEGER NOT NULL,
  time INTEGER NOT NULL,
  before_band INTEGER,
  before_time INTEGER,
  before_latitude REAL,
  before_longitude REAL,
  -- The surviving earthquake at that moment, of a merged one.
  merged_into INTEGER,
  history TEXT NOT NULL
) STRICT;

-- How each feed answered, and the validators for asking it again.
CREATE TABLE feeds (
  feed TEXT PRIMARY KEY,
  last_attempt INTEGER,
  last_success INTEGER,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE validators (url TEXT PRIMARY KEY, etag TEXT, last_modified TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE stations (network TEXT NOT NULL, code TEXT NOT NULL, station TEXT NOT NULL, PRIMARY KEY (network, code)) STRICT, WITHOUT ROWID;
`;

const FEED_GAPS = `
-- Times without an answer of a feed that were longer than they should be: from one answer to the next.
CREATE TABLE IF NOT EXISTS feed_gaps (
  feed TEXT NOT NULL,
  began INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  -- 1: requested meanwhile, in vain; 0: not requested.
  requested INTEGER NOT NULL,
  PRIMARY KEY (feed, began)
) STRICT, WITHOUT ROWID;
`;

/** Until then, an error quoted the answer and named the address of the feed; anybody may read it. */
const PUBLIC_ERRORS = `UPDATE feeds SET error = 'the request failed' WHERE error IS NOT NULL;`;

/**
 * The first makes the tables of an empty file, each further one takes a file to the next version. A released step is
 * never changed.
 */
export const MIGRATIONS: readonly Step[] = [
  TABLES,
  letterFirst,
  earlyZeqdb,
  FEED_GAPS,
  PUBLIC_ERRORS,
  impossibleStamps,
];
