/** The content of `manifest.json`: what a dataset consists of. Also for browsers, so without hashes of its own. */
import { KNOWN_AGENCIES, shownAgencies, type Agency } from './agencies.ts';
import {
  asText,
  fields,
  instant,
  integer,
  list,
  type Of,
  oneOf,
  optional,
  pair,
  record,
  string,
  type Json,
} from './codecs.ts';
import { DETAIL_FILES } from './details.ts';
import {
  cataloguePath,
  COMPRESSIONS,
  declusteredPath,
  indexPath,
  periodOf,
  segmentPath,
  statisticsPath,
} from './paths.ts';
import { ManifestError } from './manifest-checksum.ts';
import { PART, type PartContent, type PartEntry } from './manifest-parts.ts';
import { fileHash, type ShardEntry } from './shard-entry.ts';
import { formatDay, parseDay, type EpochMs } from './time.ts';

export type { PartEntry, ShardEntry };

/** A run of the change log: the published changes number `first` to `last`. */
const SEGMENT = fields({
  hash: ['file', fileHash(segmentPath)],
  first: integer,
  last: integer,
  updatedAt: ['updated_at', pair(instant)],
});
export type SegmentEntry = Of<typeof SEGMENT>;

/** Research files of one year. */
const RESEARCH = fields({
  year: integer,
  /** Earthquakes in it. */
  count: integer,
  statisticsHash: ['statistics', fileHash(statisticsPath)],
  declusteredHash: ['declustered', fileHash(declusteredPath)],
});
export type ResearchEntry = Of<typeof RESEARCH>;

export const researchFiles = ({ statisticsHash, declusteredHash }: ResearchEntry): string[] => [
  statisticsPath(statisticsHash),
  declusteredPath(declusteredHash),
];

/** A Parquet file of the catalogue. */
const CATALOGUE = fields({
  /** A year, `before-1900` or `recent`. */
  period: ['file', asText('is no such file', cataloguePath, periodOf)],
  hash: string,
  /** In bytes. */
  size: integer,
  /** Earthquakes in it. */
  count: integer,
});
export type CatalogueEntry = Of<typeof CATALOGUE>;

/** A file of a release. */
const RELEASE_FILE = fields({
  path: ['file', string],
  hash: string,
  /** In bytes. */
  size: integer,
  /** CRC-32 of each piece of `PIECE_BYTES`, the last one shorter. */
  pieces: list(integer),
});
export type ReleaseEntry = Of<typeof RELEASE_FILE>;

const ANSWER = fields({
  hash: string,
  /** Size in bytes, uncompressed. */
  size: integer,
  /** Compressed forms that lie beside it as `.gz` and `.br`. */
  encodings: list(oneOf(COMPRESSIONS)),
});
export type AnswerEntry = Of<typeof ANSWER>;

const DETAILS = fields({
  /** Hash of the index of buckets and names. */
  hash: ['file', fileHash(indexPath)],
  files: oneOf(DETAIL_FILES),
  /** Hash of what renders the stored pages; absent without a site. */
  pages: optional(string),
});

/** `YYYY-MM-DD`. */
const DAY_TEXT = asText<EpochMs>('where a day is due', formatDay, parseDay);

const MANIFEST = fields({
  format: integer,
  /** Changes whenever any answer may have changed. */
  dataset: string,
  /** Day (UTC) of the build: the beginning of it. The minute is in `status.json`. */
  day: DAY_TEXT,
  /** Number of the last published change in this dataset. */
  sequence: integer,
  /** Hash over the history of changes up to `sequence`: two catalogues with the same one have published the same. */
  history: string,
  /** Hash of the inputs that every detail depends on (stations), and of the settings that the files carry inside. */
  settings: string,
  /** Agencies in use that are optional; absent for none. */
  optionalAgencies: ['optional_agencies', optional(list(oneOf(KNOWN_AGENCIES)))],
  /** Of the entries of shards and area indexes, oldest first. */
  parts: list(PART),
  segments: ['changes', list(SEGMENT)],
  /** By year, ascending. */
  research: list(RESEARCH),
  /** Parquet files, oldest first; absent where none are wanted. */
  catalogue: optional(list(CATALOGUE)),
  /** Files of releases, the latest release first; absent without any. */
  releases: optional(list(RELEASE_FILE)),
  details: DETAILS,
  /** Path → stored answer. */
  answers: record(ANSWER),
});
/** `manifest.json` itself. */
export type ManifestRoot = Of<typeof MANIFEST>;

/** With its parts. */
export interface Manifest extends ManifestRoot {
  /** Band by band, oldest first. */
  shards: ShardEntry[];
  /** Band by band, oldest first; absent for none. */
  areas?: PartContent['areas'];
}

/** What the checksum is of: one part, segment or answer a line, so that manifests can be compared with `diff`. */
export function manifestLines(manifest: ManifestRoot): string {
  const json = MANIFEST.write(manifest) as Json;
  const member = (name: string): string => `${JSON.stringify(name)}: ${JSON.stringify(json[name])}`;
  const members = (...names: string[]): string[] =>
    json[names[0]!] === undefined ? [] : [`${names.map(member).join(', ')},`];
  const lines = (name: string): string[] => {
    const items = json[name] as Json[] | undefined;
    return items ? [`"${name}": [\n${items.map((one) => JSON.stringify(one)).join(',\n')}\n],`] : [];
  };
  const answers = Object.entries(json['answers'] as Json)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, answer]) => `${JSON.stringify(path)}: ${JSON.stringify(answer)}`);
  return [
    '{',
    ...[members('format', 'dataset', 'day'), members('sequence', 'history', 'settings')].flat(),
    ...members('optional_agencies'),
    ...['parts', 'changes', 'research', 'catalogue', 'releases'].flatMap(lines),
    ...members('details'),
    `"answers": {\n${answers.join(',\n')}\n},\n`,
  ].join('\n');
}

/** @throws ManifestError naming what is missing or wrong */
export function rootOf(json: Json): ManifestRoot {
  try {
    return MANIFEST.read(json);
  } catch (error) {
    throw new ManifestError(`manifest.json: ${(error as Error).message}`);
  }
}

/** The agencies that answers from a dataset name. */
export const agenciesOf = ({ optionalAgencies = [] }: Pick<Manifest, 'optionalAgencies'>): readonly Agency[] =>
  shownAgencies(optionalAgencies);
