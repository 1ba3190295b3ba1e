/** The catalogue's tables. Instants are EpochMs; `content` and `record` are JSON in the shapes named beside them. */
import type { Step } from '#runtime/sqlite.ts';
import { ADDED, toVersion12 } from './version-12.ts';

/** The oldest version that is upgraded: that of 0.3.0. */
export const FIRST_VERSION = 9;

/** Records that `isBlast` (core/blasts.ts) calls blasts. Of an index: another condition is another version. */
export const IS_BLAST = `(record ->> 'blastProbability' > 0.5 OR record ->> 'eventType' IN ('explosion', 'accidental explosion',
  'chemical explosion', 'controlled explosion', 'experimental explosion', 'industrial explosion', 'mining explosion',
  'quarry blast', 'road cut', 'blasting levee', 'nuclear explosion'))`;

/** Blasts are counted without reading the others. */
const BLASTS_INDEX = `CREATE INDEX earthquakes_blasts ON earthquakes (record ->> 'provinceCode', band, time)
  WHERE state = 'current' AND ${IS_BLAST}`;

/** Makes an empty file a catalogue of the newest version. */
export const SCHEMA = `
-- A document that was read. \`as_of\`: when the document was made, by its own stamp, else by the clock of the fetch, else the newest origin time or change in it.
CREATE TABLE captures (
  capture INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Of the same bytes received again: the first and the latest.
  first_as_of INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- Origin times that the document covers (inclusive), its lowest magnitude, and whether it claims to be complete there.
  span_from INTEGER,
  span_to INTEGER,
  min_magnitude REAL,
  complete INTEGER NOT NULL,
  -- How many different rows it has.
  row_count INTEGER NOT NULL,
  -- TRUST of a complete one; null until it is assessed.
  trusted INTEGER,
  UNIQUE (feed, sha256)
) STRICT;
CREATE INDEX captures_by_as_of ON captures (feed, as_of);
CREATE INDEX captures_unassessed ON captures (capture) WHERE complete = 1 AND trusted IS NULL;

-- Each distinct version of an agency's solution, once. Append-only, except when it was first and last seen.
CREATE TABLE solution_versions (
  version INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  -- The agency's identifier, or time and place as published where it gives none.
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  -- The greatest one given; null where none is.
  magnitude REAL,
  -- Origin time of the earlier row that this one claims to replace.
  replaces_time INTEGER,
  first_as_of INTEGER NOT NULL,
  last_as_of INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  agency_event INTEGER,
  content TEXT NOT NULL, -- SolutionVersion
  -- The agency's time of its last change of the row, the latest stated; 0 where it says that there was none.
  stamp INTEGER,
  UNIQUE (feed, key, hash)
) STRICT;
CREATE INDEX solution_versions_by_time ON solution_versions (feed, time);
CREATE INDEX solution_versions_by_agency_event ON solution_versions (agency_event);
-- Rows without identifiers that wait to be linked.
CREATE INDEX solution_versions_unlinked ON solution_versions (feed, time) WHERE agency_event IS NULL;

-- An earthquake as one feed group of an agency reports it.
CREATE TABLE agency_events (
  agency_event INTEGER PRIMARY KEY,
  feed_group INTEGER NOT NULL, -- index into FEED_GROUPS
  -- Stable name within its feed group; an earthquake's event_id is made from it.
  key TEXT NOT NULL,
  -- The current version; null while it waits to be chosen. The columns from time to automatic are copied from it.
  current_version INTEGER,
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
  UNIQUE (feed_group, key)
) STRICT;
CREATE INDEX agency_events_by_time ON agency_events (time);
CREATE INDEX agency_events_by_feed_group ON agency_events (feed_group, time);
CREATE INDEX agency_events_by_earthquake ON agency_events (earthquake);
-- Those with more than one possible time.
CREATE INDEX agency_events_inexact ON agency_events (agency_event) WHERE precision > 0 OR alternative_time IS NOT NULL;

-- Every identifier that an agency has given to an agency event.
CREATE TABLE agency_event_keys (
  feed_group INTEGER NOT NULL,
  key TEXT NOT NULL,
  agency_event INTEGER NOT NULL,
  PRIMARY KEY (feed_group, key)
) STRICT, WITHOUT ROWID;

-- Agency events with a new or changed version since they were last associated. Survives a crash between reading and associating.
CREATE TABLE dirty_agency_events (agency_event INTEGER PRIMARY KEY) STRICT;
-- Earthquakes to be composed again although none of their agency events changed. \`successor\`: the agency event that replaces one of theirs.
CREATE TABLE dirty_earthquakes (earthquake INTEGER PRIMARY KEY, successor INTEGER) STRICT;

-- Focal mechanisms and shakemaps, each distinct one once.
CREATE TABLE products (
  product INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The event as its source names it. Of several products of a kind and a name the latest counts.
  agency_key TEXT,
  time INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  magnitude REAL,
  as_of INTEGER NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  -- ProductReport['product'], or null: the event has none (any more).
  content TEXT NOT NULL,
  -- Its owner, and how badly they agree; null where it has none.
  agency_event INTEGER,
  cost REAL
) STRICT;
CREATE INDEX products_by_time ON products (time);
CREATE INDEX products_by_key ON products (agency_key) WHERE agency_key IS NOT NULL;
CREATE INDEX products_by_agency_event ON products (agency_event) WHERE agency_event IS NOT NULL;
-- Products to which an owner is to be assigned.
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
  record TEXT NOT NULL, -- Earthquake
  -- The solution version that \`event_id\` is made from; null for an earthquake that 1.0.0 or an earlier version named.
  founder INTEGER
) STRICT;
CREATE INDEX earthquakes_by_band ON earthquakes (band, time) WHERE state = 'current';
CREATE INDEX earthquakes_by_time ON earthquakes (time) WHERE state = 'current';
CREATE INDEX earthquakes_merged ON earthquakes (merged_into) WHERE merged_into IS NOT NULL;

-- Every dated slug ever published, and the earthquake that it names for good.
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

-- How each feed answered last, and since when its answers are quarantined and why (null after a sound one).
CREATE TABLE feeds (
  feed TEXT PRIMARY KEY,
  last_attempt INTEGER,
  last_success INTEGER,
  error TEXT,
  held_since INTEGER,
  finding TEXT -- Finding
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- Validators of conditional requests.
CREATE TABLE validators (url TEXT PRIMARY KEY, etag TEXT, last_modified TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE stations (network TEXT NOT NULL, code TEXT NOT NULL, station TEXT NOT NULL, PRIMARY KEY (network, code)) STRICT, WITHOUT ROWID;

-- Times without an answer of a feed that were longer than they should be: from one answer to the next.
CREATE TABLE feed_gaps (
  feed TEXT NOT NULL,
  began INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  -- 1: requested meanwhile, in vain; 0: not requested.
  requested INTEGER NOT NULL,
  PRIMARY KEY (feed, began)
) STRICT, WITHOUT ROWID;

-- Documents that contradict what their feed sent before: kept, not applied. \`id\`: first digits of the content's SHA-256.
CREATE TABLE held_documents (
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
CREATE TABLE feed_profiles (
  feed TEXT PRIMARY KEY,
  documents INTEGER NOT NULL,
  profile TEXT NOT NULL -- Shares
) STRICT, WITHOUT ROWID;

-- Since the catalogue exists.
CREATE TABLE feed_counts (
  feed TEXT PRIMARY KEY,
  rows_read INTEGER NOT NULL DEFAULT 0,
  rows_rejected INTEGER NOT NULL DEFAULT 0,
  documents_held INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
${ADDED}
${BLASTS_INDEX};`;

/** A released step is never changed. The third one takes any version from 9 on. */
export const UPGRADES: readonly Step[] = [
  '',
  '',
  toVersion12,
  // Released as 1.0.0: version 12.
  'ALTER TABLE solution_versions ADD COLUMN stamp INTEGER',
  BLASTS_INDEX,
  'ALTER TABLE earthquakes ADD COLUMN founder INTEGER',
];
