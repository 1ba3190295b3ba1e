/**
 * Windows of origin times: a large commit associates and publishes one after another, so that none holds all reports.
 */
import { mergeIntervals, within, type Interval } from '#core/intervals.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { INEXACT, spanOf, type TimeRow } from '../association/neighbourhood.ts';
import { LOOK_MS } from '../association/score.ts';
import { allRows, sql, type Db } from '../database.ts';

/**
 * All times, divided at midnights (UTC) that no component of new reports crosses, so that ids and slugs are those of a
 * commit that is not divided.
 * @param size least number of marked agency events in a window, but for the last one
 */
export function windowsOf(db: Db, size: number): Interval[] {
  const barred = mergeIntervals([...inexactSpans(db), ...claimSpans(db)], 2 * DAY);
  const times = sql<[], EpochMs>(
    db,
    `SELECT time FROM dirty_agency_events CROSS JOIN agency_events USING (agency_event)
     WHERE time IS NOT NULL ORDER BY time`,
  ).pluck();
  const windows: Interval[] = [];
  let from = -Infinity;
  let [count, last] = [0, -Infinity];
  for (const time of times.iterate()) {
    const midnight = Math.floor(time / DAY) * DAY;
    if (count >= size && last < midnight && time - last > LOOK_MS && !within(barred, midnight)) {
      windows.push({ from, to: midnight - 1 });
      [from, count] = [midnight, 0];
    }
    count += 1;
    last = time;
  }
  return [...windows, { from, to: Infinity }];
}

/** Reports of a coarse or ambiguous time may be of an earthquake anywhere in theirs. */
const inexactSpans = (db: Db): Interval[] =>
  allRows<TimeRow>(
    db,
    `SELECT agency_event, time, precision, alternative_time FROM agency_events WHERE ${INEXACT} AND withdrawn = 0`,
  ).map(spanOf);

/** A marked earthquake is associated together with the agency event that replaces one of its own. */
const claimSpans = (db: Db): Interval[] =>
  allRows<Interval>(
    db,
    `SELECT min(e.time, a.time) AS "from", max(e.time, a.time) AS "to" FROM dirty_earthquakes d
     CROSS JOIN earthquakes e ON e.id = d.earthquake CROSS JOIN agency_events a ON a.agency_event = successor
     WHERE a.time IS NOT NULL`,
  );
