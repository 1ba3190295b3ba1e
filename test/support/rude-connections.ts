/** Very many open connections, clients that never end their requests, and bytes that are no HTTP. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { once } from 'node:events';

const BATCH = 200;
const REQUEST = 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\n\r\n';
/** A client sends no more than this: the request never ends. */
const UNENDED = 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\nX-Slow: ';
/** Every such connection is one of the slow kind. */
const SLOW_EACH = 10;

/** So many connections that stay open, a tenth of them without the end of a request. */
export async function openConnections(url: string, connections: number): Promise<net.Socket[]> {
  const sockets: net.Socket[] = [];
  const open = async (number: number): Promise<void> => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    // The gateway may close a connection that waits for long; it has no request then.
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    if (number % SLOW_EACH === 0) socket.write(UNENDED);
    else await answered(socket);
  };
  for (let at = 0; at < connections; at += BATCH)
    await Promise.all(Array.from({ length: Math.min(BATCH, connections - at) }, (_, n) => open(at + n)));
  return sockets;
}

async function answered(socket: net.Socket): Promise<void> {
  socket.write(REQUEST);
  let text = '';
  for (let missing = true; missing;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
    const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(text) ?? [];
    missing = body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity);
  }
  assert.match(text, /^HTTP\/1\.1 200 /);
}

const PIECES = [
  ...['GET', 'POST', 'BREW', ' ', '/', '/api.php', '?q=%ZZ', '?limit=1', ' HTTP/1.1', ' HTTP/9.9', '\r\n', '\n', '\r'],
  ...['Host: x', 'Host:', 'Content-Length: -1', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'zz\r\n', '\0'],
  ...['\xff\xfe', 'Connection: close', 'Upgrade: x', 'X-A: ', 'a'.repeat(2000), 'Range: bytes=9-1', '\r\n\r\n'],
];

/** Sends pieces of HTTP in no order. The answer is none, or no fault of the server. */
export async function sendGarbage(url: string, dice: () => number): Promise<void> {
  const pieces = Array.from({ length: 1 + Math.floor(dice() * 12) }, () => PIECES[Math.floor(dice() * PIECES.length)]!);
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let output = '';
  socket.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.end(Buffer.from(pieces.join(''), 'latin1'));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  assert.doesNotMatch(output, /^HTTP\/1\.1 5\d\d/m, JSON.stringify(pieces));
}
