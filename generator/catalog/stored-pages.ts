/** Queries for the stored pages: sitemaps, and which have pictures. Nothing here writes. */
import type { Earthquake } from '#core/earthquake.ts';
import { BANDS } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { allRows, allValues, firstValue, type Db } from './database.ts';

/** From inclusive, to exclusive. */
interface Span {
  from: EpochMs;
  to: EpochMs;
}

/** The current earthquakes from a band up, the oldest first. */
export const slugsOf = (
  db: Db,
  lowestBand: number,
  { from, to }: Span,
): { id: number; time: EpochMs; band: number; slug: string }[] =>
  allRows(
    db,
    `SELECT id, time, band, slug FROM earthquakes
     WHERE state = 'current' AND band >= ? AND time >= ? AND time < ? ORDER BY time, id`,
    ...[lowestBand, from, to],
  );

/** When its record was published last. */
export const changedAt = (db: Db, id: number): EpochMs | undefined =>
  firstValue(db, 'SELECT updated_at FROM changes WHERE sequence = (SELECT sequence FROM earthquakes WHERE id = ?)', id);

/** Origin time of a band's newest current earthquake. */
export const newestTimeOf = (db: Db, band: number, { from, to }: Span): EpochMs | undefined =>
  firstValue(
    db,
    `SELECT time FROM earthquakes
     WHERE state = 'current' AND band = ? AND time >= ? AND time < ? ORDER BY time DESC LIMIT 1`,
    ...[band, from, to],
  );

/** The greatest ones of the highest band, of equal ones the newest; none with a doubtful magnitude. */
export const greatestSince = (db: Db, from: EpochMs, limit: number): Earthquake[] =>
  allValues<string>(
    db,
    `SELECT record FROM earthquakes
     WHERE state = 'current' AND band = ? AND time >= ? AND record ->> 'magnitudeDoubtful' IS NULL
     ORDER BY record ->> 'magnitude' DESC, time DESC LIMIT ?`,
    ...[BANDS - 1, from, limit],
  ).map((record) => JSON.parse(record) as Earthquake);
