/** What the servers are asked, and how: by autocannon, as many callers. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import autocannon from 'autocannon';
import { cpuSeconds } from '../measure.ts';
import { Random } from '../synthetic/random.ts';
import type { ListedRecord } from './catalogue.ts';
import type { ServerProcess } from './servers.ts';

export const HOT = '/api.php?limit=100&min_magnitude=2.5';

const CALLERS = 1000;
const CONNECTIONS = 32;
const SECONDS = 2;

/** One request of those that are sent in turn. */
export interface Asked {
  path: string;
  headers?: Record<string, string>;
}

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

/**
 * Each connection has a part of the requests.
 * @param from number of the request to begin with
 * @throws Error for an answer that is no 200 or 304
 */
export async function load(url: string, requests: readonly Asked[], from = 0): Promise<autocannon.Result> {
  const part = Math.ceil(requests.length / CONNECTIONS);
  let next = from;
  const result = await autocannon({
    ...{ url, connections: CONNECTIONS, duration: SECONDS, timeout: 30 },
    setupClient(client) {
      client.setRequests(Array.from({ length: part }, (_, index) => requests[(next + index) % requests.length]!));
      next += part;
    },
  });
  if (result['4xx'] > 0 || result['5xx'] > 0 || result.errors > 0)
    throw new Error(`${url}: ${result['4xx']} and ${result['5xx']} bad answers, ${result.errors} errors`);
  return result;
}

/** Requests for each second of the server's CPU time, each round from another place of the list. */
export const rateOf =
  ({ url, pid }: ServerProcess, requests: readonly Asked[]) =>
  async (round: number): Promise<number> => {
    const before = cpuSeconds(pid);
    const { requests: sent } = await load(url, requests, round * 7919);
    return sent.total / (cpuSeconds(pid) - before);
  };

/** `fetch` would cost more than either server. */
export async function answered(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return response;
}
