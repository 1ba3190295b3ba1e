/** One shard, its companion and its columns from the earthquakes of one bucket. */
import { writeColumns } from '#core/columns.ts';
import { contentHash } from '#core/etag.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { AGENCIES } from '#core/earthquake.ts';
import type { ShardEntry, Span } from '#core/manifest.ts';
import { columnsPath, fullShardPath, shardPath } from '#core/paths.ts';
import type { Bucket } from '#core/shard.ts';
import { agencyBits } from '#core/shard.ts';
import { wholeSecond } from '#core/time.ts';
import { fullItem, listBody, listItem } from '#core/wire.ts';

interface OutputFile {
  path: string;
  body: Uint8Array;
}

/** The order of the list: newest first by whole second, ties by id descending. */
export const newestFirst = (a: Earthquake, b: Earthquake): number =>
  wholeSecond(b.time) - wholeSecond(a.time) || b.id - a.id;

function span(values: Iterable<number>): Span {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** @param earthquakes those of the bucket, at least one, in any order */
export function renderShard(bucket: Bucket, earthquakes: Earthquake[]): { entry: ShardEntry; files: OutputFile[] } {
  const rows = earthquakes.toSorted(newestFirst);
  const items = rows.map(listItem);
  const body = Buffer.from(listBody(items.map((item) => JSON.stringify(item))));
  const fullBody = Buffer.from(listBody(rows.map((row) => JSON.stringify(fullItem(row)))));
  const columns = writeColumns(items, body);
  const hash = contentHash(body);
  const fullHash = contentHash(fullBody);
  const columnsHash = contentHash(columns);
  const named = items.map((item) => agencyBits([item.source, ...(item.sources ?? []).map(({ name }) => name)]));
  const depths = rows.flatMap((row) => (row.depthKm === null ? [] : [row.depthKm]));
  const entry: ShardEntry = {
    band: bucket.band,
    level: bucket.level,
    index: bucket.index,
    hash,
    fullHash,
    columnsHash,
    count: rows.length,
    time: span(rows.map((row) => wholeSecond(row.time))),
    magnitude: bucket.band === 0 ? null : span(rows.map((row) => row.magnitude!)),
    depthKm: depths.length === 0 ? null : span(depths),
    latitude: span(rows.map((row) => row.latitude)),
    longitude: span(rows.map((row) => row.longitude)),
    updatedAt: span(rows.map((row) => row.updatedAt)),
    agencies: named.reduce((bits, one) => bits | one, 0),
    agencyCounts: AGENCIES.map((_, bit) => named.filter((one) => one & (1 << bit)).length),
    magnitudeSum: Number(rows.reduce((sum, row) => sum + (row.magnitude ?? 0), 0).toFixed(4)),
  };
  return {
    entry,
    files: [
      { path: shardPath(hash), body },
      { path: fullShardPath(fullHash), body: fullBody },
      { path: columnsPath(columnsHash), body: columns },
    ],
  };
}
