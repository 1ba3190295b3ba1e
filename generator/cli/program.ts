/** The commands of the generator. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { KNOWN_AGENCIES, type Agency } from '#core/earthquake.ts';
import { ExpectedError } from '#core/expected-error.ts';
import { isReleaseName } from '#core/releases.ts';
import { DAY, SECOND, parseDay, parseInstant, type EpochMs } from '#core/time.ts';
import { PARTS, type Part } from '../backup.ts';
import type { GenerateArguments } from './generate.ts';
import type { IngestArguments } from './ingest.ts';
import type { ReplayArguments } from './replay.ts';
import type { WatchArguments } from './watch.ts';

export const program = new Command('hiposantr').description(
  'Open earthquake data service for Türkiye and its surroundings',
);

// Each command is loaded when it runs: loading all of them takes longer than most of them work.
program
  .command('ingest')
  .description('ingest feeds or saved files into the catalogue')
  .addOption(new Option('--source <name>', 'only this agency').choices([...KNOWN_AGENCIES]))
  .addOption(
    new Option('--file <path...>', 'saved files instead of feeds: paths or globs, gzip too').conflicts(['from', 'to']),
  )
  .option('--from <day>', 'first day of origin time, YYYY-MM-DD, inclusive (default: 30 days ago)', day)
  .option('--to <day>', 'last day of origin time, YYYY-MM-DD, inclusive (default: today)', lastOfDay)
  .addOption(
    new Option('--accept <id>', 'take in a document that was quarantined, whatever its feed sent before').conflicts([
      ...['from', 'to', 'file', 'source'],
    ]),
  )
  .option('--force', 'into an empty catalogue too, where DIST_DIR has a dataset')
  .option('--rejects <path>', 'write rejects to this file, one JSON object per line')
  .action(async (options: IngestArguments & { source?: Agency }) =>
    (await import('./ingest.ts')).ingestCommand(process.env, options),
  );

program
  .command('generate')
  .description('generate DIST_DIR from the catalogue')
  .option('--full', 'reuse nothing of the previous build')
  .option('--force', 'replace a dataset that has changes which the catalogue has not, and its ids')
  .option('--deployment <folder>', 'also what a static host needs of it, for hosts that replace all files at once')
  .option('--changes <file>', 'also a list of what changed, in the order in which it must be published')
  .option(
    '--release <name>',
    'first make a release, a copy that never changes: year and number, as in 2026.1',
    releaseName,
  )
  .option(
    '--tables <folder>',
    'also Parquet for engines: a partition of each year, and the whole catalogue in one file',
  )
  .action(async (options: GenerateArguments) => (await import('./generate.ts')).generateCommand(process.env, options));

program
  .command('explain')
  .description('explain why reports are associated with an earthquake, and others near it are not')
  .argument('<id>', "an id, an event_id, or an agency's own name: afad:543593")
  .option('--json', 'as JSON')
  .action(async (id: string, options: { json?: boolean }) =>
    (await import('./explain.ts')).explainCommand(process.env, id, options),
  );

program
  .command('watch')
  .description('ingest and generate at an interval')
  .option('--every <duration>', 'interval between rounds: 30s, 5m, 1h', duration, 60 * SECOND)
  .option('--force', 'replace a dataset that has changes which the catalogue has not, and its ids')
  .action(async (options: WatchArguments) => (await import('./watch.ts')).watchCommand(process.env, options));

program
  .command('backup')
  .description('copy the databases of DATA_DIR while they are in use')
  .requiredOption('--to <folder>', 'folder of back-ups, each in a folder named by its time')
  .option('--keep <count>', 'how many are kept', count, 14)
  .action(async (options: { to: string; keep: number }) =>
    (await import('./backup.ts')).backupCommand(process.env, options),
  );

program
  .command('restore')
  .description('put a back-up in place; what was there is kept beside it')
  .argument('<folder>', 'one back-up')
  .addOption(new Option('--only <part>', 'one part of it').choices(Object.keys(PARTS)))
  .action(async (folder: string, options: { only?: Part }) =>
    (await import('./backup.ts')).restoreCommand(process.env, folder, options),
  );

program
  .command('verify')
  .description('compare DIST_DIR with the catalogue, file by file')
  .action(async () => (await import('./verify.ts')).verifyCommand(process.env));

program
  .command('publish', { hidden: true })
  .allowUnknownOption()
  .allowExcessArguments()
  .action(() => {
    throw new ExpectedError(
      'publish is gone: npm run generate -- --changes FILE lists what changed, and rclone uploads it ' +
        '(docs/operations/object-store.md)',
    );
  });

program
  .command('replay')
  .description('read again what feeds sent, after a parser was corrected')
  .addOption(new Option('--source <name>', 'only this agency').choices([...KNOWN_AGENCIES]))
  .option(
    '--from <time>',
    'first fetch, a day (YYYY-MM-DD) or an instant in UTC, inclusive (default: all that is kept)',
    start,
  )
  .option('--to <time>', 'last fetch, a day or an instant in UTC (2026-11-22T14:30:00Z), inclusive', end)
  .option('--force', 'into an empty catalogue too, where DIST_DIR has a dataset')
  .action(async (options: ReplayArguments) => (await import('./replay.ts')).replayCommand(process.env, options));

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function releaseName(text: string): string {
  if (!isReleaseName(text)) throw new InvalidArgumentError('It must be a year and a number from 1, as in 2026.1.');
  return text;
}

function day(text: string): EpochMs {
  const instant = parseDay(text);
  if (instant === undefined) throw new InvalidArgumentError('It must be a day that exists, as YYYY-MM-DD.');
  return instant;
}

function lastOfDay(text: string): EpochMs {
  return day(text) + DAY - 1;
}

function start(text: string): EpochMs {
  return text.includes('T') ? instant(text) : day(text);
}

function end(text: string): EpochMs {
  return text.includes('T') ? instant(text) : lastOfDay(text);
}

function instant(text: string): EpochMs {
  const time = parseInstant(text);
  if (time === undefined) throw new InvalidArgumentError('It must be an instant in UTC like 2026-11-22T14:30:00Z.');
  return time;
}

function duration(text: string): number {
  const [, count, unit] = /^(\d{1,4})(s|m|h)$/.exec(text) ?? [];
  const ms = Number(count) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'] * SECOND;
  if (!(ms >= 10 * SECOND)) throw new InvalidArgumentError('It must be 10s or more, as in 30s, 5m or 1h.');
  return ms;
}
