/** Records that say how probable a blast is, whatever the program computes. */
import type { Earthquake } from '#core/earthquake.ts';
import { type Db, sql } from '../../generator/catalog/database.ts';

/** Writes fields of a published record; no change is published. */
export const setRecord = (db: Db, id: number, values: Partial<Earthquake>): void => {
  sql(db, 'UPDATE earthquakes SET record = json_patch(record, ?) WHERE id = ?').run(JSON.stringify(values), id);
};
