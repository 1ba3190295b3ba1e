/**
 * Version 9 (released as 0.3.0) to 12: which near rows of a feed without identifiers were shown by one document; early
 * times have the precision, and rows of a repeated hour the pass, with which the parsers read them since. Versions 10
 * and 11 were not released; the step takes them too. Never changed once released.
 */
import { contentHash } from '#core/etag.ts';
import { distanceKm } from '#core/geo.ts';
import type { Db } from '#runtime/sqlite.ts';

export const ADDED = `
-- Rows near each other that one document of a feed without identifiers shows. \`key\` is the lesser of the two.
CREATE TABLE shown_together (
  feed TEXT NOT NULL,
  key TEXT NOT NULL,
  other_key TEXT NOT NULL,
  PRIMARY KEY (feed, key, other_key)
) STRICT, WITHOUT ROWID;

-- The records of a province are found without reading the others.
CREATE INDEX earthquakes_by_province ON earthquakes (record ->> 'provinceCode', band, time) WHERE state = 'current';

-- Reports of an earthquake that could not be composed or rendered when it was last tried.
CREATE TABLE faulty_reports (
  agency_event INTEGER PRIMARY KEY,
  -- One report of each earthquake, the same for all of its reports.
  lead INTEGER NOT NULL,
  -- The published earthquake that stays as it was; null where there is none.
  earthquake INTEGER,
  since INTEGER NOT NULL,
  error TEXT NOT NULL
) STRICT;

-- Reports of a great earthquake that two other agencies lacked when they should have had it.
CREATE TABLE unconfirmed_reports (agency_event INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;
`;

const NEAR = { ms: 6000, km: 30 };
const UNKEYED = ['kandilli-zeqdb', 'kandilli-xml', 'kandilli-live'];

interface Row {
  key: string;
  time: number;
  latitude: number;
  longitude: number;
  /** `as_of` of the first and the last document that showed it. */
  first: number;
  last: number;
  received: number;
}

export function toVersion12(db: Db): void {
  const isVersion9 = (db.pragma('table_info(shown_together)') as unknown[]).length === 0;
  db.exec(ADDED.replaceAll(/^CREATE (TABLE|INDEX)/gm, 'CREATE $1 IF NOT EXISTS'));
  if (!isVersion9) return;
  roundTimes(db);
  settlePasses(db);
  noteShownTogether(db);
}

/**
 * Documents are not kept, so the spans in which two rows were shown tell. Where the spans share one instant only, and
 * several documents are of that instant, the later received row is of another document.
 */
function noteShownTogether(db: Db): void {
  const insert = db.prepare('INSERT OR IGNORE INTO shown_together (feed, key, other_key) VALUES (?, ?, ?)');
  const documentsAt = db.prepare<[string, number], number>(
    'SELECT count(*) FROM captures WHERE feed = ? AND as_of = ?',
  );
  for (const feed of UNKEYED)
    for (const [one, other] of nearRows(db, feed)) {
      const [from, to] = [Math.max(one.first, other.first), Math.min(one.last, other.last)];
      if (from > to) continue;
      if (from === to && one.received !== other.received && documentsAt.pluck().get(feed, from)! > 1) continue;
      insert.run(feed, ...[one.key, other.key].sort());
    }
}

function* nearRows(db: Db, feed: string): Generator<[Row, Row]> {
  const rows = db
    .prepare<[string], Row>(
      `SELECT key, min(time) AS time, min(latitude) AS latitude, min(longitude) AS longitude,
         min(first_as_of) AS first, max(last_as_of) AS last, min(received_at) AS received
       FROM solution_versions WHERE feed = ? GROUP BY key ORDER BY time`,
    )
    .all(feed);
  for (const [index, one] of rows.entries())
    for (let next = index + 1; next < rows.length && rows[next]!.time - one.time <= NEAR.ms; next += 1)
      if (distanceKm(one, rows[next]!) <= NEAR.km) yield [one, rows[next]!];
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const [EXACT_MINUTE_SINCE, EXACT_DAY_SINCE] = [Date.UTC(1960, 0), Date.UTC(1980, 0)];

function precisionOf(time: number): string {
  if (time % DAY === 0) return 'day';
  if (time >= EXACT_MINUTE_SINCE) return 'second';
  return time % HOUR === 0 ? 'hour' : 'minute';
}

/** Of Kandilli's reviewed catalogue and AFAD's unified one. */
function roundTimes(db: Db): void {
  const rows = db
    .prepare<[number], { version: number; time: number; content: string }>(
      `SELECT version, time, content FROM solution_versions
       WHERE time < ? AND time % ${MINUTE} = 0 AND content ->> 'precision' = 'second'
         AND (feed = 'kandilli-zeqdb' OR (feed IN ('afad-api', 'afad-site') AND CAST(key AS INTEGER) < 25000))`,
    )
    .all(EXACT_DAY_SINCE);
  const write = db.prepare('UPDATE OR IGNORE solution_versions SET content = ?, hash = ? WHERE version = ?');
  for (const { version, time, content } of rows) {
    const rounded = JSON.stringify({ ...(JSON.parse(content) as object), precision: precisionOf(time) });
    write.run(rounded, contentHash(rounded), version);
  }
}

interface AmbiguousRow {
  version: number;
  time: number;
  latitude: number;
  longitude: number;
  content: string;
}

/** September: in March 2011 the alternative is an hour later for other reasons. */
const FIRST_MONTH = 8;

/** Versions have the order of the list. */
function settlePasses(db: Db): void {
  const rows = db
    .prepare<[], AmbiguousRow>(
      `SELECT version, time, latitude, longitude, content FROM solution_versions
       WHERE feed = 'kandilli-xml' AND content ->> 'alternativeTime' = time + ${HOUR} ORDER BY version`,
    )
    .all();
  const write = db.prepare(
    'UPDATE OR IGNORE solution_versions SET time = ?, key = ?, content = ?, hash = ? WHERE version = ?',
  );
  for (const hour of Map.groupBy(rows, ({ time }) => Math.floor(time / HOUR)).values()) {
    const isBack = ({ time }: AmbiguousRow, index: number): boolean => index > 0 && time < hour[index - 1]!.time;
    if (new Date(hour[0]!.time).getUTCMonth() < FIRST_MONTH || hour.filter(isBack).length !== 1) continue;
    const back = hour.findIndex(isBack);
    for (const [index, { version, time, latitude, longitude, content }] of hour.entries()) {
      const settled = index < back ? time : time + HOUR;
      const text = JSON.stringify({ ...(JSON.parse(content) as object), time: settled, alternativeTime: null });
      write.run(settled, `${settled}|${latitude}|${longitude}`, text, contentHash(text), version);
    }
  }
}
