/** What every command works with: locked folders, an open catalogue, settings and the console. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#runtime/environment.ts';
import { readClockOffset } from '../catalog/settings.ts';
import { openCatalog, type Db } from '../catalog/database.ts';
import { readConfig, type Config } from './config.ts';
import { createConsole, type Console } from './console.ts';
import type { DocumentSummary } from '../ingest.ts';
import type { PollContext } from '../polling/poll.ts';
import { lockFolder } from './lock.ts';
import { AgencyClocks } from '../polling/agency-clocks.ts';
import { Alerts } from '../polling/alerts.ts';
import { RawPages } from '../polling/raw-pages.ts';
import { DIST, markFolder, requireOwnFolder } from './own-folder.ts';
import { prove } from '../publish/prove.ts';
import { shippedBlastProbability, shippedPlaceName } from '../shipped.ts';
import { HostSilence } from '../sources/fetching/host-silence.ts';
import { createReader } from '../sources/reader/reader.ts';

export interface CommandContext {
  config: Config;
  db: Db;
  console: Console;
  alerts: Alerts;
  poll: PollContext;
  /** Aborts every request to an agency, and with it the command. */
  stop: AbortController;
}

/** Locks the folders, opens the catalogue and runs the work; releases everything however it ends. */
export async function withContext(env: Environment, work: (context: CommandContext) => Promise<void>): Promise<void> {
  const config = readConfig(env);
  const release: (() => void)[] = [];
  try {
    requireOwnFolder(config.distDir, DIST);
    release.push(lockFolder(config.dataDir, 'DATA_DIR'), lockFolder(config.distDir, 'DIST_DIR'));
    markFolder(config.distDir, DIST);
    const db = openCatalog(join(config.dataDir, 'catalog.db'));
    release.push(() => db.close());
    const context = createContext(config, db);
    release.push(() => context.poll.reader.close());
    await work(context);
  } finally {
    for (const releaseOne of release.reverse()) releaseOne();
  }
}

function createContext(config: Config, db: Db): CommandContext {
  const console = createConsole(process.stderr, { format: config.logFormat });
  const line = (text: string): void => console.line(text);
  const alerts = new Alerts(line, (text) => console.line(text, 'warn'));
  const stop = new AbortController();
  const reader = createReader();
  stop.signal.addEventListener('abort', () => reader.close());
  const { serviceName, baseUrl } = config.settings;
  const poll: PollContext = {
    db,
    now: Date.now,
    region: config.region,
    agencies: config.agencies,
    placeName: shippedPlaceName(),
    blastProbability: shippedBlastProbability(),
    prove,
    progress: (label, done, total) => console.progress(label, done, total),
    addresses: config.addresses,
    // A header holds printable ASCII only.
    userAgent: `hiposantr/${programVersion()} (${serviceName}; +${baseUrl})`.replace(/[^\x20-\x7e]/g, '?'),
    line,
    alerts,
    onDocument: () => undefined,
    signal: stop.signal,
    sessions: new Map(),
    retryNotBefore: new Map(),
    silence: new HostSilence(),
    clocks: new AgencyClocks({ now: Date.now, offset: readClockOffset(db) }),
    reader,
    raw: rawPagesOf(config, alerts),
  };
  return { config, db, console, alerts, poll, stop };
}

/** `0.2` of `0.2.0`. */
function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version.split('.', 2).join('.');
}

export const rawFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'raw');

function rawPagesOf(config: Config, alerts: Alerts): RawPages | undefined {
  if (config.rawDays === 0) return undefined;
  const onFailure = (reason: string): void => alerts.raise('raw', `what a feed sent was not kept: ${reason}`);
  return new RawPages({ folder: rawFolder(config), days: config.rawDays, onFailure });
}

/**
 * The first signal ends the work in order, the second one the process, which loses nothing that was published. Not for
 * work that never waits: there a signal should end the process at once.
 */
export function stopOnSignals({ stop }: CommandContext): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
}

/** Calls `report` for a document with new reports, or with other rejects or warnings than the feed's last one. */
export function onlyNotable(report: (summary: DocumentSummary) => void): (summary: DocumentSummary) => void {
  const last = new Map<string, string>();
  return (summary) => {
    const { feed, fresh, rejects, warnings } = summary;
    const problems = JSON.stringify([rejects.map(({ reason }) => reason), warnings]);
    const changed = (last.get(feed) ?? '[[],[]]') !== problems;
    last.set(feed, problems);
    if (fresh > 0 || changed) report(summary);
  };
}
