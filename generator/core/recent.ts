/** The earthquakes of the last week as columns, and what changed of them: what an open page reads. */
import type { Agency } from './agencies.ts';
import { DAY } from './time.ts';
import type { OtherMagnitude } from './unsettled.ts';

/** Age, and bounds of the number of rows: a page that lists earthquakes loads them all. */
export const RECENT = { age: 7 * DAY, newest: 500, largest: 1000, changed: 20 };

/** Fields of a record of the list, `null` where the record has none. */
export interface RecentItem {
  id: number;
  occurred_at: string;
  date_precision: string | null;
  latitude: number;
  longitude: number;
  depth_km: number | null;
  magnitude: number;
  magnitude_type: string | null;
  magnitude_doubtful: true | null;
  /** That of the other agency where `magnitude_state` is `settling`. */
  other_magnitude: OtherMagnitude | null;
  location: string;
  /** `null` where it is the same as `location`. */
  location_en: string | null;
  province_code: string | null;
  event_type: string | null;
  /** Those that give a magnitude, the preferred one first. */
  agencies: Agency[];
}

/** One value a row, newest first. */
type Columns = { [Field in keyof RecentItem]: RecentItem[Field][] };

export interface RecentWeek {
  /** Number of the last published change that is in it. */
  sequence: number;
  /** In long sequences alone: all after this time (UTC) are there, and before it those from the magnitude up. */
  complete_since: string | null;
  complete_from: number | null;
  columns: Columns;
}

export interface RecentChanges {
  /** All changes with `after < number <= sequence` are in it. */
  after: number;
  sequence: number;
  /** Ids of earthquakes that are in the week no more, or never were. */
  removed: number[];
  columns: Columns;
}

const FIELDS: readonly (keyof RecentItem)[] = [
  ...(['id', 'occurred_at', 'date_precision', 'latitude', 'longitude', 'depth_km'] as const),
  ...([
    'magnitude',
    'magnitude_type',
    'magnitude_doubtful',
    'other_magnitude',
    'location',
    'location_en',
    'province_code',
  ] as const),
  ...(['event_type', 'agencies'] as const),
];

export const recentColumns = (items: readonly RecentItem[]): Columns =>
  Object.fromEntries(FIELDS.map((field) => [field, items.map((item) => item[field])])) as Columns;

/** A file of an earlier version may lack a column. */
export const recentItems = (columns: Columns): RecentItem[] =>
  columns.id.map(
    (_, row) => Object.fromEntries(FIELDS.map((field) => [field, columns[field]?.[row] ?? null])) as never,
  );
