/** Files of a dataset, each verified by the hash in the manifest before a byte of it is used. */
import { type AreaIndex, readAreaIndex } from '#core/area-index.ts';
import type { AreaEntry } from '#core/areas.ts';
import { type Change, readSegmentFile } from '#core/changes.ts';
import { indexParts, readIndexPart, readIndexRoot, wholeIndex } from '#core/detail-index.ts';
import { type DetailIndex, type DetailNames, readNames } from '#core/details.ts';
import { readColumns } from '#core/columns.ts';
import { contentHash } from '#core/etag.ts';
import type { Manifest, ManifestRoot, SegmentEntry, ShardEntry } from '#core/manifest.ts';
import { type PartContent, readPart, together } from '#core/manifest-parts.ts';
import {
  areaPath,
  columnsPath,
  contentPaths,
  fullShardPath,
  hashInPath,
  indexPartPath,
  indexPath,
  namesPath,
  partPath,
  segmentPath,
  shardNamesPath,
  shardPath,
  solutionsPath,
} from '#core/paths.ts';
import { readShardNames, type ShardNames } from '#core/shard-names.ts';
import { readSolutionColumns } from '#core/solution-columns.ts';
import { unavailable } from '../http/errors.ts';
import type { Reader } from './folder-reader.ts';
import {
  copyRuns,
  type LineFile,
  type OpenSolutions,
  type OpenShard,
  type PlacedRun,
  type Run,
  separateRuns,
} from './lines.ts';
import { type DatasetCaches, datasetCaches } from './caches.ts';
import { Details } from './details.ts';
import type { LoadingCache } from '../http/loading-cache.ts';
import type { Log } from '../http/log.ts';

export class DatasetFiles {
  /** Column files and segments read so far; asked for so far, cached or not. */
  loads = 0;
  requests = 0;
  readonly reader: Reader;
  readonly details: Details;
  readonly #log: Log;
  readonly #caches: DatasetCaches;
  /** Parts of the manifest, by their hash. */
  #parts: ReadonlyMap<string, PartContent> = new Map();
  /** Parts of the index of details, by their hash. */
  #indexParts: ReadonlyMap<string, (string | null)[]> = new Map();
  /** Files with a logged fault. */
  readonly #broken = new Set<string>();

  /** @param files with the memory for columns of shards, in bytes; other files have fractions of it in addition */
  constructor({ reader, log, cacheBytes }: { reader: Reader; log: Log; cacheBytes: number }) {
    this.reader = reader;
    this.#log = log;
    this.#caches = datasetCaches(cacheBytes);
    this.details = new Details(this, this.#caches);
  }

  /** Memory of the caches, in bytes. */
  get cachedBytes(): number {
    return Object.values(this.#caches).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Files that were missing or corrupt when last read. */
  get broken(): string[] {
    return [...this.#broken];
  }

  isBroken(path: string): boolean {
    return this.#broken.has(path);
  }

  /**
   * A manifest with its parts. Those of the one before are not read again, and their entries stay the same objects.
   * @throws GatewayError `unavailable` when a file is missing or another one, as those that follow
   */
  async manifest(root: ManifestRoot): Promise<Manifest> {
    const read = async (hash: string): Promise<PartContent> =>
      this.#parts.get(hash) ?? this.parsed([partPath(hash)], hash, (bytes) => readPart(Buffer.from(bytes).toString()));
    const parts = await Promise.all(root.parts.map(async ({ hash }) => [hash, await read(hash)] as const));
    this.#parts = new Map(parts);
    return { ...root, ...together(parts.map(([, part]) => part)) };
  }

  shard({ hash, columnsHash, count }: ShardEntry): OpenShard | Promise<OpenShard> {
    this.requests += 1;
    const parse = (bytes: Uint8Array): OpenShard => {
      this.loads += 1;
      return { ...readColumns(bytes, count), hash };
    };
    return this.#open(this.#caches.shards, columnsPath(columnsHash), parse);
  }

  /** Which rows of some shards may lie in an area. */
  areaIndex({ hash, count }: AreaEntry): AreaIndex | Promise<AreaIndex> {
    return this.#open(this.#caches.areas, areaPath(hash), (bytes) => readAreaIndex(bytes, count));
  }

  /** The bytes of each run, read by position and verified. */
  lines(shard: OpenShard, runs: readonly Run[]): Promise<Uint8Array[]> {
    return separateRuns(shard, runs, (placed, target) => this.copyLines(shard, placed, target));
  }

  /** Writes them to their places instead. */
  copyLines(shard: OpenShard, runs: readonly PlacedRun[], target: Uint8Array): Promise<void> {
    return this.#copy(shardPath(shard.hash), shard, runs, target);
  }

  async solutions({ fullHash, solutionsHash, count }: ShardEntry): Promise<OpenSolutions> {
    const parse = (bytes: Uint8Array): OpenSolutions => ({ ...readSolutionColumns(bytes, count), hash: fullHash });
    return this.#open(this.#caches.solutions, solutionsPath(solutionsHash), parse);
  }

  /** The bytes of each run of lines of full records. */
  fullLines(file: OpenSolutions, runs: readonly Run[]): Promise<Uint8Array[]> {
    return separateRuns(file, runs, (placed, target) => this.#copy(fullShardPath(file.hash), file, placed, target));
  }

  async shardNames({ namesHash, count }: ShardEntry): Promise<ShardNames> {
    return this.#open(this.#caches.shardNames, shardNamesPath(namesHash), (bytes) => readShardNames(bytes, count));
  }

  async #copy(path: string, file: LineFile, runs: readonly PlacedRun[], target: Uint8Array): Promise<void> {
    // A file with a fault serves again once the whole of it is well.
    const whole = this.#broken.has(path) ? await this.verified([path], file.hash) : undefined;
    const read = (from: number, to: number) =>
      whole ? whole.subarray(from, to) : this.reader.readPart(path, from, to, true);
    await this.#reading(path, copyRuns(file, runs, { target, read }));
  }

  async segment({ hash }: SegmentEntry): Promise<Change[]> {
    this.requests += 1;
    return this.#open(this.#caches.segments, segmentPath(hash), (bytes) => {
      this.loads += 1;
      return readSegmentFile(Buffer.from(bytes).toString('utf8'));
    });
  }

  index(hash: string): DetailIndex | Promise<DetailIndex> {
    return this.#caches.indexes.cached(hash) ?? this.#caches.indexes.get(hash, () => this.#indexOf(hash));
  }

  /** Parts of the index before are not read again. */
  async #indexOf(hash: string): Promise<DetailIndex> {
    const root = await this.parsed([indexPath(hash)], hash, readIndexRoot);
    const read = async (part: string): Promise<(string | null)[]> =>
      this.#indexParts.get(part) ?? this.parsed([indexPartPath(part)], part, readIndexPart);
    const parts = new Map(await Promise.all(indexParts(root).map(async (part) => [part, await read(part)] as const)));
    this.#indexParts = parts;
    return wholeIndex(root, (part) => parts.get(part)!);
  }

  /** A file named by its hash: at once where it is in memory. */
  #open<T extends object>(cache: LoadingCache<T>, path: string, parse: (bytes: Uint8Array) => T): T | Promise<T> {
    const hash = hashInPath(path) ?? '';
    return cache.cached(hash) ?? cache.get(hash, () => this.parsed([path], hash, parse));
  }

