/** A small synthetic `dist/`, rendered by the generator's own outputs, and ways to serve it. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Change, changeLine, segmentBody } from '#core/changes.ts';
import type { AreaEntry } from '#core/areas.ts';
import { contentHash } from '#core/etag.ts';
import { AGENCIES, type Earthquake } from '#core/earthquake.ts';
import { type AnswerEntry, FORMAT, type Manifest, type SegmentEntry } from '#core/manifest.ts';
import { ANSWERS, CAP_FEED, capPath, MANIFEST, segmentPath, provincePaths } from '#core/paths.ts';
import { BANDS, SHARD_ROWS, bandOf, bucketFrom, bucketTo, partition } from '#core/shard.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import type { Reader } from '../../gateway/dataset/folder-reader.ts';
import { SOURCES } from './source-states.ts';
import { listFile, stationsFile, statsFile } from '../../generator/outputs/answers.ts';
import { statusFile } from '../../generator/outputs/status.ts';
import { recentChangesFile, recentWeekFile } from '../../generator/outputs/recent.ts';
import { atomFile } from '../../generator/outputs/atom.ts';
import { capFeed } from '../../generator/outputs/cap/feed.ts';
import { fdsnFiles } from '../../generator/outputs/fdsn.ts';
import { rssFile } from '../../generator/outputs/rss.ts';
import { buildAreas } from '../../generator/publish/areas.ts';
import { renderShard } from '../../generator/outputs/shards.ts';
import { makeCatalogue } from './catalogue-file.ts';
import { makeDetails } from './detail-lines.ts';
import { putManifest } from './manifest.ts';
import { AS_OF, makeHistory, random } from './synthetic-earthquakes.ts';

export interface DatasetOptions {
  seed?: number;
  /** Earthquakes before any is retracted or merged. */
  count?: number;
  /** Rows in a shard at most: far below what the generator takes, so that a small catalogue has many. */
  shardRows?: number;
  segmentRows?: number;
  /** Leaves this earthquake out. */
  without?: number;
  /** Also a Parquet file, of all earthquakes. */
  bulk?: boolean;
  /** Names to choose locations from. */
  places?: readonly string[];
}

export type DatasetFiles = ReadonlyMap<string, Uint8Array>;

export interface SyntheticDataset {
  readonly manifest: Readonly<Manifest>;
  /** Path → bytes of everything in `dist/`, the manifest included. */
  readonly files: DatasetFiles;
  /** The current records. */
  readonly earthquakes: readonly Earthquake[];
  /** In the order of the sequence. */
  readonly changes: readonly Change[];
  /** Ids with details among the files; those of `gone` answer 410. */
  readonly detailed: readonly Earthquake[];
  readonly gone: readonly Earthquake[];
}

/** By their options; tests of one process share them. */
const inUse = new Map<string, WeakRef<SyntheticDataset>>();

export function syntheticDataset(options: DatasetOptions = {}): SyntheticDataset {
  const key = JSON.stringify(Object.entries(options).toSorted());
  const dataset = inUse.get(key)?.deref() ?? makeDataset(options);
  inUse.set(key, new WeakRef(dataset));
  return dataset;
}

function makeDataset(options: DatasetOptions): SyntheticDataset {
  const { seed = 1, count = 2500, shardRows = 60, segmentRows = 500, without, places, bulk } = options;
  const history = makeHistory(random(seed), count, places);
  history.current = history.current.filter(({ id }) => id !== without);
  const files = new Map<string, Uint8Array>();
  const put: Put = (name, body) => void files.set(name, Buffer.from(body as string));
  const shards = makeShards(history.current, shardRows, put);
  const areas = makeAreas(shards, files);
  const segments = makeSegments(history.changes, segmentRows, put);
  const detailed = history.current.slice(0, 10);
  const gone = history.retracted.slice(0, 3);
  const details = { hash: makeDetails(detailed, gone, put), files: 'all' } as const;
  const content: Omit<Manifest, 'parts'> = {
    format: FORMAT,
    dataset: contentHash(`synthetic ${seed} ${count} ${without}`),
    day: Math.floor(AS_OF / DAY) * DAY,
    sequence: history.changes.length,
    history: contentHash('synthetic'),
    settings: contentHash('settings'),
    shards,
    areas,
    segments,
    research: [],
    ...(bulk ? { catalogue: [makeCatalogue(history.current, put)] } : {}),
    details,
    answers: {},
  };
  content.answers = makeAnswers(history.current, content, files);
  const manifest = putManifest(files, content);
  return { manifest, files, earthquakes: history.current, changes: history.changes, detailed, gone };
}

/** Writes a dataset as the generator does: each file under a temporary name and renamed, the manifest last. */
export async function writeDist(files: DatasetFiles, folder: string): Promise<void> {
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(`${target}.new`, bytes);
    await rename(`${target}.new`, target);
  };
  for (const [name, bytes] of files) if (name !== MANIFEST) await write(name, bytes);
  const manifest = files.get(MANIFEST);
  if (manifest) await write(MANIFEST, manifest);
}

/** A read of bytes [from, to). */
export interface PartRead {
  path: string;
  from: number;
  to: number;
}

