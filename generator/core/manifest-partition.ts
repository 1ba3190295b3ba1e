/** Which part of the manifest an entry is in: by decade, so that a new earthquake changes the recent part alone. */
import { settledUntil, shardsOfAreas } from './areas.ts';
import { contentHash } from './etag.ts';
import type { Manifest } from './manifest-json.ts';
import { type PartEntry, writePart } from './manifest-parts.ts';
import { partPath } from './paths.ts';
import { type Bucket, bucketFrom, bucketTo } from './shard.ts';
import { civilOfEpoch, type EpochMs, parseDay } from './time.ts';

type Content = Pick<Manifest, 'shards' | 'areas'>;

const FIRST = parseDay('1900-01-01')!;

const decadeOf = (time: EpochMs): string =>
  time < FIRST ? 'before-1900' : `${Math.floor(civilOfEpoch(time).year / 10) * 10}s`;

/** By decade, the oldest first; then what is recent. */
const rankOf = (period: string): number =>
  period === 'recent' ? Infinity : period.startsWith('before-') ? -Infinity : parseInt(period, 10);

interface Rendered {
  entry: Omit<PartEntry, 'hash'>;
  text: string;
}

/** A shard is in the decade in which its bucket begins; in the recent part while reports still replace it. */
function partsOf({ shards, areas = [] }: Content): Rendered[] {
  const settled = settledUntil(shards);
  const periodOf = (bucket: Bucket): string => (bucketTo(bucket) > settled ? 'recent' : decadeOf(bucketFrom(bucket)));
  const areasIn = Map.groupBy(shardsOfAreas({ shards, areas }), ([, [first]]) => periodOf(first!));
  return [...Map.groupBy(shards, periodOf)]
    .sort(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([period, own]) => ({
      entry: {
        ...{ period, shards: own.length, count: own.reduce((sum, { count }) => sum + count, 0) },
        time: [Math.min(...own.map(({ time }) => time[0])), Math.max(...own.map(({ time }) => time[1]))],
      },
      text: writePart({ shards: own, areas: (areasIn.get(period) ?? []).map(([area]) => area) }),
    }));
}

/** Files of the parts by path, to be written before the manifest that names them. */
export function writeParts(content: Content): {
  parts: PartEntry[];
  files: Map<string, string>;
} {
  const parts = partsOf(content).map(({ entry, text }) => ({ text, entry: { hash: contentHash(text), ...entry } }));
  return {
    parts: parts.map(({ entry }) => entry),
    files: new Map(parts.map(({ entry, text }) => [partPath(entry.hash), text])),
  };
}
