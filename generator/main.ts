/** The generator's command line. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { AGENCIES } from '#core/earthquake.ts';
import type { Agency } from '#core/earthquake.ts';
import { SettingError } from '#core/environment.ts';
import type { Part } from './backup.ts';
import { BackupError, PARTS } from './backup.ts';
import { CatalogError } from './catalog/database.ts';
import { backupCommand, restoreCommand } from './cli/backup.ts';
import { explainCommand } from './cli/explain.ts';
import { generateCommand } from './cli/generate.ts';
import type { IngestArguments } from './cli/ingest.ts';
import { ingestCommand } from './cli/ingest.ts';
import { LockedError } from './cli/lock.ts';
import type { PublishArguments } from './cli/publish.ts';
import { publishCommand } from './cli/publish.ts';
import type { ReplayArguments } from './cli/replay.ts';
import { replayCommand } from './cli/replay.ts';
import { startCommand } from './cli/start.ts';
import { verifyCommand } from './cli/verify.ts';
import { watchCommand } from './cli/watch.ts';
import { StoreError } from './object-store/store.ts';
import { PlaceTableError } from './places/tables.ts';
import { PublishError } from './publish/writer.ts';
import { DocumentError } from './sources/feed.ts';
import { DAY, SECOND, parseDay } from '#core/time.ts';
import type { EpochMs } from '#core/time.ts';

const program = new Command('hiposantr').description('Open earthquake data service for Türkiye and its surroundings');

program
  .command('start')
  .description('generate from shipped data and DATA_DIR, serve it, and keep it up to date from every reachable feed')
  .action(() => startCommand(process.env));

program
  .command('ingest')
  .description('ingest feeds or saved files into the catalogue')
  .addOption(new Option('--source <name>', 'only this agency').choices([...AGENCIES]))
  .addOption(
    new Option('--file <path...>', 'saved files instead of feeds: paths or globs, gzip too').conflicts(['from', 'to']),
  )
  .option('--from <day>', 'first day of origin time, YYYY-MM-DD, inclusive (default: 30 days ago)', day)
  .option('--to <day>', 'last day of origin time, YYYY-MM-DD, inclusive (default: today)', lastOfDay)
  .option('--rejects <path>', 'write rejects to this file, one JSON object per line')
  .action((options: IngestArguments & { source?: Agency }) => ingestCommand(process.env, options));

program
  .command('generate')
  .description('generate DIST_DIR from the catalogue')
  .option('--full', 'reuse nothing of the previous build')
  .action((options: { full?: boolean }) => generateCommand(process.env, options));

program
  .command('explain')
  .description('explain why reports are associated with an earthquake, and others near it are not')
  .argument('<id>', "an id, an event_id, or an agency's own name: afad:543593")
  .option('--json', 'as JSON')
  .action((id: string, options: { json?: boolean }) => explainCommand(process.env, id, options));

program
  .command('watch')
  .description('ingest and generate at an interval')
  .option('--every <duration>', 'interval between rounds: 30s, 5m, 1h', duration, 60 * SECOND)
  .action((options: { every: number }) => watchCommand(process.env, options));

program
  .command('backup')
  .description('copy the databases of DATA_DIR while they are in use')
  .requiredOption('--to <folder>', 'folder of back-ups, each in a folder named by its time')
  .option('--keep <count>', 'how many are kept', count, 14)
  .action((options: { to: string; keep: number }) => backupCommand(process.env, options));

program
  .command('restore')
  .description('put a back-up in place; what was there is kept beside it')
  .argument('<folder>', 'one back-up')
  .addOption(new Option('--only <part>', 'one part of it').choices(Object.keys(PARTS)))
  .action((folder: string, options: { only?: Part }) => restoreCommand(process.env, folder, options));

program
  .command('verify')
  .description('compare DIST_DIR with the catalogue, file by file')
  .action(() => verifyCommand(process.env));

program
  .command('publish')
  .description('upload DIST_DIR to an S3-compatible object store: what changed, and the manifest last')
  .argument('<address>', 's3://bucket or s3://bucket/prefix')
  .option('--dry-run', 'say what would be done, and change nothing')
  .option('--verify', 'compare every object with the inventory, and repair what differs')
  .option('--force', 'replace a newer dataset too')
  .option('--unconditional', 'for stores without conditional writes: nothing may publish at the same time')
  .action((address: string, options: PublishArguments) => publishCommand(process.env, address, options));

program
  .command('replay')
  .description('read again what feeds sent, after a parser was corrected')
  .addOption(new Option('--source <name>', 'only this agency').choices([...AGENCIES]))
  .option('--from <day>', 'first day of the fetch, YYYY-MM-DD, inclusive (default: all that is kept)', day)
  .option('--to <day>', 'last day of the fetch, YYYY-MM-DD, inclusive', lastOfDay)
  .action((options: ReplayArguments) => replayCommand(process.env, options));

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function day(text: string): EpochMs {
  const instant = parseDay(text);
  if (instant === undefined) throw new InvalidArgumentError('It must be a day that exists, as YYYY-MM-DD.');
  return instant;
}

function lastOfDay(text: string): EpochMs {
  return day(text) + DAY - 1;
}

function duration(text: string): number {
  const [, count, unit] = /^(\d{1,4})(s|m|h)$/.exec(text) ?? [];
  const ms = Number(count) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'] * SECOND;
  if (!(ms >= 10 * SECOND)) throw new InvalidArgumentError('It must be 10s or more, as in 30s, 5m or 1h.');
  return ms;
}

/** Errors that an operator can fix: printed without a stack. */
const EXPECTED = [
  ...[SettingError, CatalogError, LockedError, PublishError, BackupError, DocumentError, PlaceTableError],
  StoreError,
];

try {
  await program.parseAsync();
} catch (error) {
  const isDiskFault = /^SQLITE_(?:FULL|IOERR)/.test(String((error as { code?: unknown }).code));
  const expected = isDiskFault || EXPECTED.some((type) => error instanceof type);
  const { message, stack = String(error) } = error as Error;
  process.stderr.write(`hiposantr: ${isDiskFault ? 'DATA_DIR: ' : ''}${expected ? message : stack}\n`);
  process.exitCode = 1;
}
