/** What polling remembers: validators of conditional requests, and when each feed was polled. */
import type { Validators } from '../../sources/feed.ts';
import { sql, type Db } from '../database.ts';

export const readValidators = (db: Db, url: string): Validators | undefined =>
  sql<unknown[], Validators>(db, 'SELECT etag, last_modified AS lastModified FROM validators WHERE url = ?').get(url);

export function writeValidators(db: Db, validators: ReadonlyMap<string, Validators>): void {
  const put = sql(db, 'INSERT OR REPLACE INTO validators (url, etag, last_modified) VALUES (?, ?, ?)');
  for (const [url, { etag, lastModified }] of validators) put.run(url, etag, lastModified);
}

/** Every feed is read again from the beginning, with unconditional requests. */
export const clearPollState = (db: Db): void => {
  db.exec(
    `DELETE FROM validators; DELETE FROM settings WHERE name LIKE 'asked\\_%' ESCAPE '\\' OR name LIKE 'archive:%'`,
  );
};
