/** What each command does, in order. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import { build } from './build/build.ts';
import type { BuildSummary } from './build/build.ts';
import type { Db } from './catalog/database.ts';
import { openCatalog } from './catalog/database.ts';
import type { Config } from './config.ts';
import { readConfig } from './config.ts';
import type { Console } from './console.ts';
import { createConsole } from './console.ts';
import type { DocumentSummary } from './ingest.ts';
import { finishIngest, ingestFiles } from './ingest.ts';
import type { Asking } from './live.ts';
import { askFeed, askStations } from './live.ts';
import { lockFolder } from './lock.ts';
import { askArchives, askDue } from './rhythm.ts';
import { ingestShipped } from './shipped.ts';
import { ALL_FEEDS, archiveFetchers, recentFetchers } from './sources/feeds.ts';
import { buildLine, commitLine, documentLines, totalLines } from './summary.ts';

type Environment = Record<string, string | undefined>;

/** A locked data folder, an open catalogue, and the two things that are never far: settings and the console. */
interface Workshop {
  config: Config;
  db: Db;
  console: Console;
  asking: Asking;
  documents: DocumentSummary[];
  close(): void;
}

function openWorkshop(env: Environment): Workshop {
  const config = readConfig(env);
  const unlockData = lockFolder(config.dataDir);
  const unlockDist = lockFolder(config.distDir);
  const db = openCatalog(join(config.dataDir, 'catalog.db'));
  const console = createConsole(process.stderr);
  const stop = new AbortController();
  const documents: DocumentSummary[] = [];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const asking: Asking = {
    db,
    now: Date.now,
    region: config.region,
    agencies: config.agencies,
    addresses: config.addresses,
    userAgent: `zelzele/0.1 (${config.settings.serviceName}; +${config.settings.baseUrl})`,
    line: (text) => console.line(text),
    onDocument: (summary) => {
      documents.push(summary);
      for (const line of documentLines(summary)) console.line(line);
    },
    signal: stop.signal,
  };
  return {
    config,
    db,
    console,
    asking,
    documents,
    close() {
      db.close();
      unlockDist();
      unlockData();
    },
  };
}

async function inWorkshop(env: Environment, work: (workshop: Workshop) => Promise<void>): Promise<void> {
  const workshop = openWorkshop(env);
  try {
    await work(workshop);
  } finally {
    workshop.close();
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
  inWorkshop(env, async (workshop) => {
    const { asking, console, documents } = workshop;
    for (const summary of ingestShipped(asking)) asking.onDocument(summary);
    const failures = options.file ? await readFiles(workshop, options) : await askOnce(workshop, options);
    console.line(commitLine(finishIngest(asking)));
    for (const line of totalLines(documents)) console.line(line);
    if (options.rejects !== undefined) writeRejects(options.rejects, documents);
    // Some feeds down is an ordinary day; nothing read at all where files were named is a failure.
    if (options.file && failures > 0) process.exitCode = 1;
  });

async function readFiles({ asking, console }: Workshop, { file = [], source }: IngestArguments): Promise<number> {
  const { failed } = await ingestFiles(asking, file, { agency: source, onDocument: asking.onDocument });
  for (const { name, reason } of failed) console.line(`${name}: not read: ${reason}`);
  return failed.length;
}

async function askOnce({ asking, config, console }: Workshop, { source, from, to }: IngestArguments): Promise<number> {
  if (config.offline) {
    console.line('OFFLINE is set: no feed is asked');
    return 0;
  }
  const now = asking.now();
  const window = { from: from ?? now - 30 * DAY, to: to ?? now };
  const older = window.from < now - 30 * DAY;
  const fetchers = (older ? archiveFetchers : recentFetchers)(config.addresses, config.region);
  let down = 0;
  for (const fetcher of fetchers) {
    const { agency } = ALL_FEEDS.find(({ name }) => name === fetcher.feed)!;
    if (source !== undefined && agency !== source) continue;
    if ((await askFeed(asking, fetcher, window)) === 'down') down += 1;
  }
  if (source === undefined) await askStations(asking);
  return down;
}

function writeRejects(path: string, documents: DocumentSummary[]): void {
  writeFileSync(path, '');
  for (const { name, rejects } of documents)
    for (const reject of rejects) appendFileSync(path, `${JSON.stringify({ file: name, ...reject })}\n`);
}

function generate({ db, config, console }: Workshop, full = false): BuildSummary {
  return build({
    db,
    dist: config.distDir,
    asOf: Date.now(),
    settings: config.settings,
    full,
    progress: (step, done, total) => console.progress(step, done, total),
  });
}

export const generateCommand = (env: Environment, { full }: { full?: boolean }): Promise<void> =>
  inWorkshop(env, async (workshop) => {
    workshop.console.line(buildLine(generate(workshop, full)));
  });

export const watchCommand = (env: Environment, { every }: { every: number }): Promise<void> =>
  inWorkshop(env, async (workshop) => {
    prepare(workshop);
    await keepFresh(workshop, every);
  });

/** Everything that needs no network: shipped tables, what was left unfinished, a whole `dist/`. */
function prepare(workshop: Workshop): void {
  const { asking, console } = workshop;
  for (const summary of ingestShipped(asking)) if (summary.fresh > 0) asking.onDocument(summary);
  console.line(commitLine(finishIngest(asking)));
  console.line(buildLine(generate(workshop)));
}

/** Asks, commits and builds until it is told to stop. What fails to be written is said, and tried again in the next round. */
async function keepFresh(workshop: Workshop, every: number): Promise<void> {
  const { asking, config, console } = workshop;
  const { signal } = asking;
  if (config.offline) console.line('OFFLINE is set: no feed is asked');
  while (!signal.aborted) {
    const started = Date.now();
    if (!config.offline) {
      await askDue(asking);
      publishRound(workshop);
      // Older years fill the pause, one year a round.
      if (!signal.aborted && (await askArchives(asking))) publishRound(workshop);
    } else publishRound(workshop);
    const pause = Math.max(1000, every - (Date.now() - started));
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

function publishRound(workshop: Workshop): void {
  try {
    const commit = finishIngest(workshop.asking);
    const changed = Object.values(commit).some((count) => count > 0);
    const summary = generate(workshop);
    if (changed) workshop.console.line(`${commitLine(commit)}; ${buildLine(summary)}`);
  } catch (error) {
    workshop.console.line(`this round was not published: ${(error as Error).message}`);
  }
}

const GATEWAY = new URL('../gateway/main.ts', import.meta.url).pathname;

export const startCommand = (env: Environment): Promise<void> =>
  inWorkshop(env, async (workshop) => {
    prepare(workshop);
    const gateway = spawn(process.execPath, ['--import', 'tsx', GATEWAY], { stdio: 'inherit', env });
    const ended = once(gateway, 'exit') as Promise<[number | null]>;
    const stop = new AbortController();
    workshop.asking.signal.addEventListener('abort', () => stop.abort());
    void ended.then(() => stop.abort());
    await keepFresh({ ...workshop, asking: { ...workshop.asking, signal: stop.signal } }, 60_000);
    await stopGateway(gateway, ended);
  });

async function stopGateway(gateway: ChildProcess, ended: Promise<[number | null]>): Promise<void> {
  if (gateway.exitCode === null) gateway.kill('SIGTERM');
  const [code] = await ended;
  process.exitCode = code ?? 1;
}
