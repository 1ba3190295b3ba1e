/** The dataset that is served now: follows `manifest.json`, and changes over to a new one as a whole or not at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '#core/manifest.ts';
import { ManifestError, readManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { DatasetFiles } from './files.ts';
import { GatewayError } from '../http/errors.ts';
import type { Reader } from './folder-reader.ts';
import type { Log } from '../http/log.ts';
import type { Snapshot } from './snapshot.ts';
import { prepareSnapshot } from './snapshot.ts';

export interface Dataset {
  /** The dataset at hand; a look at the manifest goes on beside it. @throws GatewayError `unavailable` while there is none. */
  current(): Promise<Snapshot>;
  /** The dataset that `current` resolves to, if there is one; a look at the manifest goes on beside it. */
  peek(): Snapshot | undefined;
  /** Looks at the manifest now. Never fails. */
  refresh(): Promise<void>;
  /** The dataset that has taken a snapshot's place: looked for at once, for a request that found a file of the snapshot gone. */
  successor(snapshot: Snapshot): Promise<Snapshot | undefined>;
  /** Shards and segments read so far, for tests and for the log. */
  readonly loads: number;
  /** Memory that cached files take, in bytes. */
  readonly cachedBytes: number;
}

export interface DatasetOptions {
  log?: Log;
  /** Memory for shards, in bytes. */
  cacheBytes?: number;
  /** The manifest is looked at no more often than this, in ms. */
  pollIntervalMs?: number;
  /** How long a new manifest whose files are not all there is waited for before it is served as it is, in ms. */
  settleTimeoutMs?: number;
  /** A clock that never goes back, in ms. */
  monotonicNow?: () => number;
}

export function openDataset(reader: Reader, options: DatasetOptions = {}): Dataset {
  return new WatchedDataset(reader, options);
}

/** A look at the manifest once a second also while nobody asks, so that the first one who does is not served an old dataset. */
export function watch(dataset: Dataset): void {
  setInterval(() => void dataset.refresh(), LOOK_EVERY).unref();
}

/** The manifest is looked at no more often than this, in ms. */
const LOOK_EVERY = 1000;
/** Far more than the manifest of ten million earthquakes, in bytes. */
const MOST_MANIFEST_BYTES = 8e6;
/** A request that found a file gone waits for a look at the manifest no longer than this, in ms. */
const SUCCESSOR_WAIT = 1000;

class WatchedDataset implements Dataset {
  readonly #reader: Reader;
  readonly #files: DatasetFiles;
  readonly #log: Log;
  readonly #pollIntervalMs: number;
  readonly #settleTimeoutMs: number;
  readonly #monotonicNow: () => number;
  #snapshot: Snapshot | undefined;
  /** Stamp of the manifest that the snapshot was made from; undefined while some of its files are still awaited. */
  #stamp: string | undefined;
  /** Stamp of a manifest that is none: it is not read again. */
  #refused: string | undefined;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;
  /** Since when, in ticks, a new manifest has waited for its files. */
  #waitingSince: number | undefined;
  #lastComplaint = '';

  constructor(reader: Reader, options: DatasetOptions) {
    const {
      log = () => {},
      cacheBytes = 256e6,
      pollIntervalMs: every = LOOK_EVERY,
      settleTimeoutMs: patience = 30_000,
      monotonicNow: ticks = () => performance.now(),
    } = options;
    this.#reader = reader;
    this.#files = new DatasetFiles({ reader, log, cacheBytes });
    this.#log = log;
    this.#pollIntervalMs = every;
    this.#settleTimeoutMs = patience;
    this.#monotonicNow = ticks;
  }

  get loads(): number {
    return this.#files.loads;
  }

  get cachedBytes(): number {
    return this.#files.cachedBytes;
  }

  peek(): Snapshot | undefined {
    if (!this.#checking && this.#monotonicNow() - this.#checkedAt >= this.#pollIntervalMs) void this.refresh();
    return this.#snapshot;
  }

  async current(): Promise<Snapshot> {
    if (!this.peek()) await this.#checking;
    if (this.#snapshot) return this.#snapshot;
    throw new GatewayError('unavailable', 'There is no dataset yet; please try again in a moment.', {
      headers: { 'Retry-After': '5' },
    });
  }

  async successor(snapshot: Snapshot): Promise<Snapshot | undefined> {
    if (this.#snapshot === snapshot)
      await Promise.race([this.refresh(), sleep(SUCCESSOR_WAIT, undefined, { ref: false })]);
    return this.#snapshot === snapshot ? undefined : this.#snapshot;
  }

  async refresh(): Promise<void> {
    this.#checking ??= this.#look().finally(() => {
      this.#checkedAt = this.#monotonicNow();
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Never fails: whatever is wrong with a new manifest, the former one goes on serving. */
  async #look(): Promise<void> {
    try {
      const stamp = await this.#reader.stamp(MANIFEST);
      if (stamp !== undefined && stamp === this.#refused) return;
      if (stamp !== undefined && stamp === this.#stamp) {
        this.#lastComplaint = '';
        return;
      }
      const bytes = stamp === undefined ? undefined : await this.#reader.read(MANIFEST, MOST_MANIFEST_BYTES);
      if (!bytes) return this.#warnOnce('manifest.json is missing');
      await this.#adopt(this.#manifestOf(bytes, stamp), bytes, stamp);
    } catch (error) {
      const { message } = error as Error;
      this.#warnOnce(error instanceof ManifestError ? message : `manifest.json ${message}`);
    }
  }

  /** @throws ManifestError */
  #manifestOf(bytes: Uint8Array, stamp: string | undefined): Manifest {
    this.#refused = stamp;
    const manifest = readManifest(Buffer.from(bytes).toString('utf8'));
    this.#refused = undefined;
    return manifest;
  }

  async #adopt(manifest: Manifest, bytes: Uint8Array, stamp: string | undefined): Promise<void> {
    const former = this.#snapshot;
    const { snapshot, problems, hashes } = await prepareSnapshot(manifest, bytes, {
      reader: this.#reader,
      files: this.#files,
      former,
    });
    if (problems.length > 0) {
      this.#warnOnce(`manifest.json of dataset ${manifest.dataset} is ahead of its files: ${summary(problems)}`);
      this.#waitingSince ??= this.#monotonicNow();
      if (former && this.#monotonicNow() - this.#waitingSince < this.#settleTimeoutMs) return;
    } else this.#lastComplaint = '';
    this.#waitingSince = undefined;
    this.#snapshot = snapshot;
    this.#stamp = problems.length === 0 ? stamp : undefined;
    this.#files.retain(hashes);
    if (problems.length === 0) this.#files.forgetFaults();
    if (former?.manifest.dataset !== manifest.dataset)
      this.#log(`dataset: serving ${manifest.dataset}, ${manifest.shards.length} shards`);
  }

  /** Logs a fault once, until another one or a good manifest follows. */
  #warnOnce(fault: string): void {
    if (fault === this.#lastComplaint) return;
    this.#lastComplaint = fault;
    this.#log(`dataset: ${fault}${this.#snapshot ? '; the former dataset goes on serving' : ''}`);
  }
}

const summary = (problems: string[]): string =>
  problems.length > 3 ? `${problems.slice(0, 3).join(', ')} and ${problems.length - 3} more` : problems.join(', ');
