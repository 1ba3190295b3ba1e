/** The current dataset: polls `manifest.json` and switches to a new dataset as a whole or not at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Manifest, ManifestError, readRoot } from '#core/manifest.ts';
import { contentHash } from '#core/etag.ts';
import { MANIFEST, shardPath } from '#core/paths.ts';
import { DatasetFiles } from './files.ts';
import { GatewayError, OverloadError, unavailable } from '../http/errors.ts';
import { MAX_MANIFEST_BYTES, type Reader } from './folder-reader.ts';
import type { Log } from '../http/log.ts';
import { prepareSnapshot, type Snapshot } from './snapshot.ts';
import { StatusAnswer } from './status-answer.ts';
import type { EpochMs } from '#core/time.ts';

interface DatasetOptions {
  log?: Log;
  /** Memory for shards, in bytes. */
  cacheBytes?: number;
  /** Whether the stored answers are held in memory; they are by default. */
  holdsAnswers?: boolean;
  /** Least time between checks of the manifest, in ms. */
  pollIntervalMs?: number;
  /** Time that a new manifest waits for missing files before it is served without them, in ms. */
  missingFilesTimeoutMs?: number;
  /** A monotonic clock in ms. */
  monotonicNow?: () => number;
}

/** Checks the manifest also without requests, so that the first one after a pause gets the current dataset. */
export function watch(dataset: Dataset, intervalMs = POLL_INTERVAL_MS): void {
  setInterval(() => void dataset.refresh(), intervalMs).unref();
}

/** Streams follow within a second of a publication. */
const POLL_INTERVAL_MS = 500;
/** Longest time that a request waits for the successor of its dataset. */
const SUCCESSOR_TIMEOUT_MS = 1000;

const DEFAULTS: Required<DatasetOptions> = {
  log: () => {},
  cacheBytes: 256e6,
  holdsAnswers: true,
  pollIntervalMs: POLL_INTERVAL_MS,
  missingFilesTimeoutMs: 30_000,
  monotonicNow: () => performance.now(),
};

export class Dataset {
  readonly #reader: Reader;
  readonly #options: Required<DatasetOptions>;
  /** Its files, with counts of what was read of them. */
  readonly files: DatasetFiles;
  readonly #status: StatusAnswer;
  #snapshot: Snapshot | undefined;
  /** The last one of which every file was found. */
  #whole: Snapshot | undefined;
  #builtAt: EpochMs | undefined;
  /** Stamp of the snapshot's manifest; undefined while some of its files are missing. */
  #stamp: string | undefined;
  /** Hash of an invalid manifest, which is read until it is another one: a repair may leave size and time. */
  #invalid: string | undefined;
  /** File that the last check did not find, or could not read. */
  #unreadable: string | undefined;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;
  /** Monotonic time since which a new manifest waits for its files. */
  #waitingSince: number | undefined;
  #lastWarning = '';
  readonly #listeners: (() => void)[] = [];

