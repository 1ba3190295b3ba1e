/** `generate` where there is nothing to commit or to build: what renders is not loaded, as that takes longest. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExpectedError } from '#core/expected-error.ts';
import { REFUSED } from '#core/paths.ts';
import type { Environment } from '#runtime/environment.ts';
import { openCatalog, type Db } from '../catalog/database.ts';
import { isCommitted } from '../catalog/documents/recompute.ts';
import { noteSilence } from '../catalog/publication/silence.ts';
import { noteSettled } from '../catalog/publication/sureness.ts';
import { readClockOffset } from '../catalog/settings.ts';
import { isBuilt, quietBuild, type BuildSummary } from '../publish/quiet.ts';
import { storedReleases } from '../publish/releases.ts';
import { buildLine } from './build-line.ts';
import { addressWarning, readConfig, type Config } from './config.ts';
import { createConsole } from './console.ts';
import { lockFolder } from './lock.ts';
import { DIST, requireOwnFolder } from './own-folder.ts';

/** What a dataset follows from, of the settings. @param onFault of a release that cannot be read */
export const chosenIn = (
  { distDir, dataDir, settings, detailFiles, agencies, region, bulk, previews }: Config,
  onFault?: (fault: ExpectedError) => void,
) => ({
  ...{ dist: distDir, settings, detailFiles, agencies, region, bulk, site: true, pictures: previews },
  releases: storedReleases(dataDir, onFault),
});

/** @returns whether that was all: if not, nothing is changed but what any commit notes */
export function generatedQuietly(env: Environment): boolean {
  const config = readConfig(env);
  if (!isBuilt(config.distDir)) return false;
  const release: (() => void)[] = [];
  try {
    requireOwnFolder(config.distDir, DIST);
    release.push(lockFolder(config.dataDir, 'DATA_DIR'), lockFolder(config.distDir, 'DIST_DIR'));
    const db = openCatalog(join(config.dataDir, 'catalog.db'));
    release.push(() => db.close());
    const summary = summaryOf(db, config);
    if (!summary) return false;
    const console = createConsole(process.stderr, { format: config.logFormat });
    for (const line of [addressWarning(env, config), buildLine(summary)]) if (line !== undefined) console.line(line);
    return true;
  } finally {
    for (const releaseOne of release.reverse()) releaseOne();
  }
}

function summaryOf(db: Db, config: Config): BuildSummary | undefined {
  const now = Date.now();
  const faults: ExpectedError[] = [];
  const chosen = chosenIn(config, (fault) => faults.push(fault));
  const isQuiet = faults.length === 0 && isSettled(db, config, now);
  const summary = isQuiet ? quietBuild({ ...chosen, db, asOf: now }) : undefined;
  // It is this catalogue's dataset.
  if (summary) rmSync(join(config.distDir, REFUSED), { force: true });
  return summary;
}

/** Whether a commit would publish nothing, and this host's clock was right when an agency last answered. */
function isSettled(db: Db, { agencies }: Config, now: number): boolean {
  if (readClockOffset(db) !== null) return false;
  noteSilence(db, now);
  noteSettled(db, now);
  return isCommitted(db, agencies);
}
