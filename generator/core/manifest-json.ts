/** The content of `manifest.json`: what a dataset consists of. Also for browsers, so without hashes of its own. */
import { KNOWN_AGENCIES, shownAgencies, type Agency } from './agencies.ts';
import { catalogueJson, readCatalogueEntry, type CatalogueEntry } from './catalogue-entry.ts';
import { DETAIL_FILES, type DetailFiles } from './details.ts';
import { fail, field, instant, integer, list, object, objects, oneOf, pair, string, type Json } from './json-fields.ts';
import { COMPRESSIONS, indexPath, segmentPath, type Compression } from './paths.ts';
import { readResearchEntry, researchJson, type ResearchEntry } from './research-entry.ts';
import { fileHash, instants, readShardEntry, shardJson, type ShardEntry } from './shard-entry.ts';
import type { Span } from './solution-spans.ts';
import { formatInstant, type EpochMs } from './time.ts';

/** Raised whenever a reader of the former format would misread the new one. */
export const FORMAT = 8;

export type { ShardEntry };

/** A run of the change log: the published changes number `first` to `last`. */
export interface SegmentEntry {
  hash: string;
  first: number;
  last: number;
  updatedAt: Span;
}

export interface AnswerEntry {
  hash: string;
  /** Size in bytes, uncompressed. */
  size: number;
  /** Compressed forms that lie beside it as `.gz` and `.br`. */
  encodings: Compression[];
}

interface DetailsEntry {
  /** Hash of the index of buckets and names. */
  hash: string;
  files: DetailFiles;
  /** Hash of what renders the stored pages; absent without a site. */
  pages?: string;
}

export interface Manifest {
  format: number;
  /** Changes whenever any answer may have changed. */
  dataset: string;
  asOf: EpochMs;
  /** Number of the last published change in this dataset. */
  sequence: number;
  /** Hash over the history of changes up to `sequence`: two catalogues with the same one have published the same. */
  history: string;
  shards: ShardEntry[];
  segments: SegmentEntry[];
  /** By year, ascending. */
  research: ResearchEntry[];
  /** Parquet files, oldest first; absent where none are wanted. */
  catalogue?: CatalogueEntry[];
  details: DetailsEntry;
  /** Path → stored answer. */
  answers: Record<string, AnswerEntry>;
  /** Agencies in use that are optional; absent for none. */
  optionalAgencies?: readonly Agency[];
  /** Hash of the inputs that every detail depends on (stations), and of the settings that the files carry inside. */
  settings: string;
}

export class ManifestError extends Error {
  override name = 'ManifestError';
}

/** The last line: SHA-256 of all bytes before it, in hexadecimal digits. */
const lastLine = (sha256: string): string => `"sha256": "${sha256}"}\n`;

const LAST_LINE_LENGTH = lastLine('0'.repeat(64)).length;

/** A manifest without its last line. */
export const checkedPart = (text: string): string => text.slice(0, -LAST_LINE_LENGTH);

/** @param sha256 of the part */
export const withChecksum = (part: string, sha256: string): string => part + lastLine(sha256);

/** @param sha256 of the checked part; undefined where none can be computed. @throws ManifestError */
export function checkedJson(text: string, sha256: string | undefined): Json {
  const json = parsed(text);
  if (sha256 !== undefined && withChecksum(checkedPart(text), sha256) !== text)
    throw new ManifestError('manifest.json is damaged: what it holds has another SHA-256 than its last line says');
  return json;
}