/** Reads from a map that the test may change at any time; `reads` and `parts` tell what was read. */
export function memoryReader(files: DatasetFiles): Reader & { reads: string[]; parts: PartRead[] } {
  const reads: string[] = [];
  const parts: PartRead[] = [];
  const stamps = new WeakMap<Uint8Array, string>();
  return {
    reads,
    parts,
    async readPart(name, from, to) {
      parts.push({ path: name, from, to });
      return files.get(name)?.subarray(from, to);
    },
    async read(name, most = Infinity) {
      reads.push(name);
      const bytes = files.get(name);
      if (bytes && bytes.byteLength > most) throw new Error(`has ${bytes.byteLength} bytes; at most ${most} are read`);
      return bytes;
    },
    async stamp(name) {
      const bytes = files.get(name);
      return bytes && stamps.getOrInsertComputed(bytes, contentHash);
    },
  };
}

type Put = (name: string, body: string | Uint8Array) => void;

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Of a few shards each. @param files with those of the shards */
export function makeAreas(shards: Manifest['shards'], files: Map<string, Uint8Array>): AreaEntry[] {
  const output = {
    exists: (name: string): boolean => files.has(name),
    putShared: (name: string, body: string | Uint8Array): void => void files.set(name, Buffer.from(body as string)),
    readBytes: (name: string): Buffer | undefined => files.get(name) as Buffer | undefined,
  };
  return buildAreas({ base: null, output }, shards, { least: 50, most: 200 }).areas ?? [];
}

/** The partition sees each earthquake as many, which makes its buckets hold few. */
export function makeShards(earthquakes: Earthquake[], shardRows: number, put: Put): Manifest['shards'] {
  return Array.from({ length: BANDS }, (_, band) => {
    const rows = earthquakes.filter(({ magnitude }) => bandOf(magnitude) === band);
    const between = (from: EpochMs, to: EpochMs): Earthquake[] => rows.filter(({ time }) => time >= from && time < to);
    const count = (from: EpochMs, to: EpochMs): number =>
      Math.ceil((between(from, to).length * SHARD_ROWS) / shardRows);
    // Shards of recent earthquakes are as large as others here.
    const buckets = partition(band, { count, newest: Infinity });
    return buckets.map((bucket) => {
      const { entry, files } = renderShard(bucket, between(bucketFrom(bucket), bucketTo(bucket)));
      for (const { path: name, body } of files) put(name, body);
      return entry;
    });
  }).flat();
}

function makeSegments(changes: Change[], rows: number, put: Put): SegmentEntry[] {
  const segments: SegmentEntry[] = [];
  for (let from = 0; from < changes.length; from += rows) {
    const run = changes.slice(from, from + rows);
    const body = segmentBody(run.map(changeLine));
    const hash = contentHash(body);
    put(segmentPath(hash), body);
    const [first, last] = [run[0]!, run.at(-1)!];
    segments.push({ hash, first: first.sequence, last: last.sequence, updatedAt: [first.updatedAt, last.updatedAt] });
  }
  return segments;
}

function makeAnswers(
  earthquakes: Earthquake[],
  { shards, dataset, sequence }: Pick<Manifest, 'shards' | 'dataset' | 'sequence'>,
  files: Map<string, Uint8Array>,
): Record<string, AnswerEntry> {
  const listed = earthquakes.filter(({ magnitude }) => magnitude !== null);
  const bodies: Record<string, string> = {
    [ANSWERS.list]: listFile(listed),
    [ANSWERS.recentWeek]: recentWeekFile({ earthquakes, asOf: AS_OF, sequence }),
    [ANSWERS.recentChanges]: recentChangesFile({ earthquakes, asOf: AS_OF, sequence }, []),
    [ANSWERS.stats]: statsFile({ shards, today: -1, last24h: -1, countedAt: AS_OF }),
    [ANSWERS.rss]: rssFile(listed, SETTINGS),
    [ANSWERS.atom]: atomFile(listed, SETTINGS, { asOf: AS_OF }),
    [ANSWERS.stations]: stationsFile([STATION]),
    [ANSWERS.stationsOf.afad]: stationsFile([STATION]),
    [ANSWERS.stationsOf.kandilli]: stationsFile([]),
    ...fdsnFiles(SETTINGS, AGENCIES),
    [CAP_FEED]: capFeed([], SETTINGS, AS_OF),
    [PROVINCE_RSS]: '<rss version="2.0"/>',
    [CAP_MESSAGE]: '<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"/>',
  };
  const ofBuild = { dataset, minute: AS_OF, asOf: AS_OF, settings: SETTINGS };
  files.set(ANSWERS.status, Buffer.from(statusFile({ ...ofBuild, agencies: AGENCIES, sources: SOURCES })));
  const entries: Record<string, AnswerEntry> = {};
  for (const [name, body] of Object.entries(bodies)) {
    const bytes = Buffer.from(body);
    files.set(name, bytes);
    entries[name] = { hash: contentHash(bytes), size: bytes.byteLength, encodings: [] };
    if (bytes.byteLength < 1024) continue;
    files.set(`${name}.gz`, gzipSync(bytes));
    files.set(`${name}.br`, brotliCompressSync(bytes, FAST));
    entries[name].encodings = ['gzip', 'br'];
  }
  return entries;
}

export const PROVINCE_RSS = provincePaths('34').rss;

export const CAP_MESSAGE = capPath('a000000000000001-20260101T000000Z');

const SETTINGS = { serviceName: 'synthetic', baseUrl: 'http://localhost:8787' };

const PLACE = { latitude: 39, longitude: 35, elevationM: 900 };
const STATION = { network: 'TU', code: 'SYN1', name: 'Synthetic', source: 'afad', ...PLACE } as const;
