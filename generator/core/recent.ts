/** The earthquakes of the last week as columns, and what changed of them: what an open page reads. */
import type { Agency } from './agencies.ts';
import type { LIST_FIELDS } from './record/list-fields.ts';
import { DAY } from './time.ts';
import type { OtherMagnitude } from './unsettled.ts';
import type { ListItem } from './wire.ts';

/** Age, and bounds of the number of rows: a page that lists earthquakes loads them all. */
export const RECENT = { age: 7 * DAY, newest: 500, largest: 1000, changed: 20 };

type Table = typeof LIST_FIELDS;
type OfList = { [Name in keyof Table]: Table[Name] extends { recent: true } ? Name : never }[keyof Table];

/** Fields of a record of the list, `null` where the record has none. */
export type RecentItem = {
  [Name in OfList]: Exclude<ListItem[Name], undefined> | (undefined extends ListItem[Name] ? null : never);
} & {
  /** That of the other agency where `magnitude_state` is `settling`. */
  other_magnitude: OtherMagnitude | null;
  /** Those that give a magnitude, the preferred one first. */
  agencies: Agency[];
  /** Where its sequence may have a page; a file of an earlier version lacks it. */
  slug?: string | null;
};

/** One value a row, newest first. */
export type Columns = { [Field in keyof RecentItem]: RecentItem[Field][] };

export interface RecentWeek {
  /** Number of the last published change that is in it. */
  sequence: number;
  /** In long sequences alone: all after this time (UTC) are there, and before it those from the magnitude up. */
  complete_since: string | null;
  complete_from: number | null;
  /** Earthquakes of the week, without blasts, also those that are left out. A file of an earlier version lacks it. */
  total?: number;
  columns: Columns;
}

export interface RecentChanges {
  /** All changes with `after < number <= sequence` are in it. */
  after: number;
  sequence: number;
  /** Ids of earthquakes that are in the week no more, or never were. */
  removed: number[];
  /** As in the week. */
  total?: number;
  columns: Columns;
}

/** The rows of columns. A file of an earlier version may lack one of them. */
export const recentItems = (columns: Columns): RecentItem[] => {
  const fields = Object.entries(columns) as [string, unknown[]][];
  return columns.id.map((_, row) => Object.fromEntries(fields.map(([name, values]) => [name, values[row]])) as never);
};
