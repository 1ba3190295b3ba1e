/** What each command does, in order. */
import { join } from 'node:path';
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agency } from '#core/earthquake.ts';
import { SettingError } from '#core/environment.ts';
import { shown } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { build } from '../publish/publish.ts';
import type { CommitSummary } from '../catalog/publication/commit.ts';
import { readCatalog } from '../catalog/database.ts';
import { explain } from '../catalog/explain.ts';
import { addressWarning, readConfig } from './config.ts';
import { reportSuspects } from './report-suspects.ts';
import { explanationLines, withdrawnLines } from './explanation.ts';
import type { BuildSummary } from '../publish/publish.ts';
import { requireFreePort } from './free-port.ts';
import { requireGatewaySettings } from './gateway-check.ts';
import { startGateway } from './gateway-process.ts';
import type { FailedDocument } from '../ingest.ts';
import { finishIngest, ingestFiles } from '../ingest.ts';
import { pollFeed, pollStations, feedOf, inUse } from '../polling/poll.ts';
import { troubleText } from '../polling/alerts.ts';
import { createSchedule } from '../polling/schedule.ts';
import { ingestShipped } from '../shipped.ts';
import { archiveFetchers, recentFetchers } from '../sources/registry.ts';
import type { Fetcher } from '../sources/feed.ts';
import type { Counted } from './summary.ts';
import { buildLine, commitLine, countsOf, documentLines, totalLines } from './summary.ts';
import type { Environment, CommandContext } from './context.ts';
import { withContext, stopOnSignals, worthSaying } from './context.ts';

/** Tells why an earthquake holds the reports that it holds, and of a withdrawn one what it was. Works beside a running service. @throws SettingError when there is none of that name */
export function explainCommand(env: Environment, name: string, { json = false }: { json?: boolean }): void {
  const db = readCatalog(join(readConfig(env).dataDir, 'catalog.db'));
  try {
    const found = explain(db, name);
    if ('reason' in found && found.reason === 'unknown')
      throw new SettingError(
        `There is no earthquake "${shown(name)}": give an id, an event_id, or an agency's own name as afad:543593`,
      );
    const lines = (): string[] => ('reason' in found ? withdrawnLines(found) : explanationLines(found));
    process.stdout.write(`${json ? JSON.stringify(found, null, 2) : lines().join('\n')}\n`);
  } finally {
    db.close();
  }
}

export interface IngestArguments {
  source?: Agency | undefined;
  file?: string[];
  from?: EpochMs;
  to?: EpochMs;
  rejects?: string;
}

export const ingestCommand = (env: Environment, options: IngestArguments): Promise<void> =>
  withContext(env, async (workshop) => {
    if (options.file?.some((path) => path.trim() === ''))
      throw new SettingError('--file is empty; it must be a path or a glob of saved files');
    const { asking, console } = workshop;
    const kept: Counted[] = [];
    const rejects = options.rejects === undefined ? undefined : openRejects(options.rejects);
    asking.onDocument = (summary) => {
      kept.push(countsOf(summary));
      rejects?.write(summary);
      for (const line of documentLines(summary)) console.line(line);
    };
    for (const summary of ingestShipped(asking)) asking.onDocument(summary);
    if (options.file) for (const one of await readFiles(workshop, options)) rejects?.fail(one);
    else await askOnce(workshop, options);
    await publishReports(workshop);
    for (const line of totalLines(kept)) console.line(line);
    rejects?.close();
  });

/** Any file that could not be read makes the run a failure; the others are in the catalogue nevertheless. */
async function readFiles(
  { asking, console }: CommandContext,
  { file = [], source }: IngestArguments,
): Promise<FailedDocument[]> {
  const { failed } = await ingestFiles(asking, file, { agency: source, onDocument: asking.onDocument });
  for (const { name, reason } of failed) console.line(`${name}: not read: ${reason}`);
  if (failed.length > 0) process.exitCode = 1;
  return failed;
}

/** Some feeds down is an ordinary day; none that answers is a failure. */
async function askOnce(workshop: CommandContext, options: IngestArguments): Promise<void> {
  const { asking, config, console } = workshop;
  const now = asking.now();
  const window = { from: options.from ?? now - 30 * DAY, to: Math.min(options.to ?? now, now) };
  if (window.from > window.to) throw new SettingError('--from is later than --to, or in the future');
  if (config.offline) {
    console.line('OFFLINE is set: no feed is asked');
    return;
  }
  const older = window.from < now - 30 * DAY;
  const fetchers = fetchersOf(workshop, older, options.source);
  stopOnSignals(workshop);
  const say = workshop.notices.gather();
  const asked = fetchers.map((fetcher) => pollFeed(asking, fetcher, window));
  const [outcomes] = await Promise.all([
    Promise.all(asked),
    options.source === undefined ? pollStations(asking) : undefined,
  ]).finally(say);
  if (asking.signal.aborted) console.line('stopped before every feed had answered');
  if (!outcomes.includes('answered')) process.exitCode = 1;
}

