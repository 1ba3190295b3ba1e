/** A client of expensive requests, as often as its quota allows: a process of its own, until it is killed. */
import { Agent, request } from 'node:http';

const { URL: url, ADDRESSES, RATE, BURST, METHOD, PATHS } = process.env as Record<string, string>;
const agent = new Agent({ keepAlive: true, maxSockets: 300 });
const addresses = Number(ADDRESSES);

let sent = 0;

/** No request repeats an earlier one, so no cache answers it. */
function ask(): void {
  const number = (sent += 1);
  const words = Math.random().toString(36).slice(2);
  const day = new Date(Date.UTC(1990 + (number % 35), number % 12, 1 + (number % 28))).toISOString().slice(0, 10);
  const paths = PATHS!.split(' ');
  const path = paths[number % paths.length]!.replaceAll('WORDS', words).replaceAll('DAY', day);
  const address = number % addresses;
  const sending = request(`${url}${path}`, {
    agent,
    method: METHOD!,
    headers: { 'X-Forwarded-For': `198.18.${address >> 8}.${address & 255}` },
  });
  sending.on('response', (response) => response.resume());
  sending.on('error', () => {});
  sending.end();
}

const burst = Number(BURST);
setInterval(
  () => {
    for (let asked = 0; asked < burst; asked += 1) ask();
  },
  (1000 * burst) / Number(RATE),
);
