/** Answers the upgrade of a connection to a WebSocket, and sends its messages. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { GatewayError, renderError } from './errors.ts';
import type { StreamedResponse, WholeResponse } from './response.ts';

/** As server.ts: without an import. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** A client has nothing to say here: bytes of its longest message, and ms for it to close after the server has. */
const BOUNDS = { maxPayload: 4096, closeTimeout: 2000 };

let opening: Promise<WebSocketServer> | undefined;

/** Loaded with the first handshake. */
const opened = (): Promise<WebSocketServer> =>
  (opening ??= import('ws').then(
    (ws) => new ws.WebSocketServer({ noServer: true, clientTracking: false, handleProtocols: () => false, ...BOUNDS }),
  ));

/** Code of a close frame (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;

export const isUpgrade = ({ method, headers: { upgrade = '' } }: IncomingMessage): boolean =>
  method === 'GET' && upgrade.toLowerCase() === 'websocket';

/** What the library accepts too: a handshake is answered before it accepts one. */
const isHandshake = ({ headers }: IncomingMessage): boolean =>
  headers['sec-websocket-version'] === '13' && /^[A-Za-z0-9+/]{22}==$/.test(headers['sec-websocket-key'] ?? '');

type Answer = (request: IncomingMessage) => Promise<WholeResponse | StreamedResponse>;

interface Upgraded {
  socket: Duplex;
  /** What the client sent after its request. */
  head: Buffer;
  /** A client is gone that answers no ping, or reads nothing, for so long (ms). */
  idle: number;
}

/** Never fails. */
export async function upgrade(
  answer: Answer,
  request: IncomingMessage,
  { socket, head, idle }: Upgraded,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const { body, ...response } = isHandshake(request) ? await answer(request) : renderError(badHandshake());
  if (typeof body === 'function') {
    const server = await opened();
    return server.handleUpgrade(request, socket, head, (client) => void speak(client, body, idle));
  }
  socket.once('finish', () => socket.destroy());
  refuse(socket, { ...response, ...(body && { body }) });
}

const badHandshake = (): GatewayError =>
  new GatewayError('invalid_parameter', 'This is not a handshake of version 13 of the WebSocket protocol.', {
    headers: { 'Sec-WebSocket-Version': '13', 'Cache-Control': 'no-store' },
  });

/** A response on a raw socket that node no longer manages, and the end of the connection. */
export function refuse(socket: Duplex, { status, headers, body = new Uint8Array() }: WholeResponse): void {
  if (!socket.writable) return void socket.destroy();
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  socket.end(body);
}

/**
 * One message at a time; an empty one is a ping. What the client says is ignored, but for that it says something, and
 * what it confirms: a ping has the number of messages before it, and its answer repeats that (RFC 6455, 5.5.3).
 */
async function speak(client: WebSocket, messages: StreamedResponse['body'], idle: number): Promise<void> {
  const closed = new AbortController();
  const receipts = { confirmed: 0, silentSince: Infinity };
  let sent = 0;
  const ping = (taken?: () => void): void => {
    receipts.silentSince = Math.min(receipts.silentSince, performance.now());
    client.ping(sent === 0 ? undefined : String(sent), false, taken);
  };
  const heard = (): void => void (receipts.silentSince = Infinity);
  const confirm = (payload: Buffer): void => {
    heard();
    const count = Number(payload.toString('latin1'));
    if (count <= sent) receipts.confirmed = Math.max(receipts.confirmed, count);
    if (receipts.confirmed < sent && client.readyState === client.OPEN) ping();
  };
  client.on('message', heard).on('ping', heard).on('pong', confirm);
  // The library closes a connection with an error.
  client.on('error', () => {}).once('close', () => closed.abort());
  try {
    for await (const message of messages(closed.signal, receipts)) {
      if (client.readyState !== client.OPEN || performance.now() - receipts.silentSince > idle) break;
      await taken(client, idle, (done) =>
        message.byteLength === 0 ? ping(done) : client.send(message, { binary: false }, done),
      );
      if (message.byteLength === 0) continue;
      sent += 1;
      // One at a time: its answer asks for the next.
      if (receipts.silentSince === Infinity) ping();
    }
    client.close(GOING_AWAY);
  } catch {
    client.terminate();
  }
}

/** Until the connection has taken what is sent, or has taken nothing of it for too long and is ended. */
async function taken(client: WebSocket, idle: number, send: (done: () => void) => void): Promise<void> {
  const timer = setTimeout(() => client.terminate(), idle);
  await new Promise<void>(send);
  clearTimeout(timer);
}
