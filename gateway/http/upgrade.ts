/** Answers the upgrade of a connection to a WebSocket, and sends its messages. */
import { once } from 'node:events';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { GatewayError, renderError } from './errors.ts';
import type { StreamedResponse, WholeResponse } from './response.ts';
import { acceptOf, CLOSE_CODES, closeFrame, FrameError, frameOf, FrameReader, OPCODES } from './websocket.ts';

/** Time for the client to close, in ms, after the server has. */
const CLOSING = 2000;

type Answer = (request: IncomingMessage) => Promise<WholeResponse | StreamedResponse>;

interface Upgraded {
  socket: Duplex;
  /** What the client sent after its request. */
  head: Buffer;
  /** A client is gone that answers no ping, or reads nothing, for so long (ms). */
  idle: number;
}

/** Never fails. */
export async function upgrade(answer: Answer, request: IncomingMessage, upgraded: Upgraded): Promise<void> {
  const { socket } = upgraded;
  socket.on('error', () => socket.destroy());
  const accept = acceptOf(request);
  const response = accept === undefined ? renderError(badHandshake()) : await answer(request);
  if (accept === undefined || typeof response.body !== 'function') {
    socket.once('finish', () => socket.destroy());
    return refuse(socket, response as WholeResponse);
  }
  socket.write(headOf(101, { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Accept': accept }));
  await speak(upgraded, response.body).catch(() => socket.destroy());
}

const badHandshake = (): GatewayError =>
  new GatewayError('invalid_parameter', 'This is not a handshake of version 13 of the WebSocket protocol.', {
    headers: { 'Sec-WebSocket-Version': '13', 'Cache-Control': 'no-store' },
  });

function headOf(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

/** A response on a raw socket that node no longer manages, and the end of the connection. */
export function refuse(socket: Duplex, { status, headers, body = new Uint8Array() }: WholeResponse): void {
  if (!socket.writable) return void socket.destroy();
  socket.write(headOf(status, { ...headers, connection: 'close' }));
  socket.end(body);
}

async function speak(
  { socket, head, idle }: Upgraded,
  messages: (signal: AbortSignal) => AsyncGenerator<Uint8Array>,
): Promise<void> {
  const closed = new AbortController();
  /** When the first ping was sent that is not answered. */
  let asked = Infinity;
  socket.once('close', () => closed.abort());
  listen(socket, head, () => (asked = Infinity));
  for await (const message of messages(closed.signal)) {
    if (!socket.writable || performance.now() - asked > idle) break;
    const isPing = message.byteLength === 0;
    if (isPing) asked = Math.min(asked, performance.now());
    if (!socket.write(frameOf(isPing ? OPCODES.ping : OPCODES.text, message)))
      await once(socket, 'drain', { signal: AbortSignal.any([closed.signal, AbortSignal.timeout(idle)]) });
  }
  close(socket, CLOSE_CODES.goingAway);
}

/** Answers pings and the end; what else the client says is ignored. */
function listen(socket: Duplex, head: Buffer, heard: () => void): void {
  const frames = new FrameReader();
  const take = (chunk: Buffer): void => {
    heard();
    try {
      for (const { opcode, payload } of frames.read(chunk)) {
        if (opcode === OPCODES.close) close(socket);
        // The answers of a client that does not read them would pile up.
        if (opcode === OPCODES.ping && !socket.writableNeedDrain) socket.write(frameOf(OPCODES.pong, payload));
      }
    } catch (error) {
      socket.off('data', take).resume();
      close(socket, error instanceof FrameError ? error.code : CLOSE_CODES.protocolError);
    }
  };
  socket.on('data', take);
  socket.once('end', () => socket.end());
  if (head.length > 0) take(head);
}

function close(socket: Duplex, code?: number): void {
  if (socket.writable) socket.end(code === undefined ? frameOf(OPCODES.close, Buffer.alloc(0)) : closeFrame(code));
  setTimeout(() => socket.destroy(), CLOSING).unref();
}
