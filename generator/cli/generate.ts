/** The `generate` command: the catalogue into `dist/`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, SettingError } from '#runtime/environment.ts';
import { ExpectedError, isDiskFault } from '#core/expected-error.ts';
import { withdrawFaulty } from '../catalog/publication/faults.ts';
import { finishIngest } from '../ingest.ts';
import { ChangeList } from '../hosting/changes.ts';
import { writeDeployment } from '../hosting/deployment.ts';
import { ingestShipped } from '../shipped.ts';
import { drawPreviews, drawProvincePictures } from '../publish/previews.ts';
import { prove } from '../publish/prove.ts';
import { buildTimesOf, momentOf } from '../publish/clock.ts';
import { build, type BuildOptions, type BuildSummary } from '../publish/publish.ts';
import { quietBuild } from '../publish/quiet.ts';
import { manifestIn } from '../publish/sweep.ts';
import { Output } from '../publish/writer.ts';
import { releaseFolder } from '#core/releases.ts';
import { MINUTE } from '#core/time.ts';
import { writeRelease } from '../publish/write-release.ts';
import { writeTables } from '../publish/tables.ts';
import { hasChanged, reportFaults, reportSuspects } from './commit-reports.ts';
import { addressWarning } from './config.ts';
import { withContext, type CommandContext } from './context.ts';
import { isClockWrong } from './host-clock.ts';
import { requireOwnDataset } from './own-dataset.ts';
import { markFolder, requireOwnFolder, type OwnFolder } from './own-folder.ts';
import { buildLine } from './build-line.ts';
import { chosenIn } from './quiet.ts';
import { commitLine } from './summary.ts';

const TABLES: OwnFolder = { kind: 'tables', setting: '--tables' };
const DEPLOYMENT: OwnFolder = { kind: 'deployment', setting: '--deployment' };

export interface GenerateArguments {
  full?: boolean;
  /** Replaces a dataset of another catalogue, or of a later state, too. */
  force?: boolean;
  /** A folder for hosts that replace a deployment as a whole. */
  deployment?: string;
  /** A file for what must be published elsewhere. */
  changes?: string;
  /** Name of a release to be made. */
  release?: string;
  /** A folder of Parquet for engines. */
  tables?: string;
}

export const generateCommand = (env: Environment, options: GenerateArguments): Promise<void> =>
  withContext(env, async (context) => {
    const { full, force, deployment, tables, changes, release } = options;
    requireOwnDataset(context, force);
    warnOfAddress(env, context);
    if (deployment !== undefined) requireOwnFolder(deployment, DEPLOYMENT);
    if (tables !== undefined) requireTables(context, tables);
    const list = changes === undefined ? undefined : new ChangeList(changes, context.config.distDir);
    if (release !== undefined) requireReleasable(context);
    if (isClockWrong(context))
      context.console.line('the clock of this host is wrong: the dataset keeps its time', 'error');
    else await commitWaiting(context);
    if (release !== undefined) await makeRelease(context, release);
    context.console.line(buildLine(await generate(context, full, list?.add)));
    if (list) writeChanges(context, list);
    if (deployment !== undefined) deploy(context, deployment);
    if (tables !== undefined) writeEngineTables(context, tables);
  });

function deploy({ config, console }: CommandContext, folder: string): void {
  const { files, changed, removed, hasPages, large } = writeDeployment(config.distDir, folder);
  markFolder(folder, DEPLOYMENT);
  console.line(`${folder}: ${files} files, ${changed} of them written, ${removed} removed`);
  if (!hasPages)
    console.line('earthquakes have one page for all: with their own there would be more than 17,000 files');
  for (const path of large) console.line(`${path} is left out: it is greater than 25 MiB`);
}

/** A release is cited by its address, and never changes. */
function requireReleasable(context: CommandContext): void {
  const { baseUrl } = context.config.settings;
  if (isClockWrong(context)) throw new ExpectedError('the clock of this host is wrong: no release is made');
  if (/^(?:localhost$|127\.|0\.0\.0\.0$|\[::1\]$)/.test(new URL(baseUrl).hostname))
    throw new SettingError(`BASE_URL is ${baseUrl}: set the address at which the release will be cited`);
}

