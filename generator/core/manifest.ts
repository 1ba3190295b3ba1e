/** `manifest.json`: what a dataset consists of. Written last, read first. */
import type { Agency } from './earthquake.ts';
import { AGENCIES } from './earthquake.ts';
import type { Bucket } from './shard.ts';
import { agencyBits } from './shard.ts';
import type { EpochMs } from './time.ts';
import { formatInstant, formatSecond, parseCivil, parseInstant } from './time.ts';

/** Raised whenever a reader of the former format would misread the new one. */
export const FORMAT = 1;

/** Both ends inclusive. */
export type Span = [number, number];

export interface ShardEntry extends Bucket {
  hash: string;
  /** Hash of the companion with the agency solutions. */
  fullHash: string;
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
  /** Bit set over AGENCIES: every agency that some record names. */
  agencies: number;
  /** How many records name each agency, in the order of AGENCIES. */
  agencyCounts: number[];
  /** Sum of the magnitudes, rounded to 4 decimals; 0 in the band without. */
  magnitudeSum: number;
}

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
  encodings: ('gzip' | 'br')[];
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
  /** Path → stored answer. */
  answers: Record<string, AnswerEntry>;
  /** Hash of the inputs that every detail depends on (stations), and of the settings that the files carry inside. */
  settings: string;
}

export class ManifestError extends Error {
  override name = 'ManifestError';
}

const times = ([from, to]: Span): [string, string] => [formatSecond(from), formatSecond(to)];
const instants = ([from, to]: Span): [string, string] => [formatInstant(from), formatInstant(to)];

/** One shard, segment or answer a line, so that two manifests can be compared with a plain `diff`. */
export function writeManifest(manifest: Manifest): string {
  const { shards, segments, answers, ...rest } = manifest;
  const shardLines = shards.map(
    ({ hash, fullHash, time, depthKm, updatedAt, agencies: _agencies, agencyCounts, magnitudeSum, ...entry }) =>
      JSON.stringify({
        file: `shards/${hash}.json`,
        full: `shards/${fullHash}.full.json`,
        ...entry,
        time: times(time),
        depth_km: depthKm,
        updated_at: instants(updatedAt),
        magnitude_sum: magnitudeSum,
        sources: Object.fromEntries(
          AGENCIES.flatMap((agency, bit) => (agencyCounts[bit] ? [[agency, agencyCounts[bit]]] : [])),
        ),
      }),
  );
  const segmentLines = segments.map(({ hash, first, last, updatedAt }) =>
    JSON.stringify({ file: `changes/${hash}.json`, first, last, updated_at: instants(updatedAt) }),
  );
  const answerLines = Object.keys(answers)
    .sort()
    .map((path) => `${JSON.stringify(path)}: ${JSON.stringify(answers[path])}`);
  return [
    '{',
    `"format": ${rest.format}, "dataset": ${JSON.stringify(rest.dataset)}, "as_of": ${JSON.stringify(formatInstant(rest.asOf))},`,
    `"sequence": ${rest.sequence}, "history": ${JSON.stringify(rest.history)}, "settings": ${JSON.stringify(rest.settings)},`,
    `"shards": [\n${shardLines.join(',\n')}\n],`,
    `"changes": [\n${segmentLines.join(',\n')}\n],`,
    `"answers": {\n${answerLines.join(',\n')}\n}`,
    '}\n',
  ].join('\n');
}

type Json = Record<string, unknown>;

/** @throws ManifestError naming what is missing or wrong. */
export function readManifest(text: string): Manifest {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    throw new ManifestError('manifest.json is not whole JSON');
  }
  if (json?.['format'] !== FORMAT)
    throw new ManifestError(
      `manifest.json has format ${JSON.stringify(json?.['format'])}; this version reads ${FORMAT}`,
    );
  try {
    return {
      format: FORMAT,
      dataset: string(json['dataset']),
      asOf: instant(json['as_of']),
      sequence: integer(json['sequence']),
      history: string(json['history']),
      settings: string(json['settings']),
      shards: list(json['shards']).map(readShardEntry),
      segments: list(json['changes']).map(readSegment),
      answers: readAnswers(json['answers']),
    };
  } catch (error) {
    throw new ManifestError(`manifest.json: ${(error as Error).message}`);
  }
}

function readShardEntry(json: Json): ShardEntry {
  return {
    hash: fileHash(json['file'], /^shards\/([0-9a-f]{24})\.json$/),
    fullHash: fileHash(json['full'], /^shards\/([0-9a-f]{24})\.full\.json$/),
    band: integer(json['band']),
    level: integer(json['level']),
    index: integer(json['index']),
    count: integer(json['count']),
    time: pair(json['time'], second),
    magnitude: json['magnitude'] === null ? null : pair(json['magnitude'], number),
    depthKm: json['depth_km'] === null ? null : pair(json['depth_km'], number),
    latitude: pair(json['latitude'], number),
    longitude: pair(json['longitude'], number),
    updatedAt: pair(json['updated_at'], instant),
    agencies: agencyBits(Object.keys(object(json['sources'])) as Agency[]),
    agencyCounts: AGENCIES.map((agency) => integer(object(json['sources'])[agency] ?? 0)),
    magnitudeSum: number(json['magnitude_sum']),
  };
}

const readSegment = (json: Json): SegmentEntry => ({
  hash: fileHash(json['file'], /^changes\/([0-9a-f]{24})\.json$/),
  first: integer(json['first']),
  last: integer(json['last']),
  updatedAt: pair(json['updated_at'], instant),
});

function readAnswers(value: unknown): Record<string, AnswerEntry> {
  const answers: Record<string, AnswerEntry> = {};
  for (const [path, entry] of Object.entries(object(value))) {
    const { hash, size, encodings } = object(entry);
    answers[path] = {
      hash: string(hash),
      size: integer(size),
      encodings: list(encodings) as unknown as ('gzip' | 'br')[],
    };
  }
  return answers;
}

function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('an object is missing');
  return value as Json;
}
function list(value: unknown): Json[] {
  if (!Array.isArray(value)) throw new Error('a list is missing');
  return value as Json[];
}
function string(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} where a text is due`);
  return value;
}
function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Error(`${JSON.stringify(value)} where a number is due`);
  return value;
}
function integer(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error(`${JSON.stringify(value)} where a whole number is due`);
  return value as number;
}
function instant(value: unknown): EpochMs {
  return parseInstant(string(value)) ?? fail(`${JSON.stringify(value)} where an instant is due`);
}
function second(value: unknown): EpochMs {
  return parseCivil(string(value)) ?? fail(`${JSON.stringify(value)} where a time is due`);
}
function pair(value: unknown, read: (value: unknown) => number): Span {
  const [from, to] = list(value) as unknown[];
  return [read(from), read(to)];
}
function fileHash(value: unknown, form: RegExp): string {
  return form.exec(string(value))?.[1] ?? fail(`${JSON.stringify(value)} is not a file of this format`);
}
function fail(message: string): never {
  throw new Error(message);
}
