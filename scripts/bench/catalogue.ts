/** A dataset of synthetic earthquakes through the real ingest; the catalogue is kept between runs. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readManifest } from '#core/manifest.ts';
import { MANIFEST, shardPath } from '#core/paths.ts';

export const PROJECT = resolve(import.meta.dirname, '../..');

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hiposantr-bench');

function run(checkout: string, [script, ...args]: string[], environment: Record<string, string> = {}): void {
  execFileSync(process.execPath, ['--import', 'tsx', join(checkout, script!), ...args], {
    cwd: checkout,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: Infinity,
  });
}

/** @param checkout whose version ingests and builds: each has its own @returns a dataset in its present format */
export function syntheticDist(events: number, checkout = PROJECT): string {
  const kept = join(cacheFolder(), `${events}${checkout === PROJECT ? '' : `-${nameOf(checkout)}`}`);
  if (!existsSync(kept)) ingest(kept, { events, checkout });
  const dist = join(kept, 'dist');
  run(checkout, ['generator/main.ts', 'generate'], { DATA_DIR: join(kept, 'data'), DIST_DIR: dist, OFFLINE: '1' });
  return dist;
}

const nameOf = (checkout: string): string => createHash('sha256').update(checkout).digest('hex').slice(0, 8);

function ingest(kept: string, options: SyntheticOptions): void {
  const unfinished = `${kept}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  ingestSynthetic(unfinished, options);
  renameSync(unfinished, kept);
}

interface SyntheticOptions {
  events: number;
  /** End of the catalogue, in UTC. */
  until?: string;
  /** Whose version ingests. */
  checkout?: string;
  environment?: Record<string, string>;
}

/** Writes a catalogue below `data/` of a folder. */
export function ingestSynthetic(folder: string, options: SyntheticOptions): void {
  const { events, until, checkout = PROJECT, environment = {} } = options;
  const feeds = join(folder, 'feeds');
  mkdirSync(folder, { recursive: true });
  synthesize(feeds, events, until);
  run(checkout, ['generator/main.ts', 'ingest', '--file', `${feeds}/*/**/*`], {
    ...{ DATA_DIR: join(folder, 'data'), DIST_DIR: join(folder, 'dist'), OFFLINE: '1' },
    ...environment,
  });
  rmSync(feeds, { recursive: true });
}

/** Documents of the agencies: the same for every version. */
export function synthesize(folder: string, events: number, until?: string): void {
  const end = until === undefined ? [] : ['--until', until];
  run(PROJECT, ['scripts/synthesize.ts', '--events', String(events), '--seed', '1', ...end, '--out', folder]);
}

/** A record of the list, as far as the benchmark reads it. */
export interface ListedRecord extends Record<string, unknown> {
  id: number;
  occurred_at: string;
  latitude: number;
  longitude: number;
  source: string;
  sources?: { name: string }[];
}

/** Every record of a dataset. */
export function* recordsOf(dist: string): Generator<ListedRecord> {
  const bytes = (path: string): Buffer => readFileSync(join(dist, path));
  const { shards } = readManifest(bytes(MANIFEST).toString(), bytes);
  for (const { hash } of shards)
    yield* (JSON.parse(bytes(shardPath(hash)).toString()) as { earthquakes: ListedRecord[] }).earthquakes;
}
