/**
 * Runs the tests in lanes, several side by side. The files of a lane share one process, so that each module is loaded
 * once; those of a `separate` one, which start and kill processes, have one each. `fast` runs the pure tests alone.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

interface Lane {
  readonly name: string;
  readonly files: readonly string[];
  readonly separate?: boolean;
}

/** The longest first. Every test file belongs to one of them. */
export const LANES: readonly Lane[] = [
  { name: 'processes', files: ['test/{slow,cli}/**/*.test.ts'], separate: true },
  { name: 'gateway', files: ['test/{gateway,contract}/**/*.test.ts'] },
  { name: 'catalogue', files: ['test/{catalog,publish,polling}/**/*.test.ts'] },
  { name: 'sources', files: ['test/{sources,places,scripts}/**/*.test.ts'] },
  { name: 'outputs', files: ['test/*.test.ts', 'test/{core,data,hosting,outputs,site}/**/*.test.ts'] },
];

const FAST: readonly Lane[] = [
  {
    name: 'pure: sources',
    files: ['test/sources/{parsing,kandilli,afad,usgs,gcmt,turhec,historical}/*.test.ts'],
  },
  {
    name: 'pure: others',
    files: ['test/{architecture,readme}.test.ts', 'test/{core,outputs}/**/*.test.ts', 'test/gateway/query/*.test.ts'],
  },
];

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

function runLane(lane: Lane): Promise<Outcome> {
  const started = performance.now();
  const isolation = lane.separate ? '--test-concurrency=2' : '--test-isolation=none';
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', isolation, ...filesOf(lane)]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const outcome = outcomeOf(output, code);
      if (outcome.failed > 0) process.stdout.write(`${failuresIn(output)}\n`);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      process.stdout.write(`${lane.name}: ${summary(outcome)} in ${seconds} s\n`);
      resolve(outcome);
    });
  });
}

const summary = ({ passed, failed, skipped }: Outcome): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/** One lane more than there are processors: some tests wait for timers and processes. */
async function runLanes(lanes: readonly Lane[]): Promise<Outcome> {
  const waiting = [...lanes];
  const outcomes: Outcome[] = [];
  const runWaiting = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) outcomes.push(await runLane(lane));
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, runWaiting));
  const sum = (key: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

if (import.meta.main) {
  const total = await runLanes(process.argv[2] === 'fast' ? FAST : LANES);
  process.stdout.write(`${summary(total)}\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}
