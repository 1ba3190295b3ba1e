/** Loads the point files that the manifest names: greatest magnitudes first, newest first, as far as wanted. */
import { readPoints } from '#core/points.ts';
import { BANDS } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import * as clock from '../clock.ts';
import { type ManifestJson, Parts } from '../parts.ts';
import { freshManifest, storedBytes } from '../requests.ts';
import { addRun, newBand, type Band, type Run } from './store.ts';

interface ShardJson {
  points: string;
  band: number;
  count: number;
  doubtful?: number[];
}

interface Listener {
  /** A band is empty again, with room for so many. */
  cleared(number: number, capacity: number): void;
  added(number: number, band: Band, run: Run): void;
  /** Files arrived, or wanted ones are unavailable. */
  progress(): void;
}

/** Requests at a time. */
const AT_ONCE = 6;

export class PointFiles {
  readonly bands: Band[] = Array.from({ length: BANDS }, () => newBand(0));
  /** When the manifest was last read; 0 until then. */
  asOf: EpochMs = 0;
  /** Number of the last change of the dataset. */
  sequence = 0;
  total = 0;
  bytes = 0;
  /** Ids of the whole catalogue's earthquakes with a doubtful magnitude. */
  doubtful: ReadonlySet<number> = new Set();
  /** A wanted file is unavailable. */
  isBroken = false;
  readonly #listener: Listener;
  readonly #known = new Map<string, ArrayBuffer>();
  readonly #parts = new Parts((text) => (JSON.parse(text) as { shards: ShardJson[] }).shards);
  #tag = '';
  #shards: ShardJson[] = [];
  #lowest = BANDS;
  /** Files, each with the band that waits for it: one that was emptied since waits for nothing. */
  #queue: { shard: ShardJson; band: Band }[] = [];
  /** Unavailable files, until the next refresh. */
  #failed: { shard: ShardJson; band: Band }[] = [];
  #open = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Reads the manifest; bands with changed files are filled anew, from files at hand and new ones. */
  async refresh(): Promise<void> {
    const { body, tag } = await freshManifest<ManifestJson>();
    this.asOf = clock.now();
    if (this.#failed.length > 0) {
      this.#queue.push(...this.#failed.splice(0));
      this.isBroken = false;
      this.#proceed();
    }
    if (tag === this.#tag) return;
    const shards = await this.#parts.entriesOf(body.parts.map(({ file }) => file));
    this.#tag = tag;
    this.sequence = body.sequence;
    const former = this.#shards;
    this.#shards = shards;
    this.total = shards.reduce((sum, { count }) => sum + count, 0);
    this.doubtful = new Set(shards.flatMap(({ doubtful = [] }) => doubtful));
    const named = new Set(shards.map(({ points }) => points));
    for (const path of this.#known.keys()) if (!named.has(path)) this.#known.delete(path);
    const names = (shards: ShardJson[], band: number): string =>
      this.#filesOf(shards, band)
        .map(({ points }) => points)
        .join();
    for (let band = BANDS - 1; band >= 0; band -= 1) {
      if (names(former, band) === names(this.#shards, band)) continue;
      this.#clear(band);
      if (band >= this.#lowest) this.#enqueue(band);
    }
    this.#queue = this.#queue.filter(({ shard, band }) => this.bands[shard.band] === band);
    this.#proceed();
  }

  /** Loads the bands from this one up. */
  want(lowest: number): void {
    if (lowest >= this.#lowest) return;
    for (let band = this.#lowest - 1; band >= lowest; band -= 1) this.#enqueue(band);
    this.#lowest = lowest;
    this.#proceed();
  }

  /** Whether nothing more is on its way. */
  get isIdle(): boolean {
    return this.#open === 0 && this.#queue.length === 0;
  }

  get loaded(): number {
    return this.bands.reduce((sum, { count }) => sum + count, 0);
  }

  #filesOf = (shards: ShardJson[], band: number): ShardJson[] => shards.filter((one) => one.band === band).reverse();

  #clear(number: number): void {
    const capacity = this.#filesOf(this.#shards, number).reduce((sum, { count }) => sum + count, 0);
    this.bands[number] = newBand(capacity);
    this.#listener.cleared(number, capacity);
  }

  #enqueue(number: number): void {
    const band = this.bands[number]!;
    this.#queue.push(...this.#filesOf(this.#shards, number).map((shard) => ({ shard, band })));
    this.isBroken = false;
  }

  #proceed(): void {
    while (this.#open < AT_ONCE && this.#queue.length > 0) void this.#load(this.#queue.shift()!);
    this.#listener.progress();
  }

  async #load({ shard, band }: { shard: ShardJson; band: Band }): Promise<void> {
    this.#open += 1;
    try {
      let file = this.#known.get(shard.points);
      if (!file) {
        file = await storedBytes(shard.points);
        this.#known.set(shard.points, file);
        this.bytes += file.byteLength;
      }
      if (this.bands[shard.band] !== band) return;
      this.#listener.added(shard.band, band, addRun(band, readPoints(file)));
    } catch {
      this.isBroken = true;
      this.#failed.push({ shard, band });
    } finally {
      this.#open -= 1;
      this.#proceed();
    }
  }
}
