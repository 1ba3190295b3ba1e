/**
 * What was decided by hand when the lists were compared, and why (`decisions.csv`). Rows are named by date and the
 * list's own place text, so a decision either finds its row or stops the compilation.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { List } from './lists.ts';

interface Decision {
  decision: string;
  list: List;
  row: string;
  /** Its `latitude longitude`, where the list has two rows of that date and text; else empty. */
  at: string;
  later_list: List;
  later_row: string;
  /** `YYYY-MM[-DD]`. */
  date: string;
  reason: string;
}

const ALL: Decision[] = parse(readFileSync(new URL('decisions.csv', import.meta.url)), { columns: true });
const decided = (name: string): Decision[] => ALL.filter(({ decision }) => decision === name);

/** Rows that repeat another row of the lists under a second date. */
export const DROPPED = decided('left out');
/** Rows of two lists that are one earthquake although their dates do not agree within the rule. */
export const SAME = decided('same');
/** Rows of Wikipedia's list that are taken: great earthquakes that no other list at hand has. */
export const ADDED = decided('taken');
/** Rows of another date than their list has. */
export const REDATED = decided('dated');

/** Keys of rows with a finer or other date than in the first edition of the table, by their first source row. */
export const KEPT_KEYS: Readonly<Record<string, string>> = {
  'NOAA line 56 (0526-05)': 'h0525-05-29-antakya',
  'NOAA line 62 (0557)': 'h0557-istanbul',
  'EPICA item 1500 (1780-10)': 'h1780-10-ierapetra',
};
