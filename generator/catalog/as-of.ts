/** Queries about an earlier state of the catalogue, by its change log. */
import { firstIndex } from '#core/bisect.ts';
import type { EpochMs } from '#core/time.ts';
import { allRows, firstValue, type Db } from './database.ts';

/** Number of the last change that was published by an instant; 0 for none. */
export function sequenceAt(db: Db, instant: EpochMs): number {
  const isLater = (index: number): boolean =>
    firstValue<EpochMs>(db, 'SELECT updated_at FROM changes WHERE sequence = ?', index + 1)! > instant;
  return firstIndex(firstValue<number>(db, 'SELECT ifnull(max(sequence), 0) FROM changes')!, isLater);
}

/** When the last change was published; undefined for an empty catalogue. */
export const lastChangeTime = (db: Db): EpochMs | undefined =>
  firstValue(db, 'SELECT updated_at FROM changes ORDER BY sequence DESC LIMIT 1');

/** Origin time of the newest current earthquake of none after `instant`; undefined where there is none. */
export const newestTimeUntil = (db: Db, instant: EpochMs): EpochMs | undefined =>
  firstValue(
    db,
    `SELECT time FROM earthquakes WHERE state = 'current' AND time <= ? ORDER BY time DESC LIMIT 1`,
    instant,
  );

/** The same of those with a magnitude. */
export const newestListedUntil = (db: Db, instant: EpochMs): EpochMs | undefined =>
  firstValue(
    db,
    `SELECT time FROM earthquakes WHERE state = 'current' AND band > 0 AND time <= ? ORDER BY time DESC LIMIT 1`,
    instant,
  );

/** Instant of the last change after a number, of an earthquake since `from` that is or was in the band or above it. */
export const lastChangeOfBand = (db: Db, after: number, band: number, from: EpochMs): EpochMs | null =>
  firstValue<EpochMs | null>(
    db,
    `SELECT max(updated_at) FROM changes WHERE sequence > ? AND max(band, ifnull(before_band, 0)) >= ?
     AND max(time, ifnull(before_time, 0)) >= ?`,
    ...[after, band, from],
  )!;

/** Earthquakes since `from` with a change after a number, and whether each one was current until then. */
export const changedAfter = (db: Db, after: number, from: EpochMs): { id: number; wasCurrent: 0 | 1 }[] =>
  allRows(
    db,
    `SELECT earthquake AS id, before_band IS NOT NULL AS wasCurrent, min(sequence) FROM changes
     WHERE sequence > ? AND max(time, ifnull(before_time, 0)) >= ? GROUP BY earthquake`,
    ...[after, from],
  );
