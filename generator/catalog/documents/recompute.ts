/** Marks what the next commit must associate or compose again for reasons other than new reports. */
import type { Agency } from '#core/earthquake.ts';
import { firstValue, run, type Db } from '../database.ts';
import { readSetting, writeSetting } from '../settings.ts';
import { FEED_GROUPS } from './feed-groups.ts';

/** An agency taken out of use leaves the published catalogue; one taken into use again comes back. */
export function markAgencyChanges(db: Db, agencies: readonly Agency[]): void {
  const value = agencies.join(',');
  const former = readSetting(db, 'agencies');
  if (former === value) return;
  const before = former?.split(',') ?? agencies;
  const changed = FEED_GROUPS.flatMap(({ agency }, feedGroup) =>
    agencies.includes(agency) === before.includes(agency) ? [] : [feedGroup],
  );
  db.transaction(() => {
    const mark =
      'INSERT OR IGNORE INTO dirty_agency_events SELECT agency_event FROM agency_events WHERE feed_group = ?';
    for (const feedGroup of changed) run(db, mark, feedGroup);
    writeSetting(db, 'agencies', value);
  })();
}

/** Feed groups of agencies that are not in use. */
export const unusedFeedGroups = (agencies: readonly Agency[]): ReadonlySet<number> =>
  new Set(FEED_GROUPS.flatMap(({ agency }, feedGroup) => (agencies.includes(agency) ? [] : [feedGroup])));

/** What a commit works on: anything in one of these leaves something to do. */
const WAITING = [
  ...['dirty_agency_events', 'dirty_earthquakes', 'dirty_products', 'faulty_reports'],
  'solution_versions WHERE agency_event IS NULL',
  'captures WHERE complete = 1 AND trusted IS NULL',
];

/** Whether every report is associated and published, for these agencies. */
export const isCommitted = (db: Db, agencies: readonly Agency[]): boolean =>
  readSetting(db, 'agencies') === agencies.join(',') &&
  WAITING.every((rows) => firstValue(db, `SELECT 1 FROM ${rows} LIMIT 1`) === undefined);

/** Every current earthquake, once for each value of the setting. */
export function markAllOnChange(db: Db, setting: string, value: string): void {
  if (readSetting(db, setting) === value) return;
  db.transaction(() => {
    run(
      db,
      `INSERT OR IGNORE INTO dirty_agency_events
       SELECT agency_event FROM earthquakes e JOIN agency_events a ON a.earthquake = e.id WHERE e.state = 'current'`,
    );
    writeSetting(db, setting, value);
  })();
}