  names(number: number, hash: string): Promise<DetailNames> {
    return this.#caches.names.get(hash, () => this.parsed(contentPaths(namesPath(number), hash), hash, readNames));
  }

  /** A Parquet file, of which programs read range after range. */
  catalogue(path: string, hash: string): Promise<Uint8Array> {
    return this.#caches.catalogue.get(hash, () => this.verified(contentPaths(path, hash), hash));
  }

  /** A file that the manifest does not name; undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined> {
    return this.#reading(path, this.reader.read(path));
  }

  /** Whether there is such a file. */
  async exists(path: string): Promise<boolean> {
    const { remote } = this.reader;
    if (remote) return this.#reading(path, remote.exists(path));
    return (await this.#reading(path, this.reader.stamp(path))) !== undefined;
  }

  async #reading<T>(path: string, reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      throw this.reportFault(path, (error as Error).message);
    }
  }

  /** Drops cached files with other hashes. */
  retain(hashes: ReadonlySet<string>): void {
    for (const cache of Object.values<Pick<LoadingCache<object>, 'retain'>>(this.#caches)) cache.retain(hashes);
  }

  /** For a new dataset. */
  forgetFaults(): void {
    this.#broken.clear();
  }

  /** For a fault that is logged elsewhere. */
  readonly markBroken = (path: string): void => void this.#broken.add(path);

  /** Logs a file's fault once; the error to throw for it. */
  reportFault(path: string, fault: string): Error {
    if (!this.#broken.has(path)) this.#log(`dataset: ${path} ${fault}`);
    this.#broken.add(path);
    return unavailable();
  }

  /** A file of this format, verified. @throws GatewayError `unavailable` */
  async parsed<T>(paths: string[], hash: string, parse: (bytes: Uint8Array) => T): Promise<T> {
    const bytes = await this.verified(paths, hash);
    try {
      return parse(bytes);
    } catch (error) {
      throw this.reportFault(paths[0]!, `is not of this format: ${(error as Error).message}`);
    }
  }

  /** The content with this hash, from the first path that has it. @throws GatewayError `unavailable` */
  async verified(paths: string[], hash: string): Promise<Uint8Array> {
    const [path] = paths as [string];
    const cached = await this.reader.remote?.cached(hash);
    if (cached) return this.whole(path, cached);
    let otherHash: string | undefined;
    for (const candidate of paths) {
      const bytes = await this.read(candidate);
      const actual = bytes && contentHash(bytes);
      if (actual === hash) return this.whole(path, bytes!);
      otherHash ??= actual;
    }
    throw this.reportFault(
      path,
      otherHash === undefined ? 'is missing' : `is corrupt: its content has the hash ${otherHash}`,
    );
  }

  /** The content of a file that has no fault any more. */
  whole<T>(path: string, content: T): T {
    if (this.#broken.delete(path)) this.#log(`dataset: ${path} is whole again`);
    return content;
  }
}