async function makeRelease(context: CommandContext, name: string): Promise<void> {
  const { config, db, poll, console } = context;
  const { agencies, dataDir, settings } = config;
  if (existsSync(join(config.distDir, releaseFolder(name))))
    throw new ExpectedError(
      `${name} is published, and DATA_DIR lacks it: restore DATA_DIR/releases/${name}, or name a later release`,
    );
  const asOf = Math.floor(poll.now() / MINUTE) * MINUTE;
  const { earthquakes, files, folder } = await writeRelease({ db, agencies, dataDir, settings, asOf, name });
  const size = (files.reduce((sum, one) => sum + one.size, 0) / 1e6).toFixed(1);
  console.line(`release ${name}: ${earthquakes} earthquakes, ${size} MB in ${folder}: keep a copy of it`);
}

function writeChanges({ console }: CommandContext, list: ChangeList): void {
  const { written, removed, isWhole } = list.write();
  console.line(`--changes: ${written} files to publish, ${removed} removed`);
  if (isWhole) console.line('every file is listed: the build before is not in the list');
}

function requireTables({ config }: CommandContext, folder: string): void {
  if (!config.bulk) throw new SettingError('--tables takes the files of closed years from DIST_DIR: BULK is off');
  requireOwnFolder(folder, TABLES);
}

function writeEngineTables({ config, db, console }: CommandContext, folder: string): void {
  const { agencies, distDir: dist } = config;
  const output = new Output(dist);
  const manifest = manifestIn(output)!;
  const { generatedAt: asOf } = buildTimesOf(output, manifest);
  const { earthquakes, partitions, bytes, version } = writeTables({ db, agencies, dist, manifest, asOf, folder });
  markFolder(folder, TABLES);
  const size = (bytes / 1e6).toFixed(1);
  console.line(
    `${folder}: ${earthquakes} earthquakes in ${partitions} partitions, in one file of ${size} MB, and as version ${version} of a Delta table`,
  );
}

/**
 * An upgrade or a change of SOURCES may leave reports to associate: a dataset without them would be a mixture.
 * A new DATA_DIR has nothing but what ships with the program.
 */
async function commitWaiting(context: CommandContext): Promise<void> {
  ingestShipped(context.poll);
  const commit = finishIngest(context.poll);
  reportFaults(context);
  if (!hasChanged(commit)) return;
  context.console.line(commitLine(commit));
  await reportSuspects(context);
}

/** While this host's clock is wrong, of the time of the last build: only the status is another one. */
export async function generate(
  context: CommandContext,
  full = false,
  onChange?: (path: string) => void,
): Promise<BuildSummary> {
  const { db, config, console, poll } = context;
  const { serviceName } = config.settings;
  const output = new Output(config.distDir);
  const published = manifestIn(output);
  const last = published && isClockWrong(context) ? buildTimesOf(output, published).generatedAt : undefined;
  const asOf = last ?? poll.now();
  const onFault = ({ message }: ExpectedError): void => console.line(message, 'error');
  const chosen = { ...chosenIn(config, onFault), db, asOf, ...(onChange ? { output: { onChange } } : {}) };
  const quiet = full ? undefined : quietBuild(chosen);
  if (quiet) return quiet;
  const pictures = { output, former: published?.answers ?? {}, serviceName };
  const drawn = await drawPreviews({ ...pictures, db, asOf: momentOf(db, asOf).asOf, count: config.previews });
  const provincePictures = config.previews > 0 ? await drawProvincePictures(pictures) : undefined;
  const options: BuildOptions = {
    ...{ ...chosen, ...drawn, full },
    ...(provincePictures ? { provincePictures } : {}),
    progress: (step, done, total) => console.progress(step, done, total),
  };
  try {
    return build(options);
  } catch (error) {
    if (error instanceof ExpectedError || isDiskFault(error) || withdrawFaulty(db, poll.now(), prove) === 0)
      throw error;
    reportFaults(context);
    return build(options);
  }
}

export function warnOfAddress(env: Environment, { config, console }: CommandContext): void {
  const warning = addressWarning(env, config);
  if (warning) console.line(warning);
}
