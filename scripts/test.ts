/**
 * Runs the tests in lanes, several processes side by side.
 * The files of a lane share one process, so that each module is loaded once.
 * Files of a `separate` lane start and kill processes and have one process each. `fast` runs the pure tests.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';

interface Lane {
  readonly name: string;
  readonly files: readonly string[];
  readonly separate?: boolean;
}

/**
 * In the order of their start: what takes longest is first, so that only short processes are left in the end.
 * Every test file belongs to one of them.
 */
export const LANES: readonly Lane[] = [
  { name: 'browser', files: ['test/slow/browser.test.ts'] },
  { name: 'gateway', files: ['test/{gateway,contract,compat}/**/*.test.ts'] },
  { name: 'catalogue', files: ['test/{catalog,publish,polling}/**/*.test.ts'] },
  {
    name: 'outputs',
    files: ['test/*.test.ts', 'test/{core,data,hosting,http,outputs,runtime,seismology,site}/**/*.test.ts'],
  },
  { name: 'command line', files: ['test/cli/*.test.ts'] },
  { name: 'sources', files: ['test/{sources,places,scripts}/**/*.test.ts'] },
  { name: 'readers', files: ['test/slow/{export-rows,hostile,notebook,recipes,seisplotjs}.test.ts'] },
  {
    name: 'slow',
    files: ['test/slow/!(browser|export-rows|hostile|notebook|recipes|seisplotjs).test.ts'],
    separate: true,
  },
  { name: 'engines', files: ['test/engines/*.test.ts'], separate: true },
];

const FAST: readonly Lane[] = [
  {
    name: 'pure: sources',
    files: ['test/sources/{parsing,kandilli,afad,usgs,gcmt,turhec,historical}/*.test.ts'],
  },
  {
    name: 'pure: others',
    files: [
      'test/{architecture,readme}.test.ts',
      'test/{core,outputs,seismology}/**/*.test.ts',
      'test/gateway/query/*.test.ts',
    ],
  },
];

/** The longest lane takes a quarter of this on a busy machine; what stays longer is ended, and counts as a failure. */
const LONGEST_PROCESS_MS = 25 * 60_000;

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const filesOf = ({ files }: Lane): string[] => files.flatMap((pattern) => globSync(pattern)).sort();

/** The counts in the summary of node's test runner; a run that ended badly, or without a summary, has a failure. */
function outcomeOf(output: string, code: number | null): Outcome {
  const [passed, failed, skipped] = ['pass', 'fail', 'skipped'].map((label) => {
    const [, count] = new RegExp(`^ℹ ${label} (\\d+)$`, 'm').exec(output) ?? [];
    return Number(count ?? 0);
  });
  const complete = code === 0 && /^ℹ pass /m.test(output);
  return { passed: passed!, failed: complete ? failed! : Math.max(failed!, 1), skipped: skipped! };
}

/** Failing tests as node's runner lists them, or all that was written if it ended before its list. */
const failuresIn = (output: string): string => output.slice(Math.max(0, output.lastIndexOf('\n✖ failing tests:')));

function runFiles(files: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test-files.ts'), ...files], {
    timeout: LONGEST_PROCESS_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const outcome = outcomeOf(output, code);
      if (outcome.failed > 0) process.stdout.write(`${files.length === 1 ? files[0] : ''}${failuresIn(output)}\n`);
      resolve(outcome);
    });
  });
}

const summary = ({ passed, failed, skipped }: Outcome): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

const sum = (outcomes: readonly Outcome[]): Outcome => {
  const total = (key: keyof Outcome): number => outcomes.reduce((count, outcome) => count + outcome[key], 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
};

async function runLane(lane: Lane, limit: LimitFunction): Promise<Outcome> {
  const files = filesOf(lane);
  const processes = lane.separate ? files.map((file) => [file]) : [files];
  const outcome = sum(await Promise.all(processes.map((group) => limit(runFiles, group))));
  process.stdout.write(`${lane.name}: ${summary(outcome)}\n`);
  return outcome;
}

/** Two processes more than there are processors: some tests wait for timers, browsers and children. */
async function runLanes(lanes: readonly Lane[]): Promise<Outcome> {
  const limit = pLimit(availableParallelism() + 2);
  return sum(await Promise.all(lanes.map((lane) => runLane(lane, limit))));
}

if (import.meta.main) {
  const total = await runLanes(process.argv[2] === 'fast' ? FAST : LANES);
  process.stdout.write(`${summary(total)}\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}
