/** Names that were chosen by hand (`names.csv`). */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

type Named = [kind: string, key: string, name: string];

const NAMED = parse(readFileSync(new URL('names.csv', import.meta.url)), { from_line: 2 }) as unknown as Named[];

/** Name by key. */
export const names = (kind: 'centre' | 'city' | 'country' | 'island'): ReadonlyMap<string, string> =>
  new Map(NAMED.filter(([one]) => one === kind).map(([, key, name]) => [key, name]));
