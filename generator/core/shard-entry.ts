/** What the manifest says of a shard. */
import { KNOWN_AGENCIES } from './earthquake.ts';
import {
  fail,
  field,
  instant,
  integer,
  list,
  number,
  object,
  orNull,
  pair,
  second,
  string,
  type Json,
  type Read,
} from './json-fields.ts';
import {
  columnsPath,
  fullShardPath,
  hashInPath,
  pointsPath,
  shardNamesPath,
  shardPath,
  solutionsPath,
} from './paths.ts';
import { agencyBits, type Bucket } from './shard.ts';
import { readSolutionSpans, solutionSpansJson, times, type SolutionSpans, type Span } from './solution-spans.ts';
import { formatInstant } from './time.ts';

/** The files of a shard: where its entry has the hash, its name in the manifest, and its path. */
export const SHARD_FILES = [
  ['hash', 'file', shardPath],
  // Every agency's solution, as JSON.
  ['fullHash', 'full', fullShardPath],
  ['columnsHash', 'columns', columnsPath],
  ['solutionsHash', 'solutions', solutionsPath],
  ['namesHash', 'names', shardNamesPath],
  ['pointsHash', 'points', pointsPath],
] as const;

export type ShardHashes = Record<(typeof SHARD_FILES)[number][0], string>;

export const shardHashes = (entry: ShardHashes): string[] => SHARD_FILES.map(([key]) => entry[key]);
export const shardFiles = (entry: ShardHashes): string[] => SHARD_FILES.map(([key, , pathOf]) => pathOf(entry[key]));

export interface ShardEntry extends Bucket, ShardHashes {
  count: number;
  /** Whole seconds, as EpochMs. */
  time: Span;
  /** Null in the band without magnitudes. */
  magnitude: Span | null;
  /** Null when no record has a depth. */
  depthKm: Span | null;
  latitude: Span;
  longitude: Span;
  updatedAt: Span;
  /** Bit set over KNOWN_AGENCIES: every agency that some record names. */
  agencies: number;
  /** How many records name each agency, in the order of KNOWN_AGENCIES. */
  agencyCounts: number[];
  /** Bit set over plate codes: every province that some record lies in. */
  provinces: bigint;
  /** Ids of the records with a doubtful magnitude. */
  doubtful: number[];
  /** Greatest magnitude that is not doubtful; null where there is none. */
  greatest: number | null;
  /** Sum of the magnitudes, rounded to 4 decimals; 0 in the band without. */
  magnitudeSum: number;
  /** Spans of each agency's solutions. */
  solutions: SolutionSpans;
}

export const instants = ([from, to]: Span): [string, string] => [formatInstant(from), formatInstant(to)];

export const shardJson = (shard: ShardEntry): Json => ({
  ...Object.fromEntries(SHARD_FILES.map(([key, name, pathOf]) => [name, pathOf(shard[key])])),
  band: shard.band,
  level: shard.level,
  index: shard.index,
  count: shard.count,
  magnitude: shard.magnitude,
  latitude: shard.latitude,
  longitude: shard.longitude,
  time: times(shard.time),
  depth_km: shard.depthKm,
  updated_at: instants(shard.updatedAt),
  magnitude_sum: shard.magnitudeSum,
  provinces: shard.provinces.toString(16),
  ...(shard.doubtful.length > 0 ? { doubtful: shard.doubtful, greatest: shard.greatest } : {}),
  sources: Object.fromEntries(
    KNOWN_AGENCIES.flatMap((agency, bit) => (shard.agencyCounts[bit] ? [[agency, shard.agencyCounts[bit]]] : [])),
  ),
  by_agency: solutionSpansJson(shard.solutions),
});

export function readShardEntry(json: Json): ShardEntry {
  const counts = field(json, 'sources', object);
  const magnitude = field(json, 'magnitude', orNull(pair(number)));
  const hashes = Object.fromEntries(
    SHARD_FILES.map(([key, name, pathOf]) => [key, field(json, name, fileHash(pathOf))]),
  ) as ShardHashes;
  return {
    ...hashes,
    band: field(json, 'band', integer),
    level: field(json, 'level', integer),
    index: field(json, 'index', integer),
    count: field(json, 'count', integer),
    time: field(json, 'time', pair(second)),
    magnitude,
    depthKm: field(json, 'depth_km', orNull(pair(number))),
    latitude: field(json, 'latitude', pair(number)),
    longitude: field(json, 'longitude', pair(number)),
    updatedAt: field(json, 'updated_at', pair(instant)),
    agencies: agencyBits(KNOWN_AGENCIES.filter((agency) => counts[agency])),
    agencyCounts: KNOWN_AGENCIES.map((agency) => integer(counts[agency] ?? 0)),
    doubtful: json['doubtful'] === undefined ? [] : field(json, 'doubtful', list).map(integer),
    greatest: json['greatest'] === undefined ? (magnitude?.[1] ?? null) : field(json, 'greatest', orNull(number)),
    magnitudeSum: field(json, 'magnitude_sum', number),
    provinces: field(json, 'provinces', bitSet),
    solutions: field(json, 'by_agency', readSolutionSpans),
  };
}

/** Of at most 81 plate codes. */
const bitSet: Read<bigint> = (value) =>
  /^[\da-f]{1,21}$/.test(string(value))
    ? BigInt(`0x${value as string}`)
    : fail(`${JSON.stringify(value)} is no bit set`);

export const fileHash =
  (pathOf: (hash: string) => string): Read<string> =>
  (value) => {
    const hash = hashInPath(string(value));
    return hash !== undefined && pathOf(hash) === value
      ? hash
      : fail(`${JSON.stringify(value)} is not a file of this format`);
  };
