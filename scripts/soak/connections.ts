/** Very many open connections, clients that never end their requests, and bytes that are no HTTP. */
import net from 'node:net';
import { once } from 'node:events';

const BATCH = 200;
const REQUEST = 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\n\r\n';
/** A client sends no more than this: the request never ends. */
const UNENDED = 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\nX-Slow: ';
/** Every such connection is one of the slow kind. */
const SLOW_EACH = 10;

interface ConnectionFigures {
  /** Connections open at once, of which so many never ended their request. */
  open: number;
  slow: number;
  /** Answers to other clients meanwhile. */
  answers: number;
  /** Requests that were no HTTP, each refused with 4xx or by the end of the connection. */
  malformed: number;
}

interface ConnectionOptions {
  url: string;
  connections: number;
  malformed: number;
  dice: () => number;
  /** Called while all are open. */
  onOpen?(): void;
}

/** @throws Error when one is not answered, or other clients are not */
export async function manyConnections(options: ConnectionOptions): Promise<ConnectionFigures> {
  const { url, connections, dice, onOpen } = options;
  const port = Number(new URL(url).port);
  const sockets: net.Socket[] = [];
  try {
    for (let at = 0; at < connections; at += BATCH)
      await Promise.all(
        Array.from({ length: Math.min(BATCH, connections - at) }, async (_, n) => {
          const socket = net.connect(port, '127.0.0.1');
          // The gateway may close a connection that waits for long; it has no request then.
          socket.on('error', () => {});
          sockets.push(socket);
          await once(socket, 'connect');
          if ((at + n) % SLOW_EACH === 0) socket.write(UNENDED);
          else await answered(socket);
        }),
      );
    const open = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length;
    onOpen?.();
    let answers = 0;
    for (; answers < 50; answers += 1) await expectList(url);
    let malformed = 0;
    for (; malformed < options.malformed; malformed += 1) await refused(port, garbage(dice));
    await expectList(url);
    return { open, slow: Math.ceil(connections / SLOW_EACH), answers, malformed };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function answered(socket: net.Socket): Promise<void> {
  socket.write(REQUEST);
  let text = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
    const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(text) ?? [];
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity);
    if (body.length < length) continue;
    if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head);
    return;
  }
}

async function expectList(url: string): Promise<void> {
  const response = await fetch(`${url}/api.php?limit=3`);
  const { count } = (await response.json()) as { count?: number };
  if (response.status !== 200 || count !== 3) throw new Error(`a client beside them got ${response.status}`);
}

const PIECES = [
  ...['GET', 'POST', 'BREW', ' ', '/', '/api.php', '?q=%ZZ', '?limit=1', ' HTTP/1.1', ' HTTP/9.9', '\r\n', '\n', '\r'],
  ...['Host: x', 'Host:', 'Content-Length: -1', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'zz\r\n', '\0'],
  ...['\xff\xfe', 'Connection: close', 'Upgrade: x', 'X-A: ', 'a'.repeat(2000), 'Range: bytes=9-1', '\r\n\r\n'],
];

const garbage = (dice: () => number): string =>
  Array.from({ length: 1 + Math.floor(dice() * 12) }, () => PIECES[Math.floor(dice() * PIECES.length)]!).join('');

/** No answer, or one that is no fault of the server. */
async function refused(port: number, text: string): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  let output = '';
  socket.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.end(Buffer.from(text, 'latin1'));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (/^HTTP\/1\.1 5\d\d/m.test(output)) throw new Error(`${JSON.stringify(text)}: ${output.slice(0, 200)}`);
}
