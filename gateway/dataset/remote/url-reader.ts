/**
 * Reads a dataset from an http or https address. A file is fetched whole, kept on disk by its hash, and read by
 * position from there.
 */
import { LRUCache } from 'lru-cache';
import { indexParts, readIndexRoot } from '#core/detail-index.ts';
import { contentHash } from '#core/etag.ts';
import { type ManifestRoot, readRoot } from '#core/manifest.ts';
import { ANSWERS, hashInPath, MANIFEST, readCompressedPath } from '#core/paths.ts';
import { readStatus } from '#core/status.ts';
import { entryLimit } from '../../http/loading-cache.ts';
import type { Log } from '../../http/log.ts';
import { isSafePath, MAX_MANIFEST_BYTES, type Reader, type RemoteSource } from '../folder-reader.ts';
import { DiskCache } from './disk-cache.ts';
import { RemoteFiles, type RemoteOptions } from './remote-files.ts';

export interface UrlReaderOptions extends RemoteOptions {
  cacheFolder: string;
  /** Size of the disk cache. */
  cacheBytes: number;
  log: Log;
}

/** New files that are looked for before a dataset is served. When there are more, requests find what is missing. */
const CHECKED_FILES = 64;

/** Files that are known not to be there, for so long (ms). */
const ABSENT_FILES = { ...entryLimit(10_000), ttl: 60_000 };

export const urlReader = (options: UrlReaderOptions): Reader => new UrlReader(options);

/** A file that is asked for again and again. */
interface Watched {
  path: string;
  /** Name of the last good one in the cache: another address has another one. */
  lastGood: string;
  faultOf(bytes: Uint8Array | undefined): Error | undefined;
  held?: { bytes: Uint8Array; etag?: string | undefined } | undefined;
}

class UrlReader implements Reader {
  readonly #log: Log;
  readonly #files: RemoteFiles;
  readonly #cache: DiskCache;
  readonly #manifest: Watched;
  readonly #watched: ReadonlyMap<string, Watched>;
  readonly #fetching = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #absent = new LRUCache<string, true>(ABSENT_FILES);
  /** Until then no file is removed from the cache. */
  readonly #restored: Promise<void>;

  constructor({ cacheFolder, cacheBytes, log, ...remote }: UrlReaderOptions) {
    this.#log = log;
    this.#files = new RemoteFiles(remote);
    this.#cache = new DiskCache({ folder: cacheFolder, maxBytes: cacheBytes, log });
    const lastGood = (name: string): string => `${name}-${contentHash(remote.url)}.json`;
    this.#manifest = { path: MANIFEST, lastGood: lastGood('manifest'), faultOf: faultOfManifest };
    const status = { path: ANSWERS.status, lastGood: lastGood('status'), faultOf: faultOfStatus };
    this.#watched = new Map([this.#manifest, status].map((one) => [one.path, one]));
    this.#restored = this.#restore();
  }

  /** Only the manifest and the status have a stamp; the store is asked for them. */
  async stamp(path: string): Promise<string | undefined> {
    const watched = this.#watched.get(path);
    if (!watched) return undefined;
    await this.#refresh(watched);
    return watched.held && contentHash(watched.held.bytes);
  }

  async read(path: string, maxBytes?: number): Promise<Uint8Array | undefined> {
    const watched = this.#watched.get(path);
    if (watched) return watched.held?.bytes;
    if (!isSafePath(path)) return undefined;
    const bytes = this.#fetch(path, maxBytes);
    // The gateway can compress by itself.
    return readCompressedPath(path) ? bytes.catch(() => undefined) : bytes;
  }

