/** Publishes a local dataset to an object store: content first, then the manifest, then what carries plain names. */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Manifest, SegmentEntry } from '#core/manifest.ts';
import { hashInPath, MANIFEST, versionPath } from '#core/paths.ts';
import { formatInstant, type EpochMs } from '#core/time.ts';
import { headersOf } from '../hosting/file-headers.ts';
import { bytesOf, LocalFileError, readContents, type Contents } from './contents.ts';
import { INVENTORY, INVENTORY_HEADERS, writeInventory, type Inventory } from './inventory.ts';
import { isNothing, planOf, type Plan, type Upload } from './plan.ts';
import { readState, type StoreState } from './state.ts';
import { ConflictError, StoreError, type Condition, type ObjectStore } from './store.ts';

export interface PublicationOptions {
  store: ObjectStore;
  dist: string;
  now: EpochMs;
  /** Plans, and writes nothing. */
  dryRun?: boolean;
  /** Compares every object with the inventory first. */
  verify?: boolean;
  /** Replaces a newer dataset too. */
  force?: boolean;
  line?(text: string): void;
  progress?(label: string, done: number, total: number): void;
}

export interface PublicationSummary {
  dataset: string;
  files: number;
  uploaded: number;
  uploadedBytes: number;
  /** Already there, though no inventory said so. */
  found: number;
  copied: number;
  removed: number;
  /** Kept for readers of former manifests. */
  waiting: number;
  /** Whether the store already had all of it. */
  isUnchanged: boolean;
}

/** Requests at a time. So many files, of a few MB and at most 64 MB, are in memory. */
const CONCURRENCY = 16;
/** How often a dataset that was built anew meanwhile is read again, and a file that another one wrote is written. */
const ATTEMPTS = 3;

/** @throws StoreError */
export async function publish(options: PublicationOptions): Promise<PublicationSummary> {
  for (let attempt = 1; ; attempt += 1) {
    const contents = readContents(options.dist);
    try {
      return await new Publication(contents, options).run();
    } catch (error) {
      const isBuiltAnew =
        error instanceof LocalFileError && readContents(options.dist).manifestHash !== contents.manifestHash;
      if (!isBuiltAnew || attempt === ATTEMPTS) throw error;
      options.line?.('dist/ was built anew meanwhile: its new dataset is published instead');
    }
  }
}

class Publication {
  readonly #contents: Contents;
  readonly #options: PublicationOptions;
  readonly #store: ObjectStore;
  readonly #summary: PublicationSummary;
  #inventoryTag: string | undefined;

