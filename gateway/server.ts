/** The app on a socket: how it starts to listen and how it stops. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { GatewayError, internal, renderError } from './errors.ts';
import type { Log } from './log.ts';
import { faultLine } from './log.ts';

export interface ServerOptions {
  app: { fetch: Parameters<typeof getRequestListener>[0] };
  port: number;
  host: string | undefined;
  log: Log;
  /** How long slow clients are waited for. */
  waits?: Waits;
}

/** In ms. */
export interface Waits {
  /** For the end of a request's headers. */
  headers: number;
  /** For the end of a whole request. */
  request: number;
  /** For a connection on which nothing moves either way: also a client that does not read its answer. */
  idle: number;
}

const WAITS: Waits = { headers: 20_000, request: 60_000, idle: 60_000 };

export interface RunningServer {
  url: string;
  port: number;
  /** Takes no new connection, lets open requests finish for at most `grace` ms, then ends them. */
  stop(grace?: number): Promise<void>;
}

/** @throws Error in words for an operator when the address cannot be listened on. */
export async function startServer({ app, port, host, log, waits = WAITS }: ServerOptions): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => renderError(badRequest(error, log)),
  });
  const unsent = new Set<ServerResponse>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // HTTP/1.0 has no Host header; without one, HTTP/1.1 is refused by the listener.
    if (request.httpVersion === '1.0') request.headers.host ||= 'localhost';
    unsent.add(response);
    response.once('close', () => unsent.delete(response));
    void listener(request, response);
  };
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: waits.headers,
      requestTimeout: waits.request,
      connectionsCheckingInterval: Math.ceil(waits.headers / 4),
    },
    answer,
  );
  server.timeout = waits.idle;
  // An `Expect` that means nothing here is left aside, as RFC 9110 (10.1.1) allows.
  server.on('checkExpectation', answer);
  server.on('clientError', (error, socket) => void refuse(error, socket as Socket));
  await listen(server, port, host);
  const { port: bound } = server.address() as AddressInfo;
  const name = host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${bound}`,
    port: bound,
    stop: (grace = 10_000) => stop(server, unsent, grace),
  };
}

/** Not to be stored: the fault lies in headers that are no part of a cache's key, and the next client's request is good. */
const unreadable = (message: string): GatewayError =>
  new GatewayError('invalid_parameter', message, { headers: { 'Cache-Control': 'no-store' } });

/** What reaches this never reached the app: a host or target that is no URL. */
function badRequest(error: unknown, log: Log): GatewayError {
  if (error instanceof Error && error.name === 'RequestError')
    return unreadable('The request target or the Host header is malformed.');
  log(faultLine(error));
  return internal();
}

const REASONS: Record<string, { line: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    message: 'The request line and headers are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', message: 'The request did not end in time.' },
};
const MALFORMED = {
  line: '400 Bad Request',
  message: 'This is not an HTTP request; characters beyond ASCII in a URL have to be percent-encoded.',
};

/** Answers in the shape of every error what node's parser refused. */
async function refuse(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { line, message } = REASONS[error.code ?? ''] ?? MALFORMED;
  const response = renderError(unreadable(message));
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n${headers}\r\n${await response.text()}`);
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenFault(error, port, host))));
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
}

function listenFault({ code, message }: NodeJS.ErrnoException, port: number, host: string | undefined): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; set PORT to a free one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user; set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine.`;
  return `Cannot listen on port ${port}: ${message}`;
}

/** Connections whose last answer is out are closed at this rhythm, in ms. */
const IDLE_CHECK = 50;

/**
 * node counts a connection as idle as soon as the last answer is written to its buffer, however slowly the client takes it; so
 * none is closed as idle (which `http.Server.close` does at once) before every answer is out.
 */
function stop(server: Server, unsent: ReadonlySet<ServerResponse>, grace: number): Promise<void> {
  const closeIdle = (): void => {
    if (unsent.size === 0) server.closeIdleConnections();
  };
  return new Promise((resolve) => {
    const idle = setInterval(closeIdle, IDLE_CHECK);
    const end = setTimeout(() => server.closeAllConnections(), grace);
    NetServer.prototype.close.call(server, () => {
      clearInterval(idle);
      clearTimeout(end);
      resolve();
    });
    closeIdle();
  });
}
