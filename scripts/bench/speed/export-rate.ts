/** Rows a second of exports, one after the other, each of another day. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

const EXPORTS = 2;

export async function exportRate(round: number, url: (day: string) => string): Promise<number> {
  const began = performance.now();
  let rows = 0;
  for (let number = 0; number < EXPORTS; number += 1) {
    const day = new Date(Date.UTC(2026, 1, 1 + round * EXPORTS + number)).toISOString().slice(0, 10);
    rows += await received(url(day));
  }
  return (rows / (performance.now() - began)) * 1000;
}

/** Reads and discards an export: `fetch` would cost more than either server. @returns its rows */
async function received(url: string): Promise<number> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  await finished(response.resume());
  return Number(response.headers['x-export-rows']);
}
