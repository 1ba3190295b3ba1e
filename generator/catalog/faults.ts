/** How many earthquakes could not be composed or rendered when they were last tried. */
import { firstValue, type Db } from './database.ts';

export const countFaults = (db: Db): number => firstValue(db, 'SELECT count(DISTINCT lead) FROM faulty_reports')!;
