/** Takes a catalogue of the newest version back to a former one. */
import type { Db } from '../../generator/catalog/database.ts';

/** That of 1.0.0. */
export function toVersion12(db: Db): void {
  db.exec('ALTER TABLE solution_versions DROP COLUMN stamp; DROP INDEX earthquakes_blasts');
  db.exec('ALTER TABLE earthquakes DROP COLUMN founder');
  db.pragma('user_version = 12');
}

/** That of 0.3.0. */
export function toVersion9(db: Db): void {
  toVersion12(db);
  for (const table of ['shown_together', 'faulty_reports', 'unconfirmed_reports']) db.exec(`DROP TABLE ${table}`);
  db.exec('DROP INDEX earthquakes_by_province');
  db.pragma('user_version = 9');
}
