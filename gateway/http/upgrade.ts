/** Answers the upgrade of a connection to a WebSocket, and sends its messages. */
import { once } from 'node:events';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { GatewayError, renderError } from './errors.ts';
import type { StreamedResponse, WholeResponse } from './response.ts';
import { acceptOf, CLOSE_CODES, closeFrame, FrameError, frameOf, FrameReader, OPCODES } from './websocket.ts';

/** A client that sent nothing for so long (ms), not even the answer to a ping, is gone. */
const SILENCE = 60_000;
/** Time for the client to close, in ms, after the server has. */
const CLOSING = 2000;

type Answer = (request: IncomingMessage) => Promise<WholeResponse | StreamedResponse>;

/** Never fails. @param head what the client sent after its request */
export async function upgrade(answer: Answer, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy());
  const accept = acceptOf(request);
  const response = accept === undefined ? renderError(badHandshake()) : await answer(request);
  if (accept === undefined || typeof response.body !== 'function') {
    socket.once('finish', () => socket.destroy());
    return refuse(socket, response as WholeResponse);
  }
  socket.write(headOf(101, { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Accept': accept }));
  await speak(socket, head, response.body).catch(() => socket.destroy());
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
  socket: Duplex,
  head: Buffer,
  messages: (signal: AbortSignal) => AsyncGenerator<Uint8Array>,
): Promise<void> {
  const closed = new AbortController();
  let heardAt = performance.now();
  socket.once('close', () => closed.abort());
  listen(socket, head, () => (heardAt = performance.now()));
  for await (const message of messages(closed.signal)) {
    if (!socket.writable || performance.now() - heardAt > SILENCE) break;
    const opcode = message.byteLength === 0 ? OPCODES.ping : OPCODES.text;
    if (!socket.write(frameOf(opcode, message))) await once(socket, 'drain', { signal: closed.signal });
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
