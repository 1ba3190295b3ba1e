/** The HTTP client of feeds, of a remote dataset and of alerts: one request and its answer, without redirects. */
import type { Agent, AgentOptions, ClientRequest, IncomingMessage } from 'node:http';
import type { Agent as SecureAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { SECOND } from '#core/time.ts';

/** Connections that are used again, by protocol. */
interface Agents {
  http: Agent;
  https: SecureAgent;
}

// An import would evaluate all their exports, `WebSocket` among them: 40 ms of every command.
const [http, https] = [process.getBuiltinModule('node:http'), process.getBuiltinModule('node:https')];

export const keepAliveAgents = (options: AgentOptions): Agents => ({
  http: new http.Agent({ keepAlive: true, ...options }),
  https: new https.Agent({ keepAlive: true, ...options }),
});

interface Outgoing {
  url: URL;
  method?: 'GET' | 'HEAD' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
  /** Resolves a host once for each connection; that of the system when absent. */
  lookup?: LookupFunction;
  /** A connection of its own when absent. */
  agents?: Agents;
  /** Without a byte, in ms. */
  idleMs?: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** As sent, coding included. Who does not read it to its end must resume or destroy it. */
  body: IncomingMessage;
}

/** For a connection, TLS included: most addresses that do not answer are known after a second. */
const CONNECT_TIMEOUT = 10 * SECOND;

/** @throws Error of node:http; `ECONNRESET` also where the connection ends without an answer */
export function exchange({ url, body, lookup, agents, idleMs, ...rest }: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const protocol = url.protocol === 'https:' ? 'https' : 'http';
    const request = (protocol === 'https' ? https : http).request(url, {
      ...rest,
      agent: agents?.[protocol] ?? false,
      ...(lookup ? { lookup } : {}),
      ...(idleMs === undefined ? {} : { timeout: idleMs }),
    });
    limitConnecting(request);
    request.once('timeout', () => request.destroy(new Error(`no answer within ${(idleMs ?? 0) / 1000} s`)));
    request.once('response', (message) => {
      // Who reads the body has the same error.
      message.on('error', () => undefined);
      try {
        resolve({ status: message.statusCode!, headers: headersOf(message), body: message });
      } catch (error) {
        message.destroy();
        reject(error as Error);
      }
    });
    // Also after an answer, which has counted.
    request.on('error', reject);
    // Without either after 101: Node.js closes the connection.
    request.on('close', () => reject(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })));
    request.end(body);
  });
}

function limitConnecting(request: ClientRequest): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const stop = (): void => void request.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(stop, CONNECT_TIMEOUT);
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
  });
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) if (typeof value === 'string') headers.set(name, value);
  return headers;
}

/** Stops reading, and closes the connection, at `maxBytes`. @throws the error of `tooLarge` */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
