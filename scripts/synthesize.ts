/**
 * `npm run synthesize -- --events N --seed S --out DIR`: a synthetic catalogue in the agencies' wire formats, with the
 * true association beside.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { parseInstant, type EpochMs } from '#core/time.ts';
import { startOfYear } from './synthetic/eras.ts';
import type { Scenario } from './synthetic/seismicity.ts';
import { synthesize, SynthesizeError, type SynthesizeOptions } from './synthetic/synthesize.ts';
import { type SynthesisSummary } from './synthetic/readme.ts';

export { synthesize, SynthesizeError, type SynthesizeOptions } from './synthetic/synthesize.ts';
export { readTruth } from './synthetic/truth.ts';

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(text);
}

function year(text: string): number {
  if (!/^(?:19|20)\d\d$/.test(text)) throw new InvalidArgumentError('it must be a year from 1900 to 2099.');
  return Number(text);
}

function instant(text: string): EpochMs {
  const time = parseInstant(text);
  if (time === undefined) throw new InvalidArgumentError('it must be an instant in UTC like 2026-01-01T00:00:00Z.');
  return time;
}

interface Flags {
  events: number;
  seed: string;
  out: string;
  from?: number;
  to?: number;
  until?: EpochMs;
  scenario: Scenario;
}

function optionsOf({ events, seed, out, from, to, until, scenario }: Flags): SynthesizeOptions {
  if (to !== undefined && until !== undefined) throw new SynthesizeError('give --to or --until, not both');
  const end = until ?? (to === undefined ? undefined : startOfYear(to + 1));
  return {
    events,
    seed,
    out,
    scenario,
    ...(from === undefined ? {} : { from: startOfYear(from) }),
    ...(end === undefined ? {} : { until: end }),
  };
}

function report({ events, rows, files, bytes, unreported }: SynthesisSummary, out: string): string {
  const lines = Object.entries(rows).map(([feed, count]) => `${feed.padEnd(16)}${String(count).padStart(10)} rows`);
  const size = `${files} files, ${(bytes / 1e6).toFixed(1)} MB`;
  const late = unreported === 0 ? [] : [`${unreported} earthquakes have no row: not yet published, or withdrawn`];
  return [`${events} earthquakes, all SYNTHETIC, in ${out}`, ...lines, size, ...late, ''].join('\n');
}

function program(out: (text: string) => void): Command {
  return new Command('synthesize')
    .description(
      'Write a synthetic catalogue in the wire formats of the agencies, with the true association in truth.ndjson.',
    )
    .requiredOption('--events <number>', 'number of true earthquakes', wholeNumber)
    .option('--seed <text>', 'the same seed gives the same bytes', '1')
    .requiredOption('--out <folder>', 'a new or empty folder')
    .option('--from <year>', 'first year (default 1900; of a quiet year or a sequence: its beginning)', year)
    .option('--to <year>', 'last year (default 2025)', year)
    .option('--until <instant>', 'end, and instant for which the files are true, instead of --to', instant)
    .addOption(
      new Option('--scenario <name>', 'a long catalogue, a quiet year, or the first day after an M 7.8')
        .choices(['catalogue', 'quiet', 'sequence'])
        .default('catalogue'),
    )
    .action((flags: Flags) => out(report(synthesize(optionsOf(flags)), flags.out)));
}

/** The command line. @returns the exit code */
export function run(words: readonly string[], out: (text: string) => void, err: (text: string) => void): number {
  try {
    program(out).exitOverride().configureOutput({ writeOut: out, writeErr: err }).parse(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof SynthesizeError)) throw error;
    err(`error: ${error.message}\n`);
    return 1;
  }
}

if (import.meta.main)
  process.exitCode = run(
    process.argv.slice(2),
    (text) => void process.stdout.write(text),
    (text) => void process.stderr.write(text),
  );
