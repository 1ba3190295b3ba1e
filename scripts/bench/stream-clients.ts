/** Clients of `npm run bench -- streams`: some that read, and some that never do. Their parent tells them when. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const { URL: url = '', IDLE = '0', SLOW = '0' } = process.env;
const { hostname, port } = new URL(url);

/** When each event came, Unix time in ms. */
let arrivals: number[] = [];

async function open(number: number, query: string): Promise<Socket> {
  const socket = connect(Number(port), hostname).on('error', (error) => process.stderr.write(`${error.message}\n`));
  await once(socket, 'connect');
  const address = `198.18.${number >> 8}.${number & 255}`;
  socket.write(`GET /events${query} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  return socket;
}

/** Few at once, as a proxy opens them. */
const AT_ONCE = 50;

for (let from = 0; from < Number(IDLE); from += AT_ONCE)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      const socket = await open(from + index, '');
      socket.on('data', (chunk) => chunk.includes('event: ') && arrivals.push(Date.now()));
      await once(socket, 'data');
    }),
  );
await Promise.all(Array.from({ length: Number(SLOW) }, (_, index) => open(Number(IDLE) + index, '?since=0')));
process.on('message', () => {
  process.send!(arrivals);
  arrivals = [];
});
process.send!('open');
