/** Queries on the records that are blasts, by their index. Nothing here writes. */
import type { EpochMs } from '#core/time.ts';
import { allRows, type Db } from './database.ts';
import { IS_BLAST } from './migrations/schema.ts';

/** Those with a magnitude. */
const BLASTS = `FROM earthquakes INDEXED BY earthquakes_blasts
  WHERE state = 'current' AND ${IS_BLAST} AND band > 0`;

/** Band and time of those with `from <= time < to`, in no order. The index alone is read. */
export const blastsBetween = (db: Db, from: EpochMs, to: EpochMs): { band: number; time: EpochMs }[] =>
  allRows(db, `SELECT band, time ${BLASTS} AND time >= ? AND time < ?`, from, to);
