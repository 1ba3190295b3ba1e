/** The app on a socket: how it starts to listen and how it stops. */
import { createServer, STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { GatewayError, internal, methodNotAllowed, renderError } from './errors.ts';
import type { Log } from './log.ts';
import { faultLine } from './log.ts';
import { afterBody } from './request-body.ts';

export interface ServerOptions {
  app: { fetch(request: Request, environment: unknown): Response | Promise<Response> };
  port: number;
  host: string | undefined;
  log: Log;
  /** Answers repeated requests itself; for others it returns false, or calls `next` later. */
  front?: { handle(request: IncomingMessage, response: ServerResponse, next: () => void): boolean };
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
export async function startServer({
  app,
  port,
  host,
  log,
  front,
  waits = WAITS,
}: ServerOptions): Promise<RunningServer> {
  const fetch = (request: Request, bindings: { incoming: unknown }): Response | Promise<Response> =>
    afterBody(bindings.incoming as IncomingMessage, app.fetch(request, bindings));
  const listener = getRequestListener(fetch, { errorHandler: (error) => renderError(badRequest(error, log)) });
  const unsent = new Set<ServerResponse>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const error = refusalOf(request);
    if (error) {
      void refuse(response, error);
      return;
    }
    // HTTP/1.0 has no Host header; without one, HTTP/1.1 is refused by the listener.
    if (request.httpVersion === '1.0') request.headers.host ||= 'localhost';
    unsent.add(response);
    response.once('close', () => unsent.delete(response));
    const next = (): void => void listener(request, response);
    if (!front?.handle(request, response, next)) next();
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
  server.on('connect', (_request, socket) => {
    // From here on node looks neither at errors nor at how long the connection lasts.
    socket.on('error', () => socket.destroy()).once('finish', () => socket.destroy());
    void refuseRaw(socket as Socket, methodNotAllowed());
  });
  server.on('clientError', (error, socket) => unparsed(error, socket as Socket));
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

/** What is refused before any path is looked at. */
function refusalOf({ method, url, rawHeaders }: IncomingMessage): GatewayError | undefined {
  if (method === 'OPTIONS' && url === '*') return methodNotAllowed();
  // RFC 9110, 4.2.4: a name and password in a target are an error, and fetch makes no request of them.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(url ?? '')) return unreadable('The request target holds a name or password.');
  // RFC 9112, 3.2: two of them may be read differently by a proxy and by this server.
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && /^host$/i.test(text));
  return hosts.length > 1 ? unreadable('There is more than one Host header.') : undefined;
}

async function refuse(response: ServerResponse, error: GatewayError): Promise<void> {
  const { status, headers, body } = await refusal(error);
  response.writeHead(status, headers).end(body);
}

const UNPARSED: Record<string, () => GatewayError> = {
  HPE_HEADER_OVERFLOW: () => new GatewayError('headers_too_large', 'The request line and headers are too long.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new GatewayError('request_timeout', 'The request did not end in time.'),
};
const malformed = (): GatewayError =>
  unreadable('This is not an HTTP request; characters beyond ASCII in a URL have to be percent-encoded.');

/** Answers what node's parser did not take. */
function unparsed({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET') socket.destroy();
  else void refuseRaw(socket, (UNPARSED[code] ?? malformed)());
}

/** On a connection that node has given out of its hands. */
async function refuseRaw(socket: Socket, error: GatewayError): Promise<void> {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = await refusal(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** In the shape of every error; then the connection ends. */
async function refusal(
  error: GatewayError,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const response = renderError(error);
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' };
  return { status: response.status, headers, body: await response.text() };
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
