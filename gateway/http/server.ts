/** The HTTP server: start, malformed requests, graceful stop. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { NodeRequest, afterBody } from './request.ts';
import { responseOf, type StreamedResponse, type WholeResponse } from './response.ts';
import { GatewayError, internal, methodNotAllowed, renderError } from './errors.ts';
import { faultLine, type Log } from './log.ts';
import { stop } from './stop.ts';
import { isUpgrade, refuse, upgrade } from './upgrade.ts';
import type { getRequestListener } from '@hono/node-server';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** An import would read each export of node:http, and one of them loads all of undici: a tenth of a start. */
const { createServer } = process.getBuiltinModule('node:http');

interface ServerOptions {
  app: {
    fetch(request: Request, environment: unknown): Response | Promise<Response>;
    /** Answers what is hot. @returns whether it is */
    direct?: (request: NodeRequest) => boolean;
    /** What answers the handshake of a WebSocket. Other upgrades are ignored, as RFC 9110 (7.8) allows. */
    upgrade?: (path: string) => ((request: IncomingMessage) => Promise<WholeResponse | StreamedResponse>) | undefined;
  };
  port: number;
  /** Name of the variable that chose the port, for messages. */
  setting?: string;
  host: string | undefined;
  log: Log;
  timeouts?: Partial<Timeouts>;
}

/** In ms. */
export interface Timeouts {
  /** For the end of a request's headers. */
  headers: number;
  /** For the end of a request, body included. */
  request: number;
  /** For a connection without traffic, also while a client does not read its response, or its messages. */
  idle: number;
  /** For the next request of a connection: longer than the proxy before it keeps one, which else sends into its end. */
  keepAlive: number;
}

const TIMEOUTS: Timeouts = { headers: 20_000, request: 60_000, idle: 60_000, keepAlive: 75_000 };

export interface RunningServer {
  url: string;
  port: number;
  /** Stops listening, lets open requests finish for at most `grace` ms, then closes their connections. */
  stop(grace?: number): Promise<void>;
}

