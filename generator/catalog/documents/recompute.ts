/** Marks what the next commit must associate or compose again for reasons other than new reports. */
import type { Agency } from '#core/earthquake.ts';
import { sql, type Db } from '../database.ts';
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
    for (const feedGroup of changed)
      sql(db, 'INSERT OR IGNORE INTO dirty_threads SELECT thread FROM threads WHERE slot = ?').run(feedGroup);
    writeSetting(db, 'agencies', value);
  })();
}

/** Feed groups of agencies that are not in use. */
export const unusedFeedGroups = (agencies: readonly Agency[]): ReadonlySet<number> =>
  new Set(FEED_GROUPS.flatMap(({ agency }, feedGroup) => (agencies.includes(agency) ? [] : [feedGroup])));

/** Every current earthquake, once for each value of the setting. */
export function markAllOnChange(db: Db, setting: string, value: string): void {
  if (readSetting(db, setting) === value) return;
  db.transaction(() => {
    db.exec(
      `INSERT OR IGNORE INTO dirty_threads SELECT t.thread
       FROM earthquakes e JOIN threads t ON t.earthquake = e.id WHERE e.state = 'current'`,
    );
    writeSetting(db, setting, value);
  })();
}
