/** Queries of whole years, for the research files. Nothing here writes. */
import type { Earthquake } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { sql, type Db } from './database.ts';

/** Current earthquakes with `from <= time < to`, in order of time and id, one by one. */
export function* earthquakesBetween(db: Db, from: EpochMs, to: EpochMs): Generator<Earthquake> {
  const records = sql<unknown[], string>(
    db,
    `SELECT record FROM earthquakes WHERE state = 'current' AND time >= ? AND time < ? ORDER BY time, id`,
  ).pluck();
  for (const record of records.iterate(from, to)) yield JSON.parse(record) as Earthquake;
}

/** Those of one magnitude band. */
export function* bandBetween(db: Db, band: number, from: EpochMs, to: EpochMs): Generator<Earthquake> {
  const records = sql<unknown[], string>(
    db,
    `SELECT record FROM earthquakes
     WHERE state = 'current' AND band = ? AND time >= ? AND time < ? ORDER BY time, id`,
  ).pluck();
  for (const record of records.iterate(band, from, to)) yield JSON.parse(record) as Earthquake;
}

/** Origin time of the newest current earthquake; undefined for an empty catalogue. */
export const newestTime = (db: Db): EpochMs | undefined =>
  sql<[], EpochMs>(db, `SELECT time FROM earthquakes WHERE state = 'current' ORDER BY time DESC LIMIT 1`).pluck().get();
