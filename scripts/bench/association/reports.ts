/** The reports of a catalogue: the current solution of every agency for every earthquake. */
import type { EpochMs } from '#core/time.ts';
import { sql, type Db } from '../../../generator/catalog/database.ts';
import { FEED_GROUPS } from '../../../generator/catalog/documents/feed-groups.ts';
import type { Report } from './windows.ts';

export interface KnownReport extends Report {
  earthquake: number;
  /** Feeds of one agency by preference, lower is better. */
  feedGroup: number;
  /** The agency's identifier, or time and place as published where it gives none. */
  key: string;
  feed: string;
}

/**
 * Reports from `from` to `to` (inclusive), by earthquake and preference.
 * @param coarsest index of the coarsest precision of their times; 0: known to the second
 */
export function reportsBetween(db: Db, from: EpochMs, to: EpochMs, coarsest = 0): KnownReport[] {
  return sql<unknown[], Omit<KnownReport, 'agency'>>(
    db,
    `SELECT t.earthquake, t.feed_group AS feedGroup, t.time, t.latitude, t.longitude,
       t.magnitude, o.feed, o.key
     FROM agency_events t JOIN solution_versions o ON o.version = t.current_version
     WHERE t.withdrawn = 0 AND t.precision <= ? AND t.time BETWEEN ? AND ? ORDER BY t.earthquake, t.feed_group, t.agency_event`,
  )
    .all(coarsest, from, to)
    .map((row) => ({ ...row, agency: FEED_GROUPS[row.feedGroup]!.agency }));
}
