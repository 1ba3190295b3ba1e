/**
 * Compares all interfaces of a running service, field by field, for random earthquakes.
 *
 *   npm run compare -- --url http://localhost:8787 [--events 2000] [--seed 1] [--key sk_…]
 *
 * Requests count against the limits; a 429 is waited for, up to a minute. A disagreement ends with exit code 1.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { random } from '../test/support/synthetic-earthquakes.ts';
import { type Comparison } from './compare/row.ts';
import { Run } from './compare/run.ts';

const MOST_SHOWN = 20;
const MOST_SECONDS = 60;

interface Flags {
  url: string;
  events: number;
  seed: number;
  key?: string;
}

export function report({ tallies, disagreements }: Comparison): string {
  const rows = [...tallies].map(
    ([name, tally]) =>
      `${name.padEnd(28)}${[tally.rows, tally.comparisons, tally.disagreements].map((n) => String(n).padStart(10)).join('')}`,
  );
  const sum = (key: 'comparisons' | 'disagreements'): number =>
    [...tallies.values()].reduce((total, tally) => total + tally[key], 0);
  const shown = disagreements
    .slice(0, MOST_SHOWN)
    .map((one) => `${one.interface} ${one.key} ${one.field}: ${one.expected} in the detail, ${one.found} here`);
  return [
    `${''.padEnd(28)}      rows  compared  disagree`,
    ...rows,
    ...shown,
    `${sum('comparisons')} comparisons, ${sum('disagreements')} disagreements\n`,
  ].join('\n');
}

if (import.meta.main) {
  const { url, events, seed, key } = new Command()
    .requiredOption('--url <address>', 'address of the service')
    .option('--events <number>', 'earthquakes to compare', Number, 2000)
    .option('--seed <number>', 'of the random choice', Number, 1)
    .option('--key <key>', 'API key')
    .parse()
    .opts<Flags>();
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const get = async (path: string): Promise<Response> => {
    for (;;) {
      const response = await fetch(`${url.replace(/\/$/, '')}${path}`, { headers });
      const seconds = Number(response.headers.get('Retry-After'));
      if (response.status !== 429 || seconds > MOST_SECONDS) return response;
      await wait(seconds * 1000);
    }
  };
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-compare-'));
  try {
    const run = new Run({ get, events, draw: random(seed), folder });
    await run.run();
    process.stdout.write(`${run.compared} earthquakes\n${report(run.comparison)}`);
    process.exitCode = run.comparison.disagreements.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
