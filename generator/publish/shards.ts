/** Which shards a build must render, and which it can reuse from the former build. */
import { dirname } from 'node:path';
import { firstIndex } from '#core/bisect.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import type { Manifest } from '#core/manifest.ts';
import { shardPath } from '#core/paths.ts';
import { BANDS, bandOf, bucketFrom, bucketKey, bucketTo, partition, type Bucket } from '#core/shard.ts';
import { shardFiles, shardHashes, type ShardEntry } from '#core/shard-entry.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { countOf, earthquakesOf, newestTimes, timesOf } from '../catalog/read.ts';
import { renderShard } from '../outputs/shards.ts';
import type { BuildContext, DirtyTimes } from './build-context.ts';
import type { Output } from './writer.ts';

interface ShardInputs extends Pick<BuildContext, 'db' | 'output' | 'dirty' | 'progress'> {
  base: Pick<Manifest, 'shards'>;
}

/** Renders what changed; returns the entries of all shards, band by band, oldest first. */
export function buildShards(inputs: ShardInputs): ShardEntry[] {
  const { db, base, output, progress } = inputs;
  const entries: ShardEntry[] = [];
  // For a progress bar the former build's number is near enough: nothing is counted each minute.
  const total = base.shards.reduce((sum, { count }) => sum + count, 0);
  const present = output.pathsIn(dirname(shardPath('')));
  let done = 0;
  for (let band = 0; band < BANDS; band += 1) {
    const former = base.shards.filter((shard) => shard.band === band);
    const kept = new Map(
      former.filter((shard) => isReusable(shard, inputs.dirty, present)).map((shard) => [bucketKey(shard), shard]),
    );
    const [newest = -Infinity] = newestTimes(db, band, 1);
    for (const bucket of partition(band, { count: counter(inputs, band, former), newest })) {
      const entry = kept.get(bucketKey(bucket)) ?? render(inputs, bucket);
      entries.push(entry);
      progress('shards', (done += entry.count), total);
    }
  }
  return entries;
}

/** Number of earthquakes, with and without a magnitude. */
export const totalOf = (db: Db): number =>
  Array.from({ length: BANDS }, (_, band) => countOf(db, band, -Infinity, Infinity)).reduce(
    (sum, count) => sum + count,
  );

const render = ({ db, output }: ShardInputs, bucket: Bucket): ShardEntry =>
  put(output, bucket, earthquakesOf(db, bucket.band, bucketFrom(bucket), bucketTo(bucket)));

function put(output: Output, bucket: Bucket, earthquakes: Earthquake[]): ShardEntry {
  const { entry, files } = renderShard(bucket, earthquakes);
  for (const { path, body } of files) output.put(path, body);
  return entry;
}

/** All shards, from every earthquake in order of time and id. */
export class ShardsOfAll {
  readonly #output: Output;
  /** By band: its buckets left, the present one first, and what that has so far. */
  readonly #bands: { left: Bucket[]; rows: Earthquake[]; entries: ShardEntry[] }[];

  constructor({ db, output }: Pick<BuildContext, 'db' | 'output'>) {
    this.#output = output;
    this.#bands = Array.from({ length: BANDS }, (_, band) => {
      const times = timesOf(db, band);
      const count = (from: EpochMs, to: EpochMs): number => between(times, from, to);
      return { left: partition(band, { count, newest: times.at(-1) ?? -Infinity }), rows: [], entries: [] };
    });
  }

  add(earthquake: Earthquake): void {
    const band = bandOf(earthquake.magnitude);
    if (earthquake.time >= bucketTo(this.#bands[band]!.left[0]!)) this.#put(band);
    this.#bands[band]!.rows.push(earthquake);
  }

  /** Band by band, oldest first. */
  entries(): ShardEntry[] {
    return this.#bands.flatMap(({ left, entries }, band) => {
      if (left.length > 0) this.#put(band);
      return entries;
    });
  }

  #put(number: number): void {
    const band = this.#bands[number]!;
    band.entries.push(put(this.#output, band.left.shift()!, band.rows));
    band.rows = [];
  }
}

/** Whether a shard of the former build is up to date and its files are present. */
const isReusable = (shard: ShardEntry, dirty: DirtyTimes, present: ReadonlySet<string>): boolean =>
  !touched(shard, dirty.get(shard.band) ?? []) && shardFiles(shard).every((path) => present.has(path));

const touched = (shard: ShardEntry, times: EpochMs[]): boolean =>
  between(times, bucketFrom(shard), bucketTo(shard)) > 0;

/**
 * Counts a band's records in a span without asking the catalogue for what the former build knows: whole clean leaves
 * from the manifest, dirty leaves and parts of leaves by query, and what lies outside all leaves from the changes.
 */
function counter(inputs: ShardInputs, band: number, former: ShardEntry[]): (from: EpochMs, to: EpochMs) => number {
  const { db } = inputs;
  const dirty = inputs.dirty.get(band) ?? [];
  const leaves = former
    .map((shard) => {
      const from = bucketFrom(shard);
      const to = bucketTo(shard);
      return { from, to, count: touched(shard, dirty) ? countOf(db, band, from, to) : shard.count };
    })
    .sort((a, b) => a.from - b.from);
  const inLeaf = (time: EpochMs): boolean => leaves.some(({ from, to }) => time >= from && time < to);
  const outside = [...new Set(dirty.filter((time) => !inLeaf(time)))].flatMap((time) =>
    Array<EpochMs>(countOf(db, band, time, time + 1)).fill(time),
  );
  return (from, to) => {
    if (leaves.some((leaf) => leaf.from <= from && leaf.to >= to && (leaf.from !== from || leaf.to !== to)))
      return countOf(db, band, from, to);
    const inside = leaves.filter((leaf) => leaf.from >= from && leaf.to <= to);
    return inside.reduce((sum, leaf) => sum + leaf.count, between(outside, from, to));
  };
}

/** How many of the ascending times lie in [from, to). */
function between(times: EpochMs[] | Float64Array, from: EpochMs, to: EpochMs): number {
  const firstAt = (time: EpochMs): number => firstIndex(times.length, (index) => times[index]! >= time);
  return firstAt(to) - firstAt(from);
}

type Hashed = Pick<Manifest, 'settings' | 'shards' | 'segments' | 'research' | 'details'>;

/** Of all that the data files have. */
export function datasetHash({ settings, shards, segments, research, details }: Hashed): string {
  const ofResearch = research.flatMap(({ statisticsHash, declusteredHash }) => [statisticsHash, declusteredHash]);
  const named = [...shards.flatMap(shardHashes), ...segments.map(({ hash }) => hash), ...ofResearch];
  return contentHash(settings, ...named, details.hash);
}