  readPart(path: string, from: number, to: number, isBrief?: boolean): ReturnType<Reader['readPart']> {
    const hash = isSafePath(path) ? hashInPath(path) : undefined;
    if (hash === undefined) return undefined;
    const part = this.#cache.readPart(hash, from, to, isBrief);
    if (part instanceof Promise) return part.then((bytes) => bytes ?? this.#part(path, from, to));
    return part ?? this.#part(path, from, to);
  }

  readonly remote: RemoteSource = {
    cached: (hash) => this.#cache.read(hash),
    exists: (path) => this.#exists(path),
    missing: async (paths) => {
      if (paths.length > CHECKED_FILES) return [];
      // A store that does not answer lacks nothing.
      const known = await Promise.all(paths.map((path) => this.#isThere(path).catch(() => true)));
      return paths.filter((_, index) => !known[index]);
    },
    keep: async (manifest, bytes) => {
      await this.#pin(manifest);
      return this.#cache.keep(this.#manifest.lastGood, bytes);
    },
  };

  /** What a dataset is not served without; the index of details is in the cache by now. */
  async #pin(root: ManifestRoot): Promise<void> {
    const index = await this.#cache.read(root.details.hash);
    this.#cache.pin([...neededAtStart(root), ...(index ? indexParts(readIndexRoot(index)) : [])]);
  }

  async #restore(): Promise<void> {
    const bytes = await this.#cache.kept(this.#manifest.lastGood);
    try {
      if (bytes) await this.#pin(readRoot(Buffer.from(bytes).toString('utf8')));
    } catch {
      // The manifest has a former format.
    }
    await this.#cache.sweep();
  }

  /** @throws Error when the store does not answer, and there is no such file of before this process either */
  async #refresh(watched: Watched): Promise<void> {
    await this.#restored;
    const { path, held, lastGood, faultOf } = watched;
    try {
      const answer = await this.#files.get(path, { etag: held?.etag, maxBytes: MAX_MANIFEST_BYTES });
      if (answer.kind === 'unchanged') return;
      const fresh = answer.kind === 'content' ? answer : undefined;
      const fault = faultOf(fresh?.bytes);
      // At the start the last good one is better than none or a bad one; later the former dataset goes on serving.
      if (!held && fault) throw fault;
      // Its tag may be made of size and time, and then a repaired one may have the same.
      watched.held = fault && fresh ? { bytes: fresh.bytes } : fresh;
      // The manifest is kept once all of its dataset is there.
      if (fresh && !fault && watched !== this.#manifest) await this.#cache.keep(lastGood, fresh.bytes);
    } catch (error) {
      const bytes = held ? undefined : await this.#cache.kept(lastGood);
      if (!bytes) throw error;
      watched.held = { bytes };
      const { message } = error as Error;
      this.#log(`dataset: ${message.startsWith(path) ? '' : `${path} `}${message}; serving the last good one`);
    }
  }

  /** Versions are found if they are in the cache; else the plain name is asked for first. */
  #part(path: string, from: number, to: number): ReturnType<Reader['readPart']> {
    if (path.startsWith('versions/')) return undefined;
    return this.#fetch(path).then((bytes) => bytes?.subarray(from, to));
  }

  /** Once for all that ask at the same time. */
  #fetch(path: string, maxBytes?: number): Promise<Uint8Array | undefined> {
    return this.#fetching.getOrInsertComputed(path, () =>
      this.#fetchNow(path, maxBytes).finally(() => this.#fetching.delete(path)),
    );
  }

  async #fetchNow(path: string, maxBytes: number | undefined): Promise<Uint8Array | undefined> {
    const answer = await this.#files.get(path, maxBytes === undefined ? {} : { maxBytes });
    if (answer.kind !== 'content') return undefined;
    const actual = contentHash(answer.bytes);
    const isWhole = (hashInPath(path) ?? actual) === actual;
    if (isWhole && !readCompressedPath(path)) await this.#cache.write(actual, answer.bytes);
    return answer.bytes;
  }

  /** Files without a hash in their name are unknown, the manifest excepted. */
  async #exists(path: string): Promise<boolean> {
    const watched = this.#watched.get(path);
    if (watched) return watched.held !== undefined;
    if (this.#absent.has(path)) return false;
    const isThere = await this.#isThere(path);
    if (!isThere) this.#absent.set(path, true);
    return isThere;
  }

  async #isThere(path: string): Promise<boolean> {
    const hash = isSafePath(path) ? hashInPath(path) : undefined;
    return hash !== undefined && ((await this.#cache.has(hash)) || this.#files.exists(path));
  }
}

function faultOfManifest(manifest: Uint8Array | undefined): Error | undefined {
  if (!manifest) return new Error('is missing');
  try {
    readRoot(Buffer.from(manifest).toString('utf8'));
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

const faultOfStatus = (status: Uint8Array | undefined): Error | undefined =>
  status && readStatus(Buffer.from(status).toString('utf8'))
    ? undefined
    : new Error(status ? 'is damaged' : 'is missing');

/** Hashes of what a dataset is not served without. */
const neededAtStart = ({ parts, details, answers }: ManifestRoot): string[] => [
  ...parts.map(({ hash }) => hash),
  details.hash,
  ...Object.values(answers).map(({ hash }) => hash),
];