  constructor(contents: Contents, options: PublicationOptions) {
    this.#contents = contents;
    this.#options = options;
    this.#store = options.store;
    this.#summary = {
      dataset: contents.manifest.dataset,
      files: contents.files.size + 1,
      ...{ uploaded: 0, uploadedBytes: 0, found: 0, copied: 0, removed: 0, waiting: 0, isUnchanged: false },
    };
  }

  async run(): Promise<PublicationSummary> {
    const { dryRun, verify = false, now, line } = this.#options;
    const state = await readState(this.#store, { contents: this.#contents, verify });
    if (state.compared) line?.(`compared with the objects in the store: ${state.compared}`);
    this.#requireNewer(state);
    const { files, retired, manifest } = state;
    const plan = planOf({ files, retired, isPublished: manifest !== undefined, contents: this.#contents, now });
    this.#summary.waiting = plan.retired.size;
    this.#summary.isUnchanged = isNothing(plan) && !state.compared && manifest?.hash === this.#contents.manifestHash;
    if (dryRun) return this.#planned(plan, state);
    if (!this.#summary.isUnchanged) await this.#carryOut(plan, state);
    return this.#summary;
  }

  #requireNewer({ manifest }: StoreState): void {
    const [there, here] = [manifest?.published, this.#contents.manifest];
    if (this.#options.force || !there) return;
    if (isOfAnotherCatalogue(there, here))
      throw new StoreError(
        `${this.#store.name} has a dataset of another catalogue than dist/ (${ageOf(there)} and ${ageOf(here)}): ` +
          `--force replaces it, and its ids`,
      );
    if (!isNewer(there, here)) return;
    throw new StoreError(
      `${this.#store.name} has a newer dataset (${ageOf(there)}) than dist/ (${ageOf(here)}): ` +
        `--force publishes the older one`,
    );
  }

  #planned({ before, copies, after, remove }: Plan, { manifest }: StoreState): PublicationSummary {
    const isNew = manifest?.hash !== this.#contents.manifestHash;
    const uploaded = before.length + after.length + (isNew ? 1 : 0);
    return { ...this.#summary, uploaded, copied: copies.length, removed: remove.length };
  }

  async #carryOut(plan: Plan, state: StoreState): Promise<void> {
    const { before, copies, after, remove, retired } = plan;
    this.#inventoryTag = state.inventory;
    const written = [...before, ...after].map(({ path }) => path).concat(copies.map(({ to }) => to));
    // First of all: a run that ends too soon leaves nothing that no inventory names.
    await this.#writeInventory({
      ...{ files: state.files, retired: state.retired, manifest: state.manifest?.hash, isFinal: false },
      unfinished: [...new Set([...written, ...state.outstanding, MANIFEST])],
    });
    const total = before.length + copies.length + after.length + remove.length;
    let done = 0;
    const each = <T>(items: T[], work: (item: T) => Promise<void>): Promise<void> =>
      forEach(items, async (item) => {
        await work(item);
        this.#options.progress?.('publishing', (done += 1), total);
      });
    await each(copies, (copy) => this.#copy(copy, state));
    await each(before, (upload) => this.#upload(upload, state));
    await this.#publishManifest(state);
    await each(after, (upload) => this.#upload(upload, state, true));
    await each(remove, (path) => this.#remove(path, state));
    await this.#writeInventory({
      ...{ files: state.files, retired, manifest: this.#contents.manifestHash, isFinal: true },
      unfinished: state.outstanding.filter((path) => !state.files.has(path)),
    });
  }

  async #writeInventory(inventory: Inventory): Promise<void> {
    this.#inventoryTag = await this.#store.put(INVENTORY, await writeInventory(inventory), {
      headers: INVENTORY_HEADERS,
      condition: conditionOf(this.#inventoryTag),
    });
  }

  /** The moment from which readers see the new dataset. */
  async #publishManifest({ manifest }: StoreState): Promise<void> {
    if (manifest?.hash === this.#contents.manifestHash) return;
    await this.#put(MANIFEST, this.#contents.manifestBytes, conditionOf(manifest?.etag));
  }

  /** @param isPublished whether the store has its content as a version, in case that dist/ has moved on */
  async #upload({ path, source, content }: Upload, { files, isOurs }: StoreState, isPublished = false): Promise<void> {
    const bytes = await this.#bytesOf(source, content, isPublished);
    if (!bytes) return;
    const former = files.get(path);
    if (former?.hash === '' && isOurs && former.etag === createHash('md5').update(bytes).digest('hex')) {
      this.#summary.found += 1;
      files.set(path, { hash: content.hash, etag: former.etag });
      return;
    }
    // What is named by its hash is the same whoever writes it.
    const condition = hashInPath(path) === undefined ? conditionOf(former?.etag) : undefined;
    files.set(path, { hash: content.hash, etag: await this.#put(path, bytes, condition) });
  }

  async #bytesOf(source: string, content: Upload['content'], isPublished: boolean): Promise<Uint8Array | undefined> {
    try {
      return await bytesOf(this.#contents, source, content);
    } catch (error) {
      if (!isPublished || !(error instanceof LocalFileError)) throw error;
      // A copy for static hosts follows with the next run.
      if (content.kind === 'copy') return undefined;
      return (await this.#store.get(versionPath(content.hash)))?.bytes;
    }
  }

  async #put(path: string, bytes: Uint8Array, condition?: Condition): Promise<string> {
    const headers = headersOf(path);
    for (let attempt = 1, current = condition; ; attempt += 1)
      try {
        const etag = await this.#store.put(path, bytes, { headers, ...(current ? { condition: current } : {}) });
        this.#summary.uploaded += 1;
        this.#summary.uploadedBytes += bytes.byteLength;
        return etag;
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === ATTEMPTS || !(await this.#isLatest())) throw error;
        current = conditionOf(await this.#store.tag(path));
      }
  }

  /** Whether no other publication has begun since; one that began before may still write. */
  async #isLatest(): Promise<boolean> {
    return (await this.#store.tag(INVENTORY)) === this.#inventoryTag;
  }

  async #copy({ from, to, hash }: Plan['copies'][number], { files }: StoreState): Promise<void> {
    files.set(to, { hash, etag: await this.#store.copy(from, to, headersOf(to)) });
    this.#summary.copied += 1;
  }

  async #remove(path: string, { files }: StoreState): Promise<void> {
    await this.#store.remove(path);
    files.delete(path);
    this.#summary.removed += 1;
  }
}

/** By the changes in it; without further ones by the minute. */
const isNewer = (a: Manifest, b: Manifest): boolean =>
  a.sequence > b.sequence || (a.sequence === b.sequence && a.asOf > b.asOf);

type Log = Pick<Manifest, 'sequence' | 'history'> & { segments: Omit<SegmentEntry, 'updatedAt'>[] };

/**
 * By the history at the same change, or by the log of changes that both have: its files of the same numbers are the
 * same. The last, short file of each may end elsewhere.
 */
export function isOfAnotherCatalogue(a: Log, b: Log): boolean {
  if (a.sequence === b.sequence) return a.history !== b.history;
  const files = new Map(a.segments.map(({ first, last, hash }) => [`${first}-${last}`, hash]));
  return b.segments.some(({ first, last, hash }) => (files.get(`${first}-${last}`) ?? hash) !== hash);
}

const ageOf = ({ sequence, asOf }: Manifest): string => `change ${sequence}, ${formatInstant(asOf)}`;

const conditionOf = (etag: string | undefined): Condition => (etag === undefined ? 'absent' : { etag });

/** Begins nothing more after an error, and waits for what has begun: it would write into the next publication. */
async function forEach<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(CONCURRENCY);
  const running = new Set<Promise<void>>();
  try {
    await limit.map(items, (item) => {
      const one = work(item).finally(() => running.delete(one));
      running.add(one);
      return one;
    });
  } catch (error) {
    limit.clearQueue();
    await Promise.allSettled(running);
    throw error;
  }
}
