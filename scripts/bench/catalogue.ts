/** A dataset of synthetic earthquakes through the real ingest; the catalogue is kept between runs. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hiposantr-bench');

function run(script: string, args: string[], environment: Record<string, string> = {}): void {
  execFileSync(process.execPath, ['--import', 'tsx', join(PROJECT, script), ...args], {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: Infinity,
  });
}

/** @returns the folder of the dataset, in the present format */
export function syntheticDist(events: number): string {
  const kept = join(cacheFolder(), String(events));
  if (!existsSync(kept)) ingest(events, kept);
  const dist = join(kept, 'dist');
  run('generator/main.ts', ['generate'], { DATA_DIR: join(kept, 'data'), DIST_DIR: dist, OFFLINE: '1' });
  return dist;
}

function ingest(events: number, kept: string): void {
  const unfinished = `${kept}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  ingestSynthetic(unfinished, { events });
  renameSync(unfinished, kept);
}

interface SyntheticOptions {
  events: number;
  /** End of the catalogue, in UTC. */
  until?: string;
  environment?: Record<string, string>;
}

/** Writes a catalogue below `data/` of a folder. */
export function ingestSynthetic(folder: string, { events, until, environment = {} }: SyntheticOptions): void {
  const feeds = join(folder, 'feeds');
  mkdirSync(folder, { recursive: true });
  const end = until === undefined ? [] : ['--until', until];
  run('scripts/synthesize.ts', ['--events', String(events), '--seed', '1', ...end, '--out', feeds]);
  run('generator/main.ts', ['ingest', '--file', `${feeds}/*/**/*`], {
    ...{ DATA_DIR: join(folder, 'data'), DIST_DIR: join(folder, 'dist'), OFFLINE: '1' },
    ...environment,
  });
  rmSync(feeds, { recursive: true });
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
  const read = (name: string): unknown => JSON.parse(readFileSync(join(dist, name), 'utf8'));
  const { shards } = read('manifest.json') as { shards: { file: string }[] };
  for (const { file } of shards) yield* (read(file) as { earthquakes: ListedRecord[] }).earthquakes;
}
