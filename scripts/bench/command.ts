/** A command of the generator as a process of its own: its CPU time and memory. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REPORT = 'BENCH_USAGE_REPORT';

export interface Usage {
  /** With all threads and the start. */
  cpuSeconds: number;
  /** Largest resident memory. */
  megabytes: number;
}

interface Command {
  checkout: string;
  args: readonly string[];
  /** `DATA_DIR`, `DIST_DIR`. */
  folders: Record<string, string>;
  /** A folder for the report. */
  folder: string;
}

/** As its npm script starts it. */
export function runCommand({ checkout, args, folders, folder }: Command): Usage {
  const report = join(folder, 'usage.json');
  execFileSync(join(checkout, 'scripts/node'), ['--import', import.meta.filename, 'generator/main.ts', ...args], {
    cwd: checkout,
    env: {
      ...process.env,
      ...folders,
      ...{ OFFLINE: '1', [REPORT]: report, NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: Infinity,
  });
  return JSON.parse(readFileSync(report, 'utf8')) as Usage;
}

const report = process.env[REPORT];
if (report !== undefined)
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1000 };
    writeFileSync(report, JSON.stringify(usage));
  });
