/**
 * The first day after the M 7.8 of 2023-02-06 against a catalogue of many earthquakes, with readers beside it.
 *
 *   npm run rehearse [-- --count 1000000 --hours 24 --every 60 --rate 300 --connections 50 --shocks N]
 *
 * The hours pass as fast as the generator publishes them: nothing waits between two publications.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { sharedData } from '../test/support/shared-data.ts';
import { dayOf } from './rehearse/documents.ts';
import { Rehearsal, type HourOfTheDay, type RehearsalOptions } from './rehearse/rehearsal.ts';

const COLUMNS: readonly (readonly [head: string, of: (hour: HourOfTheDay) => string | number])[] = [
  ['Hour', ({ hour }) => hour],
  ['Rows', ({ rows }) => rows],
  ['Builds', ({ builds }) => builds],
  ['Build, s: median, longest', ({ build, longestBuild }) => `${build.toFixed(1)}, ${longestBuild.toFixed(1)}`],
  ['MB a build', ({ written, builds }) => (written / builds / 1e6).toFixed(1)],
  ['Requests', ({ requests }) => requests],
  ['p50, ms', ({ p50 }) => p50],
  ['p99, ms', ({ p99 }) => p99],
  ['Errors', ({ errors }) => errors],
  ['At gateway', ({ atGateway }) => atGateway],
  [
    'CPU, s: generator, gateway, nginx',
    ({ spent }) =>
      Object.values(spent)
        .map((one) => one.toFixed(1))
        .join(', '),
  ],
];

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Prints the table of a day. @param print takes text @returns its hours */
export async function rehearse(options: RehearsalOptions, print: (text: string) => void): Promise<HourOfTheDay[]> {
  const works: (() => Promise<void> | void)[] = [];
  const interrupted = (): void => {
    for (const work of works) void work();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, interrupted);
  try {
    const rehearsal = new Rehearsal(options);
    const { earthquakes, seconds } = await rehearsal.start({ after: (work) => void works.push(work) });
    print(`${earthquakes} synthetic earthquakes before that day, a full build of ${seconds.toFixed(1)} s\n`);
    print(`The day: ${options.day.origin}\nReaders: ${options.rate} requests a second, at ${rehearsal.front}\n\n`);
    print(line(COLUMNS.map(([head]) => head)) + line(COLUMNS.map(() => '---')));
    const hours: HourOfTheDay[] = [];
    for await (const hour of rehearsal.run()) {
      hours.push(hour);
      print(line(COLUMNS.map(([, of]) => of(hour))));
    }
    const held = hours.reduce((sum, hour) => sum + hour.held, 0);
    print(`\n${held} documents were held back; ${hours.at(-1)!.earthquakes} earthquakes in the end\n`);
    return hours;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    for (const work of works.toReversed()) await work();
  }
}

type Flags = Omit<RehearsalOptions, 'folder' | 'day'> & { data: string; shocks?: number };

function whole(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('it must be a whole number, 1 or more.');
  return Number(text);
}

const program = new Command()
  .option('--count <number>', 'earthquakes of the catalogue before that day', whole, 2000)
  .option('--hours <number>', 'of that day', whole, 6)
  .option('--every <seconds>', 'of that day from one publication to the next, 3600 at most', whole, 1800)
  .option('--shocks <number>', 'so many synthetic ones that day, in place of the real rows', whole)
  .option('--rate <number>', 'requests a second', whole, 300)
  .option('--connections <number>', 'of the readers', whole, 50)
  .option('--data <folder>', "the agencies' real data", sharedData)
  .action(async ({ data, shocks, ...flags }: Flags) => {
    const folder = mkdtempSync(join(tmpdir(), 'hiposantr-rehearsal-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    await rehearse({ ...flags, folder, day: dayOf(data, shocks) }, (text) => void process.stdout.write(text));
  });

if (import.meta.main) await program.parseAsync();
