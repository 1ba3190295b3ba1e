/** The six files of one shard, from the earthquakes of one bucket. */
import { isBlast } from '#core/blasts.ts';
import { writeColumns } from '#core/columns.ts';
import { contentHash } from '#core/etag.ts';
import { KNOWN_AGENCIES, type Earthquake } from '#core/earthquake.ts';
import { searchText } from '#core/record/search-text.ts';
import { writePoints } from '#core/points.ts';
import { agencyBits, provinceBits, type Bucket } from '#core/shard.ts';
import { SHARD_FILES, type ShardEntry, type ShardHashes } from '#core/shard-entry.ts';
import { writeShardNames } from '#core/shard-names.ts';
import { writeSolutionColumns } from '#core/solution-columns.ts';
import { solutionSpans, spanOfValues } from '#core/solution-spans.ts';
import { wholeSecond } from '#core/time.ts';
import { fullItem, listBody, listItem } from '#core/wire.ts';

interface OutputFile {
  path: string;
  body: Uint8Array;
}

/** The order of the list: newest first by whole second, ties by id descending. */
export const newestFirst = (a: Earthquake, b: Earthquake): number =>
  wholeSecond(b.time) - wholeSecond(a.time) || b.id - a.id;

/** @param earthquakes those of the bucket, at least one, in any order */
export function renderShard(bucket: Bucket, earthquakes: Earthquake[]): { entry: ShardEntry; files: OutputFile[] } {
  const rows = earthquakes.toSorted(newestFirst);
  const items = rows.map(listItem);
  const body = Buffer.from(listBody(items.map((item) => JSON.stringify(item))));
  const fullBody = Buffer.from(listBody(rows.map((row) => JSON.stringify(fullItem(row)))));
  const named = items.map((item) => agencyBits([item.source, ...(item.sources ?? []).map(({ name }) => name)]));
  const bodies: Record<keyof ShardHashes, Uint8Array> = {
    hash: body,
    fullHash: fullBody,
    columnsHash: writeColumns(items, body, rows.map(searchText)),
    solutionsHash: writeSolutionColumns(rows, fullBody),
    namesHash: writeShardNames(rows),
    pointsHash: pointsOf(rows, named),
  };
  const hashes = Object.fromEntries(SHARD_FILES.map(([key]) => [key, contentHash(bodies[key])])) as ShardHashes;
  const depths = rows.flatMap((row) => (row.depthKm === null ? [] : [row.depthKm]));
  const { band, level, index } = bucket;
  const entry: ShardEntry = {
    ...{ band, level, index },
    ...hashes,
    count: rows.length,
    time: spanOfValues(rows.map((row) => wholeSecond(row.time))),
    magnitude: band === 0 ? null : spanOfValues(rows.map((row) => row.magnitude!)),
    depthKm: depths.length === 0 ? null : spanOfValues(depths),
    latitude: spanOfValues(rows.map((row) => row.latitude)),
    longitude: spanOfValues(rows.map((row) => row.longitude)),
    updatedAt: spanOfValues(rows.map((row) => row.updatedAt)),
    agencies: named.reduce((bits, one) => bits | one, 0),
    agencyCounts: KNOWN_AGENCIES.map((_, bit) => named.filter((one) => one & (1 << bit)).length),
    provinces: provinceBits(rows.map(({ provinceCode = 0 }) => Number(provinceCode))),
    doubtful: rows.flatMap(({ id, magnitudeDoubtful }) => (magnitudeDoubtful ? [id] : [])),
    blasts: rows.filter(isBlast).length,
    greatest: rows.reduce<number | null>(greater, null),
    magnitudeSum: Number(rows.reduce(plusMagnitude, 0).toFixed(4)),
    solutions: solutionSpans(rows.flatMap((row) => row.solutions)),
  };
  return { entry, files: SHARD_FILES.map(([key, , pathOf]) => ({ path: pathOf(hashes[key]), body: bodies[key] })) };
}

const greater = (high: number | null, { magnitude, magnitudeDoubtful }: Earthquake): number | null =>
  magnitude === null || magnitudeDoubtful || (high !== null && high >= magnitude) ? high : magnitude;

const plusMagnitude = (sum: number, { magnitude, magnitudeDoubtful }: Earthquake): number =>
  magnitudeDoubtful ? sum : sum + (magnitude ?? 0);

/** @param agencies bit sets, one a row */
const pointsOf = (rows: readonly Earthquake[], agencies: readonly number[]): Uint8Array =>
  writePoints(
    rows.map(({ id, time, latitude, longitude, depthKm, magnitude, provinceCode = 0, ...marks }, index) => ({
      ...{ id, time: wholeSecond(time), latitude, longitude, depthKm, magnitude },
      agencies: agencies[index]!,
      isEarthquake: marks.eventType === 'earthquake',
      isBlast: isBlast(marks),
      province: Number(provinceCode),
    })),
  );