/** @throws Error for an operator when the address cannot be used. */
export async function startServer({ app, port, host, log, ...options }: ServerOptions): Promise<RunningServer> {
  const { setting = 'PORT' } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const fetch = (request: Request, bindings: { incoming: unknown }): Response | Promise<Response> =>
    afterBody(bindings.incoming as IncomingMessage, app.fetch(request, bindings));
  const listener = lazyListener(fetch, (error) => responseOf(renderError(badRequest(error, log))));
  const unanswered = new Set<ServerResponse>();
  const announced = new WeakSet<Duplex>();
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const plain = new NodeRequest(request, response);
    const error = rejectionOf(request);
    if (error) return void plain.send(rejection(error));
    // HTTP/1.0 has no Host header; without one, HTTP/1.1 is refused by the listener.
    if (request.httpVersion === '1.0') request.headers.host ||= 'localhost';
    if (!response.shouldKeepAlive) announced.add(request.socket);
    // While it stops: the next request of this connection is another process's.
    if (!server.listening) response.shouldKeepAlive = false;
    if (!app.direct?.(plain)) void listener(request, response);
    // What is answered at once may still be in its socket's buffer.
    if (response.writableEnded) return;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  };
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: Math.ceil(timeouts.headers / 4),
      shouldUpgradeCallback: (request) => isUpgrade(request) && app.upgrade?.(pathOf(request)) !== undefined,
    },
    respond,
  );
  server.timeout = timeouts.idle;
  allowHalfClosed(server, announced);
  // Other expectations are ignored, as RFC 9110 (10.1.1) allows.
  server.on('checkExpectation', respond);
  server.on('connect', (_request, socket) => {
    // node handles neither errors nor timeouts of this socket any more.
    socket.on('error', () => socket.destroy()).once('finish', () => socket.destroy());
    refuse(socket, rejection(methodNotAllowed()));
  });
  const sockets = connected(server);
  const upgraded = acceptUpgrades(server, app, timeouts.idle);
  server.on('clientError', (error, socket) => unparsed(error, socket as Socket));
  await listen(server, { port, host, setting });
  const { port: bound } = server.address() as AddressInfo;
  const name = host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${bound}`,
    port: bound,
    stop: (grace = 10_000) => stop(server, { unanswered, sockets, upgraded, grace }),
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What turns node's requests into those of the web is loaded with the first one that needs it. */
function lazyListener(fetch: FetchCallback, errorHandler: (error: unknown) => Response): Listener {
  let listener: Listener | undefined;
  const loaded = async (): Promise<Listener> => {
    const { getRequestListener } = await import('@hono/node-server');
    return (listener ??= getRequestListener(fetch, { errorHandler }));
  };
  return (request, response) =>
    listener ? listener(request, response) : loaded().then((first) => first(request, response));
}

/**
 * A client that announced its last request (HTTP/1.0, or `Connection: close`) may close its sending side, and gets its
 * answer: the end of the idle time, or a failed write, shows when it is gone. Any other client that does is gone.
 */
function allowHalfClosed(server: Server, announced: WeakSet<Duplex>): void {
  // By default node ends a connection with the client's side, also before the answer. Its types lack the property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.on('end', () => void (announced.has(socket) || socket.end()));
  });
}

function connected(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** @returns the connections that are no longer the server's */
function acceptUpgrades(server: Server, app: ServerOptions['app'], idle: number): ReadonlySet<Duplex> {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    void upgrade(app.upgrade!(pathOf(request))!, request, { socket, head, idle });
  });
  return upgraded;
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!;

/** Not cacheable: the error is in headers that are not part of a cache key. */
const unreadable = (message: string): GatewayError =>
  new GatewayError('invalid_parameter', message, { headers: { 'Cache-Control': 'no-store' } });

/** For requests that never reach the app: host or target is not a URL. */
function badRequest(error: unknown, log: Log): GatewayError {
  if (error instanceof Error && error.name === 'RequestError')
    return unreadable('The request target or the Host header is malformed.');
  log(faultLine(error));
  return internal();
}

/** Why a request is rejected whatever its path; undefined when it is not. */
function rejectionOf({ method, url, rawHeaders }: IncomingMessage): GatewayError | undefined {
  if (method === 'OPTIONS' && url === '*') return methodNotAllowed();
  // RFC 9110, 4.2.4: a name and password in a target are an error, and fetch makes no request of them.
  if (url?.[0] !== '/' && /^[a-z]+:\/\/[^/?#]*@/i.test(url ?? ''))
    return unreadable('The request target holds a name or password.');
  // RFC 9112, 3.2: two of them may be read differently by a proxy and by this server.
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? unreadable('There is more than one Host header.') : undefined;
}

const UNPARSED = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: () => new GatewayError('headers_too_large', 'The request line and headers are too long.'),
    ERR_HTTP_REQUEST_TIMEOUT: () => new GatewayError('request_timeout', 'The request did not end in time.'),
  }),
);
const malformed = (): GatewayError =>
  unreadable('This is not an HTTP request; characters beyond ASCII in a URL have to be percent-encoded.');

/** Responds to what node's parser rejects. */
function unparsed({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET') socket.destroy();
  else refuse(socket, rejection((UNPARSED.get(code) ?? malformed)()));
}

/** An error response that closes the connection. */
function rejection(error: GatewayError): Required<WholeResponse> {
  const response = renderError(error);
  return { ...response, headers: { ...response.headers, connection: 'close' } };
}

type Address = Required<Pick<ServerOptions, 'port' | 'host' | 'setting'>>;

function listen(server: Server, address: Address): Promise<void> {
  const { port, host } = address;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenFault(error, address))));
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
}

function listenFault({ code, message }: NodeJS.ErrnoException, { port, host, setting }: Address): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; set ${setting} to a free one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user; set ${setting} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${setting.replace('PORT', 'HOST')} ${host} is not an address of this machine.`;
  return `Cannot listen on port ${port}: ${message}`;
}
