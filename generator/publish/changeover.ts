/**
 * A dataset changes over as a whole: what lies under plain names is written under its hash first, what it replaces
 * stays reachable under its own, the manifest is renamed into place, and only then the plain names follow. A journal
 * says what is left to do.
 */
import { contentHash } from '#core/etag.ts';
import { MANIFEST, versionPath } from '#core/paths.ts';
import type { Output } from './writer.ts';

const JOURNAL = '.changeover.json';

/** Earthquakes whose own files are to be looked at once the manifest stands. */
export type Revisit = Set<number> | 'all';

interface Journal {
  /** Hash of the manifest that the files belong to. */
  manifest: string;
  /** Path and hash of what is to come under its plain name. */
  files: [string, string][];
  revisit: number[] | 'all';
}

export class Changeover {
  readonly #output: Output;
  readonly #files = new Map<string, string>();

  constructor(output: Output) {
    this.#output = output;
  }

  /** A file that comes under its plain name when the manifest that names it stands. @returns its hash */
  put(path: string, body: string | Uint8Array): string {
    this.#output.claim(path);
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const hash = contentHash(bytes);
    const former = this.#output.readBytes(path);
    if (former?.equals(bytes)) return hash;
    this.#output.putShared(versionPath(hash), bytes);
    if (former) this.#output.link(path, versionPath(contentHash(former)));
    this.#files.set(path, hash);
    return hash;
  }

  /** The moment from which readers see the new dataset. */
  publish(manifest: string, revisit: Revisit): void {
    const output = this.#output;
    const files = [...this.#files];
    const left = revisit === 'all' || revisit.size > 0 || files.length > 0;
    const journal = { manifest: contentHash(manifest), files, revisit: revisit === 'all' ? revisit : [...revisit] };
    if (left) output.put(JOURNAL, JSON.stringify(journal satisfies Journal));
    output.putLast(MANIFEST, manifest);
    for (const [path, hash] of files) output.putAlias(versionPath(hash), path);
  }

  /** All that the journal speaks of is done. */
  finish(): void {
    this.#output.flush();
    this.#output.remove(JOURNAL);
  }
}

/**
 * Does what a build that was ended behind its manifest had left to do.
 * @returns the earthquakes whose own files that build may not have come to; undefined when what it wrote is not there
 * any more
 */
export function recover(output: Output): Revisit | undefined {
  const journal = readJournal(output);
  if (!journal) return new Set();
  // A journal of another manifest is one of a build that did not come that far: no reader has seen anything of its
  // files. What it was to revisit holds what the builds before it left.
  const files = journal.manifest === hashOf(output, MANIFEST) ? journal.files : [];
  for (const [path, hash] of files) {
    if (hashOf(output, path) === hash) output.markUnflushed(path);
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

/** A plain-named file of a dataset, wherever it lies now; undefined when it is not there, or not whole. */
export const publishedBytes = (output: Output, path: string, hash: string): Buffer | undefined =>
  [path, versionPath(hash)].map((one) => output.readBytes(one)).find((bytes) => bytes && contentHash(bytes) === hash);
