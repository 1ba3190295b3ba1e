/** Requests of many callers by autocannon. */
import autocannon from 'autocannon';
import { cpuSeconds } from '../measure.ts';
import type { ServerProcess } from './servers.ts';

const CONNECTIONS = 32;
const SECONDS = 2;

/** One request of those that are sent in turn. */
export interface Asked {
  path: string;
  headers?: Record<string, string>;
}

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
