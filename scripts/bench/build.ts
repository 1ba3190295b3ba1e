/**
 * What the commands cost as processes of their own: ingest and full build, then builds without a row and with a dozen.
 * The version before is measured in turn.
 */
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#core/time.ts';
import { PROJECT, synthesize } from './catalogue.ts';
import { runCommand, type Usage } from './command.ts';
import { inTurn, type BenchOptions, type Finding, type Row } from './figures.ts';
import { newRows } from './minute.ts';
import { shareFolder } from './publisher.ts';
import { withServers, type Servers } from './servers.ts';

const ROUNDS = 3;
const DOZEN = 12;

type Options = Pick<
  BenchOptions,
  'events' | 'documents' | 'catalogue' | 'dist' | 'against' | 'againstCatalogue' | 'againstDist'
>;

/** One version with its catalogue and dataset. */
class Version {
  readonly folder: string;
  readonly dist: string;
  readonly #checkout: string;
  #builtAt = 0;

  constructor(t: Servers, checkout: string) {
    this.#checkout = checkout;
    this.folder = t.path(checkout === PROJECT ? 'now' : 'before');
    this.dist = join(this.folder, 'dist');
    mkdirSync(join(this.folder, 'data'), { recursive: true });
  }

  /** Copies a ready catalogue and dataset. Files are shared where they can be: a build never changes one. */
  take(catalogue: string, dist: string): void {
    cpSync(catalogue, join(this.folder, 'data/catalog.db'));
    shareFolder(dist, this.dist);
  }

  ingest = (files: string): Usage => this.#run('ingest', '--file', files);

  build(): Usage {
    this.#builtAt = Date.now();
    return this.#run('generate');
  }

  /** Until the minute of the last build is over. */
  nextMinute = (): Promise<void> => wait(Math.max(0, Math.ceil(this.#builtAt / MINUTE) * MINUTE - Date.now()) + SECOND);

  #run(...args: string[]): Usage {
    const folders = { DATA_DIR: join(this.folder, 'data'), DIST_DIR: this.dist };
    return runCommand({ checkout: this.#checkout, args, folders, folder: this.folder });
  }
}

/** 120 pictures of earthquakes in two languages, and six maps, 20 in a build. */
const DRAWING = 13;

export const benchBuild = ({ events = 10_000, ...options }: Options): AsyncGenerator<Finding | string> =>
  withServers(async function* (t) {
    const { catalogue, dist, against, againstCatalogue, againstDist } = options;
    const [now, before] = [new Version(t, PROJECT), against === undefined ? undefined : new Version(t, against)];
    const versions = [now, before] as const;
    if (catalogue === undefined || dist === undefined) {
      const documents = options.documents ?? t.path('documents');
      if (options.documents === undefined) synthesize(documents, events);
      yield* inTurn(versions, { rows: FROM_NOTHING, rounds: 1 }, (version) => fromNothing(version, documents));
    } else {
      now.take(catalogue, dist);
      before?.take(againstCatalogue ?? catalogue, againstDist ?? dist);
      // A dataset of another format is written anew.
      for (const version of versions) version?.build();
    }
    yield* inTurn(versions, { rows: SIZES, rounds: 1 }, sizes);
    // A new dataset draws its pictures in its first builds: a build without a row is one after them.
    for (let build = 0; build < DRAWING; build += 1) for (const version of versions) version?.build();
    for (const rows of [0, DOZEN])
      yield* inTurn(versions, { rows: rowsOf(rows), rounds: ROUNDS }, (version) => oneMore(version, rows));
  });

const FROM_NOTHING: Row[] = ['ingest', 'full build'].flatMap((name) => [
  { name, goal: null, unit: 'CPU s' },
  { name: `memory of ${name}`, goal: null, unit: 'MB' },
]);

const fromNothing = (version: Version, documents: string): number[] =>
  [version.ingest(`${documents}/*/**/*`), version.build()].flatMap(({ cpuSeconds, megabytes }) => [
    cpuSeconds,
    megabytes,
  ]);

const SIZES: Row[] = [
  { name: 'size of dist', goal: null, unit: 'GB' },
  { name: 'files of dist', goal: null, unit: '' },
];

function sizes({ dist }: Version): number[] {
  const files = [...filesOf(dist).values()];
  return [files.reduce((sum, { size }) => sum + size, 0) / 1e9, files.length];
}

const rowsOf = (rows: number): Row[] => [
  { name: `build with ${rows} rows`, goal: null, unit: 'CPU s' },
  { name: `written with ${rows} rows`, goal: null, unit: 'MB' },
  ...(rows === 0 ? [] : [{ name: `ingest of ${rows} rows`, goal: null, unit: 'CPU s' }]),
];

/** @returns CPU seconds of the build, MB written, CPU seconds of the ingest */
async function oneMore(version: Version, rows: number): Promise<number[]> {
  await version.nextMinute();
  const [former, documents] = [filesOf(version.dist), newRows(rows, Date.now())];
  for (const [name, content] of documents) writeFileSync(join(version.folder, name), content);
  const ingest = rows === 0 ? 0 : version.ingest(join(version.folder, documents[0]![0])).cpuSeconds;
  const build = version.build().cpuSeconds;
  // A file with several names, or a new one, was written once or not at all.
  const known = new Set(Array.from(former.values(), ({ state }) => state));
  const written = new Map(Array.from(filesOf(version.dist).values(), ({ size, state }) => [state, size]));
  const bytes = [...written].reduce((sum, [state, size]) => sum + (known.has(state) ? 0 : size), 0);
  return [build, bytes / 1e6, ingest];
}

/** @returns sizes in bytes, and what changes whenever a file is written or replaced */
function filesOf(folder: string): Map<string, { size: number; state: string }> {
  const files = new Map<string, { size: number; state: string }>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, ino, mtimeMs } = statSync(path);
    files.set(path, { size, state: `${ino} ${mtimeMs}` });
  }
  return files;
}
