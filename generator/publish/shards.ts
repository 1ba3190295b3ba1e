/** Which shards a build must render, and which it can reuse from the former build. */
import { firstIndex } from '#core/bisect.ts';
import type { Earthquake } from '#core/earthquake.ts';
import type { Manifest, ShardEntry } from '#core/manifest.ts';
import { columnsPath, fullShardPath, pointsPath, shardNamesPath, shardPath, solutionsPath } from '#core/paths.ts';
import { BANDS, bucketFrom, bucketKey, bucketTo, partition, type Bucket } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { countOf, earthquakesOf, timesOf } from '../catalog/read.ts';
import { renderShard } from '../outputs/shards.ts';
import type { Output } from './writer.ts';

/** Times (EpochMs) at which a band gained, lost or changed a record, ascending. */
export type DirtyTimes = Map<number, EpochMs[]>;

interface ShardInputs {
  db: Db;
  output: Output;
  /** The build to start from; null for a full one. */
  base: Manifest | null;
  dirty: DirtyTimes;
  progress(done: number): void;
}

/** Renders what changed; returns the entries of all shards, band by band, oldest first. */
export function buildShards(inputs: ShardInputs): ShardEntry[] {
  const entries: ShardEntry[] = [];
  for (let band = 0; band < BANDS; band += 1) {
    const former = (inputs.base?.shards ?? []).filter((shard) => shard.band === band);
    const kept = new Map(former.filter((shard) => isReusable(shard, inputs)).map((shard) => [bucketKey(shard), shard]));
    for (const bucket of partition(band, counter(inputs, band, former))) {
      const entry = kept.get(bucketKey(bucket)) ?? render(inputs, bucket);
      entries.push(entry);
      inputs.progress(entry.count);
    }
  }
  return entries;
}

function render({ db, output }: ShardInputs, bucket: Bucket): ShardEntry {
  const earthquakes: Earthquake[] = earthquakesOf(db, bucket.band, bucketFrom(bucket), bucketTo(bucket));
  const { entry, files } = renderShard(bucket, earthquakes);
  for (const { path, body } of files) output.put(path, body);
  return entry;
}

/** Whether a shard of the former build is up to date and its files are present. */
function isReusable(shard: ShardEntry, { dirty, output }: ShardInputs): boolean {
  if (touched(shard, dirty.get(shard.band) ?? [])) return false;
  return shardFiles(shard).every((path) => output.exists(path));
}

export const shardFiles = (entry: ShardEntry): string[] => [
  shardPath(entry.hash),
  fullShardPath(entry.fullHash),
  columnsPath(entry.columnsHash),
  solutionsPath(entry.solutionsHash),
  shardNamesPath(entry.namesHash),
  pointsPath(entry.pointsHash),
];

export const shardHashes = (entry: ShardEntry): string[] => [
  entry.hash,
  entry.fullHash,
  entry.columnsHash,
  entry.solutionsHash,
  entry.namesHash,
  entry.pointsHash,
];

const touched = (shard: ShardEntry, times: EpochMs[]): boolean =>
  between(times, bucketFrom(shard), bucketTo(shard)) > 0;

/**
 * Counts a band's records in a span without asking the catalogue for what the former build knows: whole clean leaves
 * from the manifest, dirty leaves and parts of leaves by query, and what lies outside all leaves from the changes.
 */
function counter(inputs: ShardInputs, band: number, former: ShardEntry[]): (from: EpochMs, to: EpochMs) => number {
  const { db, base } = inputs;
  const dirty = inputs.dirty.get(band) ?? [];
  const leaves = former
    .map((shard) => {
      const from = bucketFrom(shard);
      const to = bucketTo(shard);
      return { from, to, count: touched(shard, dirty) ? countOf(db, band, from, to) : shard.count };
    })
    .sort((a, b) => a.from - b.from);
  const inLeaf = (time: EpochMs): boolean => leaves.some(({ from, to }) => time >= from && time < to);
  const outside = base
    ? [...new Set(dirty.filter((time) => !inLeaf(time)))].flatMap((time) =>
        Array<EpochMs>(countOf(db, band, time, time + 1)).fill(time),
      )
    : timesOf(db, band);
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
