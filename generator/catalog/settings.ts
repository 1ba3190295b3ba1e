/** Values that outlive the process, by name. */
import { sql, type Db } from './database.ts';

export const readSetting = (db: Db, name: string): string | undefined =>
  sql<unknown[], string>(db, 'SELECT value FROM settings WHERE name = ?').pluck().get(name);

export const writeSetting = (db: Db, name: string, value: string | number): void => {
  sql(db, 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, String(value));
};
