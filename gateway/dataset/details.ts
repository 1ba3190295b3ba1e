/** Lines of details: of the newest a file each, of the others read by position and verified by their checksums. */
import { crc32 } from 'node:zlib';
import { type BucketLines, idsInLineFile, lineFileOf, placeOf, readBucketLines } from '#core/bucket-lines.ts';
import { bucketOf, type DetailIndex, type DetailLine, lineFileOfId, readDetailLine } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import { contentPaths, linesPath, stationTablePath } from '#core/paths.ts';
import { readStationTable, wholeLine } from '#core/stored-lines.ts';
import type { DatasetCaches } from './caches.ts';
import type { Reader } from './folder-reader.ts';

/** An answer: a record, or the body of a 410. */
export interface AnswerLine {
  kind: 'record' | 'gone';
  /** Of all that its bytes depend on. */
  hash: string;
  bytes: Uint8Array;
}

export type AnyLine = AnswerLine | Extract<DetailLine, { kind: 'merged' }>;

/** The table of stations, and its hash. */
interface StationTable {
  hash: string;
  rows: readonly Uint8Array[];
}

/** A line as it is stored; its answer is made when its bytes are needed, so for no 304. */
class StoredLine implements AnswerLine {
  readonly kind = 'record';
  readonly hash: string;
  readonly #line: Uint8Array;
  readonly #stations: StationTable;
  #bytes: Uint8Array | undefined;

  constructor(line: Uint8Array, stations: StationTable) {
    this.#line = line;
    this.#stations = stations;
    this.hash = contentHash(line).slice(0, 16) + stations.hash.slice(0, 8);
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= wholeLine(this.#line, this.#stations.rows));
  }
}

function answerOf(line: DetailLine, stations: StationTable | undefined): AnyLine {
  if (line.kind === 'merged') return line;
  const { kind, bytes } = line;
  return kind === 'stored' ? new StoredLine(bytes, stations!) : { kind, bytes, hash: contentHash(bytes) };
}

type Part = ReturnType<Reader['readPart']>;
type Place = NonNullable<ReturnType<typeof placeOf>>;

async function verifiedPart(read: Part, { checksum }: Place): Promise<Uint8Array | undefined> {
  const part = await read;
  return part && crc32(part) === checksum ? part : undefined;
}

/** Files of a dataset, each verified. */
interface Files {
  reader: Reader;
  isBroken(path: string): boolean;
  /** @throws GatewayError `unavailable`, as the next one */
  parsed<T>(paths: string[], hash: string, parse: (bytes: Uint8Array) => T): Promise<T>;
  verified(paths: string[], hash: string): Promise<Uint8Array>;
}

export class Details {
  readonly #files: Files;
  readonly #caches: Pick<DatasetCaches, 'bucketLines' | 'stationTables'>;

  constructor(files: Files, caches: Pick<DatasetCaches, 'bucketLines' | 'stationTables'>) {
    this.#files = files;
    this.#caches = caches;
  }

  /** @returns at once where nothing must be waited for @throws GatewayError `unavailable` */
  of(id: number, index: DetailIndex): AnyLine | undefined | Promise<AnyLine | undefined> {
    const { path, hash, isNewest } = lineFileOfId(index, id);
    if (!hash) return undefined;
    const lines = this.#caches.bucketLines.cached(lineFileHash(id, index));
    const stations = this.#caches.stationTables.cached(index.stations ?? '');
    if (isNewest || !lines || (!stations && index.stations !== null) || this.#files.isBroken(path))
      return this.#load(id, index);
    const place = placeOf(lines, id);
    if (!place) return undefined;
    const part = this.#files.reader.readPart(path, place.start, place.end);
    if (!(part instanceof Uint8Array) || crc32(part) !== place.checksum) return this.#load(id, index, part);
    return answerOf(readDetailLine(part), stations);
  }

  /** @param part what was read of the line, if anything */
  async #load(id: number, index: DetailIndex, part?: Part): Promise<AnyLine | undefined> {
    const { path: file, hash, isNewest } = lineFileOfId(index, id);
    const paths = contentPaths(file, hash!);
    if (isNewest) return answerOf(readDetailLine(await this.#files.verified(paths, hash!)), undefined);
    const lines = await this.#linesOf(id, index);
    const place = placeOf(lines, id);
    if (!place) return undefined;
    const line = readDetailLine((await verifiedPart(part, place)) ?? (await this.#bytesAt(paths, place, hash!)));
    return answerOf(line, line.kind === 'stored' ? await this.#stationsOf(index) : undefined);
  }

  async #bytesAt(paths: string[], place: Place, hash: string): Promise<Uint8Array> {
    const { start, end } = place;
    if (!this.#files.isBroken(paths[0]!))
      for (const path of paths) {
        const part = await verifiedPart(this.#files.reader.readPart(path, start, end), place);
        if (part) return part;
      }
    const whole = await this.#files.verified(paths, hash);
    return Uint8Array.from(whole.subarray(start, end));
  }

  /** The line file of an id's bucket. */
  #linesOf(id: number, index: DetailIndex): Promise<BucketLines> {
    const hash = lineFileHash(id, index);
    const ids = idsInLineFile(lineFileOf(bucketOf(id)), index.buckets.length);
    return this.#caches.bucketLines.get(hash, () =>
      this.#files.parsed([linesPath(hash)], hash, (bytes) => readBucketLines(bytes, ids)),
    );
  }

  #stationsOf({ stations }: DetailIndex): Promise<StationTable> {
    const hash = stations ?? '';
    return this.#caches.stationTables.get(hash, () =>
      this.#files.parsed([stationTablePath(hash)], hash, (bytes) => ({ hash, rows: readStationTable(bytes) })),
    );
  }
}

const lineFileHash = (id: number, { lines }: DetailIndex): string => lines[lineFileOf(bucketOf(id))] ?? '';
