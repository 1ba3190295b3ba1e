/**
 * Version 9 to 10: which near rows of a feed without identifiers were shown by one document. Never changed once
 * released.
 */
import { distanceKm } from '#core/geo.ts';
import type { Db } from '#core/sqlite.ts';

export const SHOWN_TOGETHER = `
-- Rows near each other that one document of a feed without identifiers shows. \`key\` is the lesser of the two.
CREATE TABLE shown_together (
  feed TEXT NOT NULL,
  key TEXT NOT NULL,
  other_key TEXT NOT NULL,
  PRIMARY KEY (feed, key, other_key)
) STRICT, WITHOUT ROWID;
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

/**
 * Documents are not kept, so the spans in which two rows were shown tell. Where the spans share one instant only, and
 * several documents are of that instant, the later received row is of another document.
 */
export function toVersion10(db: Db): void {
  db.exec(SHOWN_TOGETHER);
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
