/**
 * `npm run synthesize -- --events N --seed S --out DIR`: a synthetic catalogue in the agencies' wire formats, with the
 * true association beside.
 */
import { Command, InvalidArgumentError } from 'commander';
import { parseInstant, type EpochMs } from '#core/time.ts';
import { synthesize, SynthesizeError } from './synthetic/synthesize.ts';

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(text);
}

function instant(text: string): EpochMs {
  const time = parseInstant(text);
  if (time === undefined) throw new InvalidArgumentError('it must be an instant in UTC like 2026-01-01T00:00:00Z.');
  return time;
}

const program = new Command('synthesize')
  .description('Write a synthetic catalogue in the wire formats of the agencies, with the truth in truth.ndjson.')
  .requiredOption('--events <number>', 'number of true earthquakes', wholeNumber)
  .option('--seed <text>', 'the same seed gives the same bytes', '1')
  .requiredOption('--out <folder>', 'a new or empty folder')
  .option('--until <instant>', 'end, and instant for which the files are true (default 2026-01-01T00:00:00Z)', instant)
  .parse();
try {
  const { events, rows, files, bytes, unreported } = synthesize(program.opts());
  const feeds = Object.entries(rows).map(([feed, count]) => `${feed.padEnd(16)}${String(count).padStart(10)} rows\n`);
  process.stdout.write(
    `${events} earthquakes, all SYNTHETIC; ${unreported} have no row: not yet published, or withdrawn\n` +
      `${feeds.join('')}${files} files, ${(bytes / 1e6).toFixed(1)} MB\n`,
  );
} catch (error) {
  if (!(error instanceof SynthesizeError)) throw error;
  program.error(`error: ${error.message}`);
}
