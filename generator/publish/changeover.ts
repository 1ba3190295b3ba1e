/**
 * A dataset changes over as a whole: what lies under plain names is written under its hash first, what it replaces
 * stays reachable under its own, the manifest is renamed into place, and only then the plain names follow. A journal
 * says what is left to do.
 */
import { contentHash } from '#core/etag.ts';
import { MANIFEST, versionPath } from '#core/paths.ts';
import type { Output } from './writer.ts';

const JOURNAL = '.changeover.json';

/** Earthquakes with own files that must be checked after the manifest is published. */
export type Revisit = Set<number> | 'all';

/** Whether an answer stands under its plain name with this hash, and so do its compressed forms. */
export type Stands = (path: string, hash: string) => boolean;

interface Journal {
  /** Hash of the manifest that the files belong to. */
  manifest: string;
  /** Path and hash of what is to come under its plain name; null where nothing is. */
  files: [string, string | null][];
  revisit: number[] | 'all';
}

export class Changeover {
  readonly #output: Output;
  readonly #files = new Map<string, string | null>();

  readonly #stands: Stands;

  constructor(output: Output, stands: Stands = () => false) {
    this.#output = output;
    this.#stands = stands;
  }

  /** Adds a file that gets its plain name after the manifest is published. @returns its hash */
  put(path: string, body: string | Uint8Array): string {
    this.#output.claim(path);
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const hash = contentHash(bytes);
    if (this.#stands(path, hash)) return hash;
    const former = this.#output.readBytes(path);
    if (former?.equals(bytes)) return hash;
    this.#output.putShared(versionPath(hash), bytes);
    if (former) this.#output.link(path, versionPath(contentHash(former)));
    this.#files.set(path, hash);
    return hash;
  }

  /** Takes the plain name from a file after the manifest is published. */
  drop(path: string): void {
    const former = this.#output.readBytes(path);
    if (!former) return;
    this.#output.link(path, versionPath(contentHash(former)));
    this.#files.set(path, null);
  }

  /** The moment from which readers see the new dataset. */
  publish(manifest: Uint8Array, revisit: Revisit): void {
    const output = this.#output;
    const files = [...this.#files];
    const isPending = revisit === 'all' || revisit.size > 0 || files.length > 0;
    const journal = { manifest: contentHash(manifest), files, revisit: revisit === 'all' ? revisit : [...revisit] };
    if (isPending) output.put(JOURNAL, JSON.stringify(journal satisfies Journal));
    output.putLast(MANIFEST, manifest);
    for (const [path, hash] of files)
      if (hash === null) output.remove(path);
      else output.putAlias(versionPath(hash), path);
  }

  /** Ends the changeover: all that the journal lists is done. */
  finish(): void {
    this.#output.flush();
    this.#output.remove(JOURNAL);
  }
}

/** Whether the last build did not finish: compressed answers may be missing or of the dataset before. */
export const isUnfinished = (output: Output): boolean => readJournal(output) !== undefined;

/**
 * Completes a build that ended after its manifest was published.
 * @returns the earthquakes with own files that may be outdated; undefined when files of that build are missing
 */
export function recover(output: Output): Revisit | undefined {
  const journal = readJournal(output);
  if (!journal) return new Set();
  // A journal of another manifest is of a build that did not publish one: readers have not seen its files.
  // Its `revisit` includes that of earlier builds.
  const files = journal.manifest === hashOf(output, MANIFEST) ? journal.files : [];
  for (const [path, hash] of files) {
    if (hash === null) output.remove(path);
    else if (hashOf(output, path) === hash) output.markUnflushed(path);
    else if (hashOf(output, versionPath(hash)) === hash) output.putAlias(versionPath(hash), path);
    else return undefined;
  }
  return journal.revisit === 'all' ? 'all' : new Set(journal.revisit);
}

function readJournal(output: Output): Journal | undefined {
  try {
    const journal = JSON.parse(output.read(JOURNAL) ?? 'null') as Journal | null;
    return journal && Array.isArray(journal.files) ? journal : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(output: Output, path: string): string | undefined {
  const bytes = output.readBytes(path);
  return bytes && contentHash(bytes);
}

/** Bytes of a plain-named file of a dataset, under its plain or its hashed name; undefined when missing or damaged. */
export const publishedBytes = (output: Output, path: string, hash: string): Buffer | undefined =>
  [path, versionPath(hash)].map((one) => output.readBytes(one)).find((bytes) => bytes && contentHash(bytes) === hash);