function fetchersOf({ asking, config }: CommandContext, older: boolean, source: Agency | undefined): Fetcher[] {
  const all = (older ? archiveFetchers : recentFetchers)(config.addresses, config.region);
  const used = all.filter((fetcher) => inUse(asking, fetcher));
  if (source === undefined) return used;
  const named = used.filter((fetcher) => feedOf(fetcher).agency === source);
  if (named.length > 0) return named;
  throw new SettingError(
    asking.agencies.includes(source)
      ? `${source} has no feed that can be asked; give its saved files with --file`
      : `SOURCES leaves ${source} out`,
  );
}

/** One JSON object a line: a reject, or a file that was not read. @throws SettingError when the file cannot be made */
function openRejects(path: string) {
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new SettingError(`--rejects: ${path} cannot be written: ${(error as Error).message}`);
  }
  const put = (value: object): void => void writeSync(file, `${JSON.stringify(value)}\n`);
  return {
    write: ({ name, rejects }: Counted) => rejects.forEach((reject) => put({ file: name, ...reject })),
    fail: ({ name, reason }: FailedDocument) => put({ file: name, line: null, reason }),
    close: () => closeSync(file),
  };
}

function generate({ db, config, console }: CommandContext, full = false): BuildSummary {
  return build({
    db,
    dist: config.distDir,
    asOf: Date.now(),
    settings: config.settings,
    detailFiles: config.detailFiles,
    agencies: config.agencies,
    full,
    progress: (step, done, total) => console.progress(step, done, total),
  });
}

export const generateCommand = (env: Environment, { full }: { full?: boolean }): Promise<void> =>
  withContext(env, async (workshop) => {
    warn(env, workshop);
    workshop.console.line(buildLine(generate(workshop, full)));
  });

export const watchCommand = (env: Environment, { every }: { every: number }): Promise<void> =>
  withContext(env, async (workshop) => {
    warn(env, workshop);
    await prepare(workshop);
    stopOnSignals(workshop);
    await keepFresh(workshop, every);
  });

export const startCommand = (env: Environment): Promise<void> =>
  withContext(env, async (workshop) => {
    await requireGatewaySettings(env);
    await requireFreePort(env);
    warn(env, workshop);
    await prepare(workshop);
    const gateway = startGateway(env);
    stopOnSignals(workshop);
    void gateway.ended.then(() => workshop.stop.abort());
    try {
      await keepFresh(workshop, MINUTE);
    } finally {
      gateway.stop();
      process.exitCode = await gateway.ended;
    }
  });

function warn(env: Environment, { config, console }: CommandContext): void {
  const warning = addressWarning(env, config);
  if (warning) console.line(warning);
}

/** Associates and publishes what was read, and says what looks wrong in it. */
async function publishReports(workshop: CommandContext): Promise<void> {
  const commit = finishIngest(workshop.asking);
  workshop.console.line(commitLine(commit));
  if (hasChanged(commit)) await reportSuspects(workshop);
}

const hasChanged = (commit: CommitSummary): boolean => Object.values(commit).some((count) => count > 0);

/** Everything that needs no network: shipped tables, what was left unfinished, a whole `dist/`. */
async function prepare(workshop: CommandContext): Promise<void> {
  const { asking, console } = workshop;
  asking.onDocument = worthSaying((summary) => documentLines(summary).forEach((line) => console.line(line)));
  for (const summary of ingestShipped(asking)) asking.onDocument(summary);
  await publishReports(workshop);
  console.line(buildLine(generate(workshop)));
}

/** Asks, commits and builds until it is told to stop. What fails to be written is said, and tried again in the next round. */
async function keepFresh(workshop: CommandContext, every: number): Promise<void> {
  const { asking, config, console } = workshop;
  const { signal } = asking;
  if (config.offline) console.line('OFFLINE is set: no feed is asked');
  const rhythm = createSchedule(asking);
  while (!signal.aborted) {
    const started = Date.now();
    if (!config.offline) await rhythm.round();
    if (signal.aborted) break;
    await publishRound(workshop);
    const pause = Math.max(SECOND, every - Math.max(0, Date.now() - started));
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  await rhythm.settled();
}

async function publishRound(workshop: CommandContext): Promise<void> {
  const { asking, console, notices } = workshop;
  try {
    const commit = finishIngest(asking);
    const changed = hasChanged(commit);
    const summary = generate(workshop);
    notices.over('publishing', 'publishing works again');
    if (changed) console.line(`${commitLine(commit)}; ${buildLine(summary)}`);
    if (changed) await reportSuspects(workshop);
  } catch (error) {
    notices.trouble('publishing', `this round was not published: ${troubleText(error)}`);
  }
}