/** What the checksum is of: one shard, segment or answer a line, so that manifests can be compared with `diff`. */
export function manifestLines(manifest: Manifest): string {
  const { shards, segments, research, catalogue, answers, details, ...rest } = manifest;
  const shardLines = shards.map((shard) => JSON.stringify(shardJson(shard)));
  const segmentLines = segments.map(({ hash, first, last, updatedAt }) =>
    JSON.stringify({ file: segmentPath(hash), first, last, updated_at: instants(updatedAt) }),
  );
  const researchLines = research.map((entry) => JSON.stringify(researchJson(entry)));
  const catalogueLines = catalogue?.map((entry) => JSON.stringify(catalogueJson(entry)));
  const answerLines = Object.entries(answers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, answer]) => `${JSON.stringify(path)}: ${JSON.stringify(answer)}`);
  return [
    '{',
    `"format": ${rest.format}, "dataset": ${JSON.stringify(rest.dataset)}, ` +
      `"as_of": ${JSON.stringify(formatInstant(rest.asOf))},`,
    `"sequence": ${rest.sequence}, "history": ${JSON.stringify(rest.history)}, ` +
      `"settings": ${JSON.stringify(rest.settings)},`,
    ...(rest.optionalAgencies ? [`"optional_agencies": ${JSON.stringify(rest.optionalAgencies)},`] : []),
    `"shards": [\n${shardLines.join(',\n')}\n],`,
    `"changes": [\n${segmentLines.join(',\n')}\n],`,
    `"research": [\n${researchLines.join(',\n')}\n],`,
    ...(catalogueLines ? [`"catalogue": [\n${catalogueLines.join(',\n')}\n],`] : []),
    `"details": ${JSON.stringify({ file: indexPath(details.hash), files: details.files, pages: details.pages })},`,
    `"answers": {\n${answerLines.join(',\n')}\n},\n`,
  ].join('\n');
}

function parsed(text: string): Json {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    throw new ManifestError('manifest.json is not whole JSON');
  }
  if (json?.['format'] !== FORMAT)
    throw new ManifestError(
      `manifest.json has format ${String(JSON.stringify(json?.['format'])).slice(0, 20)}; this version ` +
        `reads ${FORMAT}, which npm run generate writes`,
    );
  return json;
}

/** @throws ManifestError naming what is missing or wrong */
export function manifestOf(json: Json): Manifest {
  try {
    return {
      format: FORMAT,
      dataset: field(json, 'dataset', string),
      asOf: field(json, 'as_of', instant),
      sequence: field(json, 'sequence', integer),
      history: field(json, 'history', string),
      settings: field(json, 'settings', string),
      ...('optional_agencies' in json ? { optionalAgencies: field(json, 'optional_agencies', readAgencies) } : {}),
      shards: field(json, 'shards', objects).map(readShardEntry),
      segments: field(json, 'changes', objects).map(readSegment),
      research: objects(json['research'] ?? []).map(readResearchEntry),
      ...('catalogue' in json ? { catalogue: field(json, 'catalogue', objects).map(readCatalogueEntry) } : {}),
      details: field(json, 'details', (value) => readDetails(object(value))),
      answers: field(json, 'answers', readAnswers),
    };
  } catch (error) {
    throw new ManifestError(`manifest.json: ${(error as Error).message}`);
  }
}

const readAgencies = (value: unknown): Agency[] =>
  list(value).map((name) => KNOWN_AGENCIES.find((one) => one === name) ?? fail(`${JSON.stringify(name)} is no agency`));

/** The agencies that answers from a dataset name. */
export const agenciesOf = ({ optionalAgencies = [] }: Pick<Manifest, 'optionalAgencies'>): readonly Agency[] =>
  shownAgencies(optionalAgencies);

const readSegment = (json: Json): SegmentEntry => ({
  hash: field(json, 'file', fileHash(segmentPath)),
  first: field(json, 'first', integer),
  last: field(json, 'last', integer),
  updatedAt: field(json, 'updated_at', pair(instant)),
});

const readDetails = (json: Json): DetailsEntry => ({
  hash: field(json, 'file', fileHash(indexPath)),
  files: field(json, 'files', oneOf(DETAIL_FILES)),
  ...('pages' in json ? { pages: field(json, 'pages', string) } : {}),
});

function readAnswers(value: unknown): Record<string, AnswerEntry> {
  const read = (entry: unknown): AnswerEntry => ({
    hash: field(object(entry), 'hash', string),
    size: field(object(entry), 'size', integer),
    encodings: field(object(entry), 'encodings', (all) => list(all).map(oneOf(COMPRESSIONS))),
  });
  return Object.fromEntries(Object.entries(object(value)).map(([path, entry]) => [path, read(entry)]));
}
