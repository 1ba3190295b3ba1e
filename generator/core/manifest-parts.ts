/** Parts of the manifest: entries of shards and area indexes. Also for browsers, as the manifest. */
import { asText, fields, integer, list, type Of, pair, second } from './codecs.ts';
import { areaPath, partPath } from './paths.ts';
import { type Bucket, bucketFrom } from './shard.ts';
import { fileHash, SHARD } from './shard-entry.ts';

/** An area index, of the oldest shards of a bucket that have `count` rows together. */
const AREA = fields({
  hash: ['file', fileHash(areaPath)],
  band: integer,
  level: integer,
  index: integer,
  count: integer,
});

const CONTENT = fields({ shards: list(SHARD), areas: list(AREA) });
export type PartContent = Of<typeof CONTENT>;

/** The content of a part. @throws Error when it is none */
export const readPart = (text: string): PartContent => CONTENT.read(JSON.parse(text));

const PERIOD = asText(
  'is no period',
  (period: string) => period,
  (text) => (/^(?:before-1900|\d{4}s|recent)$/.test(text) ? text : undefined),
);

/** What the manifest says of a part. */
export const PART = fields({
  hash: ['file', fileHash(partPath)],
  /** A decade as in `1990s`, `before-1900` or `recent`. */
  period: PERIOD,
  /** How many shards. */
  shards: integer,
  /** Earthquakes in them. */
  count: integer,
  /** Whole seconds. */
  time: pair(second),
});
export type PartEntry = Of<typeof PART>;

/** One shard or index a line, so that parts can be compared with `diff`. */
export function writePart(content: PartContent): string {
  const { shards, areas } = CONTENT.write(content) as Record<keyof PartContent, unknown[]>;
  const lines = (items: unknown[]): string => items.map((one) => JSON.stringify(one)).join(',\n');
  return `{"shards": [\n${lines(shards)}\n],\n"areas": [\n${lines(areas)}\n]}\n`;
}

const byBucket = (a: Bucket, b: Bucket): number => a.band - b.band || bucketFrom(a) - bucketFrom(b);

/** Entries of all parts: band by band, oldest first. No areas for none. */
export function together(parts: readonly PartContent[]): Partial<PartContent> & Pick<PartContent, 'shards'> {
  const shards = parts.flatMap((part) => part.shards).sort(byBucket);
  const areas = parts.flatMap((part) => part.areas).sort(byBucket);
  return { shards, ...(areas.length > 0 ? { areas } : {}) };
}