  constructor(reader: Reader, options: DatasetOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#reader = reader;
    this.files = new DatasetFiles({ reader, ...this.#options });
    this.#status = new StatusAnswer(this.files);
  }

  /** When the served dataset was last built, also without a change; undefined until that is known. */
  get builtAt(): EpochMs | undefined {
    return this.#builtAt;
  }

  /** Calls it when another dataset is served. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The dataset that `current` resolves to, if there is one; the manifest is checked in the background. */
  peek(): Snapshot | undefined {
    if (!this.#checking && this.#options.monotonicNow() - this.#checkedAt >= this.#options.pollIntervalMs)
      void this.refresh();
    return this.#snapshot;
  }

  /**
   * Why the dataset cannot be read now, as of the last check; undefined while it can. Without a manifest nothing can.
   * A remote dataset is on this machine too: it can be read while its source is unavailable.
   */
  unreadable(): string | undefined {
    if (!this.peek()) return 'no dataset';
    return this.#reader.remote ? undefined : this.#unreadable;
  }

  /** The manifest is checked in the background. @throws GatewayError `unavailable` while there is no dataset */
  async current(): Promise<Snapshot> {
    if (!this.peek()) await this.#checking;
    if (this.#snapshot) return this.#snapshot;
    throw unavailable('There is no dataset yet; please try again in a moment.');
  }

  /** Reads the current dataset; once more its successor, where a file is gone and another dataset has replaced it. */
  async read<R>(work: (snapshot: Snapshot) => Promise<R>): Promise<R> {
    const snapshot = await this.current();
    try {
      return await work(snapshot);
    } catch (error) {
      const isMissing =
        error instanceof GatewayError && error.code === 'unavailable' && !(error instanceof OverloadError);
      const successor = isMissing ? await this.#successor(snapshot) : undefined;
      if (!successor) throw error;
      return work(successor);
    }
  }

  /** The dataset that has replaced a snapshot: the manifest is checked now. */
  async #successor(snapshot: Snapshot): Promise<Snapshot | undefined> {
    if (this.#snapshot === snapshot)
      await Promise.race([this.refresh(), sleep(SUCCESSOR_TIMEOUT_MS, undefined, { ref: false })]);
    return this.#snapshot === snapshot ? undefined : this.#snapshot;
  }

  /** Checks the manifest now. Never fails. */
  async refresh(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  #refreshStatus = (): Promise<void> | undefined => (this.#options.holdsAnswers ? this.#status.refresh() : undefined);

  async #checkAll(): Promise<void> {
    const refreshed = this.#snapshot && this.#refreshStatus();
    await this.#check();
    this.#checkedAt = this.#options.monotonicNow();
    await refreshed;
    if (!this.#snapshot) return;
    this.#builtAt = this.#status.builtAt(this.#snapshot.manifest.dataset) ?? this.#builtAt;
  }

  /** Never fails: while a new manifest is invalid, the former dataset is served. */
  async #check(): Promise<void> {
    try {
      const stamp = await this.#reader.stamp(MANIFEST);
      this.#unreadable = stamp === undefined ? `${MANIFEST} is missing` : await this.#missingShard();
      if (stamp !== undefined && stamp === this.#stamp && this.#invalid === undefined) {
        this.#lastWarning = '';
        return this.files.whole(MANIFEST, undefined);
      }
      const bytes = stamp === undefined ? undefined : await this.#reader.read(MANIFEST, MAX_MANIFEST_BYTES);
      if (!bytes) return this.#warnOnce('manifest.json is missing');
      const hash = contentHash(bytes);
      const manifest = hash === this.#invalid ? undefined : await this.#manifestOf(bytes, hash);
      if (manifest) await this.#adopt(manifest, bytes, stamp);
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof ManifestError)) this.#unreadable = `${MANIFEST} ${message}`;
      if (error instanceof ManifestError) this.files.markBroken(MANIFEST);
      this.#warnOnce(error instanceof ManifestError ? message : `manifest.json ${message}`);
    }
  }

  /** The last shard of the served dataset, if it is gone: one file more a check. */
  async #missingShard(): Promise<string | undefined> {
    const newest = this.#reader.remote ? undefined : this.#snapshot?.manifest.shards.at(-1);
    if (newest === undefined || (await this.#reader.stamp(shardPath(newest.hash))) !== undefined) return undefined;
    return `${shardPath(newest.hash)} is missing`;
  }

  /** Undefined while a part of it cannot be read: without one, earthquakes would be missing. @throws ManifestError */
  async #manifestOf(bytes: Uint8Array, hash: string): Promise<Manifest | undefined> {
    this.#invalid = hash;
    const root = readRoot(Buffer.from(bytes).toString('utf8'));
    this.#invalid = undefined;
    this.files.whole(MANIFEST, root);
    const manifest = await this.files.manifest(root).catch(() => undefined);
    if (!manifest) this.#warnOnce(`manifest.json of dataset ${root.dataset} has parts that cannot be read`);
    return manifest;
  }

  async #adopt(manifest: Manifest, bytes: Uint8Array, stamp: string | undefined): Promise<void> {
    const former = this.#snapshot;
    const { snapshot, check } = prepareSnapshot(manifest, bytes, {
      reader: this.#reader,
      files: this.files,
      former,
      whole: this.#whole,
      holdsAnswers: this.#options.holdsAnswers,
      status: this.#status,
    });
    if (!former) await this.#refreshStatus();
    // Nothing else can be served, whatever it lacks: the next check looks at that. Of a remote one all is kept first.
    if (!former && !this.#reader.remote) return this.#serve(snapshot);
    const isOther = former?.manifest.dataset !== manifest.dataset;
    const { problems, hashes } = await check();
    const isWhole = problems.length === 0;
    if (isWhole) this.#lastWarning = '';
    else {
      const fault = `manifest.json of dataset ${manifest.dataset} is ahead of its files: ${summary(problems)}`;
      this.#warnOnce(fault, isOther);
      if (former && (isOther ? this.#isWaiting() : former.problems.join() === problems.join())) return;
    }
    this.#waitingSince = undefined;
    this.#serve(snapshot);
    this.#stamp = isWhole ? stamp : undefined;
    this.files.retain(hashes);
    if (!isWhole) return;
    // What was found at the start is known of this dataset.
    if (isOther || this.#whole) this.files.forgetFaults();
    this.#whole = snapshot;
    await this.#reader.remote?.keep(manifest, bytes);
  }

  /** Whether a new manifest has more time for its files. */
  #isWaiting(): boolean {
    this.#waitingSince ??= this.#options.monotonicNow();
    return this.#options.monotonicNow() - this.#waitingSince < this.#options.missingFilesTimeoutMs;
  }

  #serve(snapshot: Snapshot): void {
    const former = this.#snapshot;
    this.#snapshot = snapshot;
    const { dataset, shards } = snapshot.manifest;
    if (former?.manifest.dataset === dataset) return;
    this.#options.log(`dataset: serving ${dataset}, ${shards.length} shards`);
    for (const listener of this.#listeners) listener();
  }

  /** Logs a fault once, until another fault or a good manifest. @param isOther not of the dataset that is served */
  #warnOnce(fault: string, isOther = true): void {
    if (fault === this.#lastWarning) return;
    this.#lastWarning = fault;
    this.#options.log(`dataset: ${fault}${this.#snapshot && isOther ? '; the former dataset goes on serving' : ''}`);
  }
}

const summary = (problems: string[]): string =>
  problems.length > 3 ? `${problems.slice(0, 3).join(', ')} and ${problems.length - 3} more` : problems.join(', ');
