/** A clock that jumps by a year to and fro under gateway, ingest and generate. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wholeCatalogue, wholeDataset } from './integrity.ts';
import type { SoakService } from './service.ts';

const YEAR = 366 * 86_400_000;
const PATHS = [
  '/api.php?limit=5',
  '/status',
  '/stats_api.php',
  '/deprem_api.php?id=3',
  '/feed/v1.0/summary/all_day.geojson',
];

interface ClockOptions {
  /** The next round of documents. */
  round: number;
  /** So far ahead the clock goes, one jump each. */
  years: number[];
  /** Also new documents, and a gateway under the same clock. */
  thorough: boolean;
}

/** @returns how many answers there were, all 200. @throws Error otherwise, or where a build is not whole */
export async function jumpingClock(service: SoakService, { round, years, thorough }: ClockOptions): Promise<number> {
  const file = join(service.folder, 'clock');
  writeFileSync(file, '0');
  const wrong = {
    nodeArgs: ['--import', join(import.meta.dirname, 'shifted-clock.ts')],
    environment: { CLOCK_FILE: file },
  };
  const gateway = thorough ? await service.startGateway(0, wrong) : undefined;
  let answers = 0;
  try {
    for (const [at, jump] of years.map((year) => year * YEAR).entries()) {
      writeFileSync(file, String(jump));
      gateway?.child.kill('SIGUSR2');
      const commands = [...(thorough ? [service.ingest(round + at)] : []), ['generate']];
      for (const args of commands) {
        const { code, output } = await service.start('generator', args, wrong).ended;
        if (code !== 0) throw new Error(`${args[0]} with a clock ${jump} ms ahead: ${code}\n${output}`);
      }
      wholeDataset(service.dist);
      for (const path of gateway ? PATHS : []) {
        const response = await fetch(`${gateway!.url}${path}`);
        JSON.parse(await response.text());
        if (response.status !== 200) throw new Error(`${path} with a clock ${jump} ms ahead: ${response.status}`);
        answers += 1;
      }
    }
    if (wholeCatalogue(service.catalogue).length !== service.earthquakes) throw new Error('earthquakes were lost');
  } finally {
    gateway?.child.kill('SIGKILL');
    await gateway?.ended;
  }
  return answers;
}
