/** Files of a dataset, each checked against the hash that the manifest gives before a byte of it is used. */
import type { Change } from '#core/changes.ts';
import { readSegmentFile } from '#core/changes.ts';
import { contentHash } from '#core/etag.ts';
import type { SegmentEntry, ShardEntry } from '#core/manifest.ts';
import { segmentPath, shardPath } from '#core/paths.ts';
import type { ShardColumns } from '#core/shard.ts';
import { readShard } from '#core/shard.ts';
import { unavailable } from './errors.ts';
import type { Reader } from './folder-reader.ts';
import { LoadingCache } from './loading-cache.ts';
import type { Log } from './log.ts';

/** What a row costs beside its line: columns, the location and what points to it. */
const ROW_BYTES = 300;

export interface FilesOptions {
  reader: Reader;
  log: Log;
  /** Memory for shards and segments, in bytes. */
  cacheBytes: number;
}

export class DatasetFiles {
  /** Shards and segments read from the reader so far, cached ones not counted. */
  loads = 0;
  readonly #reader: Reader;
  readonly #log: Log;
  readonly #shards: LoadingCache<ShardColumns>;
  readonly #segments: LoadingCache<Change[]>;
  /** Files that were last found broken, so that each is logged once. */
  readonly #broken = new Set<string>();

  constructor({ reader, log, cacheBytes }: FilesOptions) {
    this.#reader = reader;
    this.#log = log;
    this.#shards = new LoadingCache(cacheBytes, ({ bytes, rows }) => bytes.byteLength + rows * ROW_BYTES);
    this.#segments = new LoadingCache(cacheBytes / 8, (changes) => 1 + changes.length * ROW_BYTES);
  }

  /** @throws GatewayError `unavailable` when the file is missing or not what the manifest says. */
  shard({ hash, count }: ShardEntry): Promise<ShardColumns> {
    return this.#shards.get(hash, () => this.#parsed(shardPath(hash), hash, (bytes) => readShard(bytes, count)));
  }

  /** @throws GatewayError `unavailable` */
  segment({ hash }: SegmentEntry): Promise<Change[]> {
    const parse = (bytes: Uint8Array): Change[] => readSegmentFile(Buffer.from(bytes).toString('utf8'));
    return this.#segments.get(hash, () => this.#parsed(segmentPath(hash), hash, parse));
  }

  /** A file as it lies there; undefined when there is none. @throws GatewayError `unavailable` */
  async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#reader.read(path);
    } catch (error) {
      throw this.broken(path, (error as Error).message);
    }
  }

  async #parsed<T>(path: string, hash: string, parse: (bytes: Uint8Array) => T): Promise<T> {
    const bytes = await this.#verified(path, hash);
    try {
      return parse(bytes);
    } catch (error) {
      throw this.broken(path, `is not of this format: ${(error as Error).message}`);
    }
  }

  async #verified(path: string, hash: string): Promise<Uint8Array> {
    this.loads += 1;
    const bytes = await this.read(path);
    if (!bytes) throw this.broken(path, 'is missing');
    const found = contentHash(bytes);
    if (found !== hash) throw this.broken(path, `is corrupt: its content has the hash ${found}`);
    if (this.#broken.delete(path)) this.#log(`dataset: ${path} is whole again`);
    return bytes;
  }

  /** Logs a file's fault once; the error to throw for it. */
  broken(path: string, fault: string): Error {
    if (!this.#broken.has(path)) this.#log(`dataset: ${path} ${fault}`);
    this.#broken.add(path);
    return unavailable();
  }
}
