/** The `ingest` command. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Agency } from '#core/earthquake.ts';
import { type Environment, SettingError } from '#runtime/environment.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { countsOf, ingestFiles, ingestHeld, type DocumentCounts, type FailedDocument } from '../ingest.ts';
import { agencyOf, isEnabled, pollFeed, pollStations } from '../polling/poll.ts';
import { ingestShipped } from '../shipped.ts';
import type { Fetcher } from '../sources/feed.ts';
import { archiveFetchers, recentFetchers } from '../sources/registry.ts';
import { commitReports } from './commit-reports.ts';
import { stopOnSignals, withContext, type CommandContext } from './context.ts';
import { requireCatalogue } from './own-dataset.ts';
import { documentLines, totalLines } from './summary.ts';

export interface IngestArguments {
  source?: Agency | undefined;
  /** Paths or glob patterns. */
  file?: string[];
  /** Origin times, both inclusive. */
  from?: EpochMs;
  to?: EpochMs;
  /** Id of a document that was quarantined. */
  accept?: string;
  /** Also into an empty catalogue, where DIST_DIR has a dataset. */
  force?: boolean;
  /** Path of the file for rejects. */
  rejects?: string;
}

/** Feeds older than this are read from the archives. */
const RECENT = 30 * DAY;

export const ingestCommand = (env: Environment, options: IngestArguments): Promise<void> =>
  withContext(env, async (context) => {
    if (options.file?.some((path) => path.trim() === ''))
      throw new SettingError('--file is empty; it must be a path or a glob of saved files');
    requireCatalogue(context, options.force);
    const { poll, console } = context;
    const counts: DocumentCounts[] = [];
    const rejects = options.rejects === undefined ? undefined : openRejects(options.rejects);
    poll.onDocument = (summary) => {
      if (summary.quarantined) process.exitCode = 1;
      counts.push(countsOf(summary));
      rejects?.write(summary);
      for (const line of documentLines(summary)) console.line(line);
    };
    for (const summary of ingestShipped(poll)) poll.onDocument(summary);
    if (options.accept !== undefined) poll.onDocument(await ingestHeld(poll, options.accept));
    else if (options.file) for (const failed of await readFiles(context, options)) rejects?.writeFailure(failed);
    else await fetchOnce(context, options);
    if (!(await commitReports(context))) process.exitCode = 1;
    for (const line of totalLines(counts)) console.line(line);
    rejects?.close();
  });

/** A file that cannot be read fails the command; the others are ingested. */
async function readFiles(
  { poll, console }: CommandContext,
  { file = [], source }: IngestArguments,
): Promise<FailedDocument[]> {
  const { failed } = await ingestFiles(poll, file, { agency: source, onDocument: poll.onDocument });
  for (const { name, reason } of failed) console.line(`${name}: not read: ${reason}`);
  if (failed.length > 0) process.exitCode = 1;
  return failed;
}

/** Fails the command only if no feed responds. */
async function fetchOnce(context: CommandContext, options: IngestArguments): Promise<void> {
  const { poll, config, console } = context;
  const now = poll.now();
  const window = { from: options.from ?? now - RECENT, to: Math.min(options.to ?? now, now) };
  if (window.from > window.to) throw new SettingError('--from is later than --to, or in the future');
  if (config.offline) {
    console.line('OFFLINE is set: no feed is requested');
    return;
  }
  const fetchers = fetchersFor(context, window.from < now - RECENT, options.source);
  stopOnSignals(context);
  const flushAlerts = context.alerts.batch();
  const [outcomes] = await Promise.all([
    Promise.all(fetchers.map((fetcher) => pollFeed(poll, fetcher, window))),
    options.source === undefined ? pollStations(poll) : undefined,
  ]).finally(flushAlerts);
  if (poll.signal.aborted) console.line('stopped before all feeds had responded');
  if (!outcomes.includes('answered')) process.exitCode = 1;
}

function fetchersFor({ poll, config }: CommandContext, archive: boolean, source: Agency | undefined): Fetcher[] {
  const fetchers = (archive ? archiveFetchers : recentFetchers)(config.addresses, config.region);
  const enabled = fetchers.filter((fetcher) => isEnabled(poll, fetcher));
  if (source === undefined) return enabled;
  const selected = enabled.filter((fetcher) => agencyOf(fetcher) === source);
  if (selected.length > 0) return selected;
  throw new SettingError(
    poll.agencies.includes(source)
      ? `${source} has no online feed; give its saved files with --file`
      : `${source} is not in SOURCES`,
  );
}

/** NDJSON: one object per reject or unreadable file. @throws SettingError if the file cannot be created */
function openRejects(path: string) {
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new SettingError(`--rejects: ${path} cannot be written: ${(error as Error).message}`);
  }
  const writeLine = (value: object): void => void writeSync(file, `${JSON.stringify(value)}\n`);
  return {
    write: ({ name, rejects }: DocumentCounts) => rejects.forEach((reject) => writeLine({ file: name, ...reject })),
    writeFailure: ({ name, reason }: FailedDocument) => writeLine({ file: name, line: null, reason }),
    close: () => closeSync(file),
  };
}
