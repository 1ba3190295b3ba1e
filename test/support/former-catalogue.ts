/** Takes a catalogue of the newest version back to version 9, that of 0.3.0. */
import type { Db } from '../../generator/catalog/database.ts';

export function toVersion9(db: Db): void {
  for (const table of ['shown_together', 'faulty_reports', 'unconfirmed_reports']) db.exec(`DROP TABLE ${table}`);
  db.exec('DROP INDEX earthquakes_by_province');
  db.pragma('user_version = 9');
}
