/** Many requests at once over real connections. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { PipelinedClient } from './pipelined-client.ts';

const FIRST = '/api.php?limit=1';

export interface ClientResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface ClientRequest {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Local address of the connection. */
  from?: string;
  agent?: http.Agent;
}

/** @throws when the connection breaks before the response is complete */
export function send(url: string, { path = FIRST, method = 'GET', headers = {}, from, agent }: ClientRequest = {}) {
  return new Promise<ClientResponse>((resolve, reject) => {
    const options = {
      method,
      headers,
      ...(from === undefined ? {} : { localAddress: from }),
      ...(agent ? { agent } : {}),
    };
    const request = http.request(new URL(path, url), options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('error', reject);
      response.on('end', () =>
        response.complete
          ? resolve({ status: response.statusCode!, headers: response.headers, body })
          : reject(new Error('cut off')),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

/**
 * So many requests at once, spread over so many connections; how often each status came back.
 * @param requestOf from one address each time, without an agent
 */
export async function sendMany(
  url: string,
  {
    requests,
    connections,
    requestOf,
  }: { requests: number; connections: number; requestOf: (number: number) => ClientRequest },
): Promise<Record<number, number>> {
  const each = Array.from({ length: requests }, (_, number) => ({ path: FIRST, ...requestOf(number) }));
  const clients = await Promise.all(
    Array.from({ length: Math.min(connections, requests) }, () => PipelinedClient.connect(url, each[0]!.from)),
  );
  try {
    const responses = await Promise.all(
      clients.map((client, place) => client.send(...each.filter((_, number) => number % clients.length === place))),
    );
    return tally(responses.flat().map(({ status }) => status));
  } finally {
    for (const client of clients) client.close();
  }
}

/**
 * Has every process behind an address answer a request before, so that each later one comes from its cache: work that
 * takes long on a busy machine is refused with 429 as well.
 */
export async function warm(url: string, requests: number, requestOf: (number: number) => ClientRequest): Promise<void> {
  assert.deepEqual(await sendMany(url, { requests, connections: requests, requestOf }), { 200: requests });
}

export function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
