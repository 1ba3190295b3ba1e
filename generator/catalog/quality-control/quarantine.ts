/** Documents that were quarantined: kept until an operator accepts one, or newer ones take their place. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { ExpectedError } from '#core/expected-error.ts';
import { findingText, type Finding } from '#core/finding.ts';
import { DAY, formatSecond, type EpochMs } from '#core/time.ts';
import type { FeedDocument, FeedName } from '../../sources/feed.ts';
import { allRows, firstRow, run, type Db } from '../database.ts';

/** Kept of a feed: the newest documents, and the first of each of the last days on which one was quarantined. */
const KEPT_NEWEST = 3;
const KEPT_DAYS = 3;

interface Quarantining {
  feed: FeedName;
  sha256: string;
  receivedAt: EpochMs;
  finding: Finding;
}

/** Keeps a document aside; one that comes again counts as of its last receipt. @returns its id */
export function quarantine(
  db: Db,
  document: FeedDocument,
  { feed, sha256, receivedAt, finding }: Quarantining,
): string {
  const id = sha256.slice(0, 12);
  db.transaction(() => {
    run(
      db,
      `INSERT INTO held_documents (id, feed, name, received_at, coverage, window, finding, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,
         received_at = excluded.received_at, coverage = excluded.coverage, window = excluded.window,
         finding = excluded.finding WHERE excluded.received_at >= received_at`,
      ...[id, feed, document.name, receivedAt],
      ...[document.coverage, document.window ?? null, finding].map((value) => JSON.stringify(value)),
      gzipSync(document.bytes),
    );
    run(
      db,
      `DELETE FROM held_documents WHERE feed = @feed AND id NOT IN (
         SELECT id FROM (SELECT id FROM held_documents WHERE feed = @feed ORDER BY received_at DESC LIMIT ${KEPT_NEWEST})
         UNION SELECT id FROM (SELECT id, min(received_at) AS first FROM held_documents WHERE feed = @feed
           GROUP BY received_at / ${DAY} ORDER BY first DESC LIMIT ${KEPT_DAYS}))`,
      { feed },
    );
    run(db, 'UPDATE feed_counts SET documents_held = documents_held + 1 WHERE feed = ?', feed);
  })();
  return id;
}

interface QuarantinedRow {
  id: string;
  feed: FeedName;
  name: string;
  received_at: EpochMs;
  coverage: string;
  window: string;
  finding: string;
  content: Buffer;
}

/** @throws ExpectedError that names those that are quarantined, when there is none of this id */
export function readQuarantined(db: Db, id: string): { feed: FeedName; document: FeedDocument } {
  const row = firstRow<QuarantinedRow>(db, 'SELECT * FROM held_documents WHERE id = ?', id);
  if (row === undefined) throw new ExpectedError(`no document ${id} is quarantined; ${quarantineList(db)}`);
  return {
    feed: row.feed,
    document: {
      name: row.name,
      bytes: gunzipSync(row.content),
      coverage: JSON.parse(row.coverage) as FeedDocument['coverage'],
      window: JSON.parse(row.window) as FeedDocument['window'],
      fetchedAt: row.received_at,
    } as FeedDocument,
  };
}

function quarantineList(db: Db): string {
  const rows = allRows<QuarantinedRow>(
    db,
    'SELECT id, feed, received_at, finding FROM held_documents ORDER BY received_at DESC LIMIT 20',
  );
  if (rows.length === 0) return 'none is';
  const lines = rows.map(
    ({ id, feed, received_at: at, finding }) =>
      `  ${id} ${feed}, ${formatSecond(at)} UTC: ${findingText(JSON.parse(finding) as Finding)}`,
  );
  return `these are:\n${lines.join('\n')}`;
}

export const forgetQuarantined = (db: Db, id: string): void => {
  run(db, 'DELETE FROM held_documents WHERE id = ?', id);
};
