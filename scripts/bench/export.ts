/**
 * Exports of about 100,000 rows against the common design: all rows out of SQLite, `JSON.stringify`, one
 * body. Each export is another one, so that nothing remembered helps: ours are measured first and then sent.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Comparison } from './comparison.ts';
import { withServers } from './servers.ts';

const EARTHQUAKES = 105_000;
const ROUNDS = 5;
const EXPORTS = 3;

export const benchExport = (): Promise<Comparison[]> =>
  withServers({ count: EARTHQUAKES, shardRows: 4096 }, async (bed) => {
    const ours = await bed.start('./export-server.ts', bed.ours);
    const sqlite = await bed.start('./sqlite-server.ts', bed.rival);
    const comparisons: Comparison[] = [];
    for (const format of ['json', 'csv'] as const) {
      const name = `export of 100,000 rows as ${format === 'csv' ? 'CSV' : 'JSON'}, against all of SQLite's rows through JSON.stringify`;
      const comparison: Comparison = { name, ours: [], other: [], unit: 'rows/s', goal: format === 'csv' ? 1 : 3 };
      for (let round = -1; round < ROUNDS; round += 1) {
        const own = await rate(round, (day) => `${ours}/export.php?min_magnitude=-9&format=${format}&date_to=${day}`);
        const other = await rate(round, (day) => `${sqlite}/export?date_to=${day}`);
        if (round < 0) continue; // A warm-up of both.
        comparison.ours.push(own);
        comparison.other.push(other);
      }
      comparisons.push(comparison);
    }
    return comparisons;
  });

/** Rows a second over a few exports, one after the other. */
async function rate(round: number, url: (day: string) => string): Promise<number> {
  const began = performance.now();
  let rows = 0;
  for (let n = 0; n < EXPORTS; n += 1) {
    const day = new Date(Date.UTC(2026, 6, 1 + (round + 1) * EXPORTS + n)).toISOString().slice(0, 10);
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
