/** Many requests at once over real connections. */
import http from 'node:http';

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
export function send(
  url: string,
  { path = '/api.php?limit=1', method = 'GET', headers = {}, from, agent }: ClientRequest = {},
) {
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

/** So many requests at once over so many connections; how often each status came back. */
export async function sendMany(
  url: string,
  {
    requests,
    connections,
    requestOf,
  }: { requests: number; connections: number; requestOf: (number: number) => ClientRequest },
): Promise<Record<number, number>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  try {
    const responses = await Promise.all(
      Array.from({ length: requests }, (_, number) => send(url, { agent, ...requestOf(number) })),
    );
    return tally(responses.map(({ status }) => status));
  } finally {
    agent.destroy();
  }
}

export function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
