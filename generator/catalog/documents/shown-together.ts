/**
 * Rows near each other that one document of a feed without identifiers shows: they are two earthquakes. Two that none
 * shows together, though documents cover both, are states of one.
 */
import { distanceKm, type Point } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import type { FeedName } from '../../sources/feed.ts';
import { allValues, firstValue, run, type Db } from '../database.ts';
import { markDirty } from './agency-event-keys.ts';
import { REPLACED_WITHIN, type ObservedRow } from './chains.ts';

interface ShownRow extends Point {
  key: string;
  time: EpochMs;
}

/** Stores the pairs of near rows of one document; those that are new are linked again. */
export function markShownTogether(db: Db, feed: FeedName, rows: readonly ShownRow[]): void {
  const insert = 'INSERT OR IGNORE INTO shown_together (feed, key, other_key) VALUES (?, ?, ?)';
  for (const [one, other] of nearPairs(rows)) {
    const keys = [one.key, other.key].sort();
    if (run(db, insert, feed, ...keys).changes === 0) continue;
    const linked = `SELECT DISTINCT agency_event FROM solution_versions
      WHERE feed = ? AND key IN (?, ?) AND agency_event IS NOT NULL`;
    for (const agencyEvent of allValues<number>(db, linked, feed, ...keys)) markDirty(db, agencyEvent);
  }
}

/** Pairs of different rows within {@link REPLACED_WITHIN}, inclusive. */
function* nearPairs<Row extends ShownRow>(rows: readonly Row[]): Generator<[Row, Row]> {
  const sorted = rows.toSorted((a, b) => a.time - b.time);
  for (const [index, one] of sorted.entries())
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next]!;
      if (other.time - one.time > REPLACED_WITHIN.ms) break;
      if (one.key !== other.key && distanceKm(one, other) <= REPLACED_WITHIN.km) yield [one, other];
    }
}

/** An observed row with its greatest magnitude. */
type SizedRow = ObservedRow & { magnitude: number | null };

/** Whether no document shows both of two rows, though one that shows either covers the other. */
export const areStatesOfOne = (db: Db, feed: FeedName, one: SizedRow, other: SizedRow): boolean =>
  !areShownTogether(db, feed, one, other) && (covers(db, feed, one, other) || covers(db, feed, other, one));

function areShownTogether(db: Db, feed: FeedName, one: ObservedRow, other: ObservedRow): boolean {
  const pair = 'SELECT 1 FROM shown_together WHERE feed = ? AND key = ? AND other_key = ?';
  return firstValue(db, pair, feed, ...[one.key, other.key].sort()) !== undefined;
}

/** Whether the first or the last document that shows a row covers the other. */
const covers = (db: Db, feed: FeedName, shown: SizedRow, { time, magnitude }: SizedRow): boolean =>
  firstValue(
    db,
    `SELECT 1 FROM captures WHERE feed = @feed AND as_of IN (@first, @last)
       AND span_from <= @shown AND span_from < @time AND span_to >= max(@shown, @time)
       AND (min_magnitude IS NULL OR ifnull(min_magnitude <= @magnitude, complete = 0))`,
    { feed, first: shown.first, last: shown.last, shown: shown.time, time, magnitude },
  ) !== undefined;
