/** What the servers are asked. */
import { Random } from '../synthetic/random.ts';
import type { Asked } from './load.ts';
import type { ListedRecord } from './catalogue.ts';

export const HOT = '/api.php?limit=100&min_magnitude=2.5';

const CALLERS = 1000;

/** Each from the next of 1,000 addresses, as a trusted proxy names them. */
export const fromAddresses = (paths: readonly string[], headers: Record<string, string> = {}): Asked[] =>
  Array.from({ length: Math.max(paths.length, CALLERS) }, (_, index) => ({
    path: paths[index % paths.length]!,
    headers: { ...headers, 'X-Forwarded-For': `198.51.${(index % CALLERS) >> 8}.${index & 255}` },
  }));

const AGENCIES = ['kandilli', 'afad', 'usgs', 'turhec'];

/** Lists of 100: by day, magnitude, agency or circle, none twice, in random order. */
export function differentQueries(count: number): string[] {
  const random = new Random(1);
  const between = random.between.bind(random);
  const day = (): string => new Date(between(Date.UTC(1990, 0), Date.UTC(2025, 11))).toISOString().slice(0, 10);
  const kinds = [
    () => `date_to=${day()}&min_magnitude=${between(0, 3).toFixed(1)}`,
    () => `date_from=${day()}&date_to=2025-12-31&min_magnitude=${between(2, 4).toFixed(2)}`,
    () => `sources=${random.pick(AGENCIES)}&date_to=${day()}`,
    () =>
      `latitude=${between(36, 41).toFixed(2)}&longitude=${between(27, 43).toFixed(2)}` +
      `&max_radius_km=${Math.round(between(20, 200))}&date_to=${day()}`,
  ];
  const queries = new Set<string>();
  while (queries.size < count) queries.add(`/api.php?limit=100&${random.pick(kinds)()}`);
  return [...queries];
}

/** Lists of 100 of one day each, in order: from 1990 on, so many that no cache answers. */
export const dayLists = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10);
    return `/api.php?limit=100&date_from=${day}&date_to=${day}`;
  });

/** @returns as many, some twice where there are fewer earthquakes */
export function randomDetails(records: Iterable<ListedRecord>, count: number): string[] {
  const random = new Random(2);
  const ids = Array.from(records, ({ id }) => id);
  return Array.from({ length: count }, () => `/deprem_api.php?id=${random.pick(ids)}`);
}

/** The same records again and again by other requests, which no cache answers. */
export const sameByOthers = (query: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/api.php?${query}&max_depth=${(900 + index / 1e4).toFixed(4)}`);
