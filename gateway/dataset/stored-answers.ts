/** The answers that a manifest names: each is read when it is first wanted, or with all the others. */
import { setImmediate as afterOthers } from 'node:timers/promises';
import { contentHash } from '#core/etag.ts';
import type { AnswerEntry, Manifest } from '#core/manifest.ts';
import { ownValue } from '#core/own-value.ts';
import { compressedPath, contentPaths } from '#core/paths.ts';
import { decompress } from '../http/negotiation.ts';
import type { StoredAnswer } from '../http/representation.ts';
import type { DatasetFiles } from './files.ts';

/** So many are read before requests have a turn. */
const AT_ONCE = 20;

export class StoredAnswers {
  readonly #entries: Manifest['answers'];
  readonly #files: DatasetFiles;
  /** Undefined: its file is missing or another one. */
  readonly #read = new Map<string, StoredAnswer | undefined>();
  readonly #reading = new Map<string, Promise<StoredAnswer | undefined>>();

  /** @param former of the dataset before: what is the same in both is not read again */
  constructor(entries: Manifest['answers'], files: DatasetFiles, former: StoredAnswers | undefined) {
    this.#entries = entries;
    this.#files = files;
    for (const [path, answer] of former ? former.#read : [])
      if (answer && this.#entryOf(path)?.hash === answer.hash) this.#read.set(path, answer);
  }

  /** Undefined for a path that the manifest does not name, and for a file that is not the one that it names. */
  get(path: string): StoredAnswer | undefined | Promise<StoredAnswer | undefined> {
    if (this.#read.has(path)) return this.#read.get(path);
    const entry = this.#entryOf(path);
    return entry && this.#reading.getOrInsertComputed(path, () => this.#load(path, entry));
  }

  /** Reads the others. @returns faults, each with the name of its file */
  async readAll(): Promise<string[]> {
    const paths = Object.keys(this.#entries);
    const left = paths.filter((path) => !this.#read.has(path));
    for (let from = 0; from < left.length; from += AT_ONCE) {
      await Promise.all(left.slice(from, from + AT_ONCE).map((path) => this.get(path)));
      await afterOthers();
    }
    return paths
      .filter((path) => this.#read.get(path) === undefined)
      .map((path) => `${path} is missing or is not the one of this manifest`);
  }

  #entryOf = (path: string): AnswerEntry | undefined => ownValue(this.#entries, path);

  async #load(path: string, entry: AnswerEntry): Promise<StoredAnswer | undefined> {
    const bytes = await this.#files.verified(contentPaths(path, entry.hash), entry.hash).catch(() => undefined);
    const answer = bytes && storedAnswer(this.#files, { path, bytes, entry });
    this.#read.set(path, answer);
    this.#reading.delete(path);
    return answer;
  }
}

function storedAnswer(
  files: DatasetFiles,
  { path, bytes, entry }: { path: string; bytes: Uint8Array; entry: AnswerEntry },
): StoredAnswer {
  return {
    path,
    bytes,
    hash: entry.hash,
    async precompressed(encoding) {
      if (!entry.encodings.includes(encoding)) return undefined;
      try {
        const compressed = await files.read(compressedPath(path, encoding));
        return compressed && contentHash(await decompress(compressed, encoding, bytes.byteLength)) === entry.hash
          ? compressed
          : undefined;
      } catch {
        // Not in that coding, or truncated: the caller compresses the content itself.
        return undefined;
      }
    },
  };
}
