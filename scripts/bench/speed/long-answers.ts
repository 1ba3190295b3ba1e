/** Answers of many rows: exports and QuakeML. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { cpuSeconds } from '../../measure.ts';
import { below, comparisonFinding, inRounds, type Finding } from '../findings.ts';
import type { Compared } from './compared-servers.ts';

/** In one round. */
const EXPORTS = 2;

/** Rows a second of exports, one after the other, each of another day. */
async function exportRate(round: number, url: (day: string) => string): Promise<number> {
  const began = performance.now();
  let rows = 0;
  for (let number = 0; number < EXPORTS; number += 1) {
    const day = new Date(Date.UTC(2026, 1, 1 + round * EXPORTS + number)).toISOString().slice(0, 10);
    rows += await received(url(day));
  }
  return (rows / (performance.now() - began)) * 1000;
}

/** `fetch` would cost more than either server. */
async function answered(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return response;
}

/** Reads and discards an export. @returns its rows */
async function received(url: string): Promise<number> {
  const response = await answered(url);
  await finished(response.resume());
  return Number(response.headers['x-export-rows']);
}

/** The newest 20,000 events before a day, as one document. */
export async function* quakeml({ gateway }: Compared): AsyncGenerator<Finding> {
  const firstBytes: number[] = [];
  const { seconds } = await inRounds({
    seconds: async (round) => {
      const before = cpuSeconds(gateway.pid);
      const began = performance.now();
      const target = `/fdsnws/event/1/query?limit=20000&endtime=2025-0${9 - round}-01`;
      const response = await answered(gateway.url + target);
      await once(response, 'readable');
      firstBytes.push(performance.now() - began);
      await finished(response.resume());
      return cpuSeconds(gateway.pid) - before;
    },
  });
  yield below('CPU time of 20,000 events as QuakeML', seconds, 0.68, 's');
  yield below('their first byte', firstBytes, 100, 'ms');
}

export async function* exports({ gateway, sqlite }: Compared): AsyncGenerator<Finding> {
  const figures = await inRounds({
    ours: (round) => exportRate(round, (day) => `${gateway.url}/export.php?min_magnitude=-9&format=csv&date_to=${day}`),
    sqlite: (round) => exportRate(round, (day) => `${sqlite.url}/export?date_to=${day}`),
  });
  const name = 'export of 100,000 rows as CSV, against all as JSON by Hono + better-sqlite3';
  yield comparisonFinding(name, [figures.ours, figures.sqlite], 2, 'rows/s');
}
