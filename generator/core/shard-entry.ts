/** What the manifest says of a shard. */
import { KNOWN_AGENCIES } from './earthquake.ts';
import {
  asText,
  type Codec,
  fields,
  instant,
  integer,
  list,
  number,
  object,
  type Of,
  optional,
  orNull,
  pair,
  second,
} from './codecs.ts';
import {
  columnsPath,
  fullShardPath,
  hashInPath,
  pointsPath,
  shardNamesPath,
  shardPath,
  solutionsPath,
} from './paths.ts';
import { agencyBits } from './shard.ts';
import { SOLUTION_SPANS } from './solution-spans.ts';

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

/** A file named by the hash of its content, as its path. */
export const fileHash = (pathOf: (hash: string) => string): Codec<string> =>
  asText('is not a file of this format', pathOf, (path) => {
    const hash = hashInPath(path);
    return hash !== undefined && pathOf(hash) === path ? hash : undefined;
  });

/** Of at most 81 plate codes. */
const BIT_SET = asText<bigint>(
  'is no bit set',
  (bits) => bits.toString(16),
  (text) => (/^[\da-f]{1,21}$/.test(text) ? BigInt(`0x${text}`) : undefined),
);

/** By name of the agency; those without a record are left out, and those of a later version passed over. */
const AGENCY_COUNTS: Codec<number[]> = {
  write: (counts) =>
    Object.fromEntries(KNOWN_AGENCIES.flatMap((name, bit) => (counts[bit] ? [[name, counts[bit]]] : []))),
  read(value) {
    const counts = object(value);
    return KNOWN_AGENCIES.map((name) => integer.read(counts[name] ?? 0));
  },
};

const STORED = fields({
  ...(Object.fromEntries(
    SHARD_FILES.map(([key, name, pathOf]) => [key, [name, fileHash(pathOf)]]),
  ) as unknown as Record<keyof ShardHashes, readonly [string, Codec<string>]>),
  band: integer,
  level: integer,
  index: integer,
  count: integer,
  /** Null in the band without magnitudes. */
  magnitude: orNull(pair(number)),
  latitude: pair(number),
  longitude: pair(number),
  /** Whole seconds. */
  time: pair(second),
  /** Null when no record has a depth. */
  depthKm: ['depth_km', orNull(pair(number))],
  updatedAt: ['updated_at', pair(instant)],
  /** Sum of the magnitudes, rounded to 4 decimals; 0 in the band without. */
  magnitudeSum: ['magnitude_sum', number],
  /** Bit set over plate codes: every province that some record lies in. */
  provinces: BIT_SET,
  doubtful: optional(list(integer)),
  greatest: optional(orNull(number)),
  /** How many records are blasts, or probably so; absent for 0. */
  blasts: optional(integer),
  /** How many records name each agency, in the order of KNOWN_AGENCIES. */
  agencyCounts: ['sources', AGENCY_COUNTS],
  /** Spans of each agency's solutions. */
  solutions: ['by_agency', SOLUTION_SPANS],
});

export interface ShardEntry extends Omit<Of<typeof STORED>, 'doubtful' | 'greatest' | 'blasts'> {
  /** How many records are blasts, or probably so. */
  blasts: number;
  /** Ids of the records with a doubtful magnitude. */
  doubtful: number[];
  /** Greatest magnitude that is not doubtful; null where there is none. */
  greatest: number | null;
  /** Bit set over KNOWN_AGENCIES: every agency that some record names. */
  agencies: number;
}

/** Without a doubtful magnitude, the greatest one is the end of the span. */
export const SHARD: Codec<ShardEntry> = {
  write: ({ doubtful, greatest, blasts, ...entry }) =>
    STORED.write({
      ...entry,
      ...(doubtful.length > 0 ? { doubtful, greatest } : {}),
      ...(blasts > 0 ? { blasts } : {}),
    }),
  read(value) {
    const { doubtful = [], blasts = 0, ...entry } = STORED.read(value);
    const agencies = agencyBits(KNOWN_AGENCIES.filter((_, bit) => entry.agencyCounts[bit]));
    return { greatest: entry.magnitude?.[1] ?? null, ...entry, doubtful, blasts, agencies };
  },
};
