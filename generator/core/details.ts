/**
 * Details in `dist/details/`: the newest lines in files of their own, the others in buckets by id, names in files by
 * date, and one index of their hashes.
 */
import { bucketPath, namesPath, newestPath } from './paths.ts';
import { STORED } from './stored-lines.ts';

/** Ids in a bucket: bucket n holds the ids n × 256 to n × 256 + 255. */
export const BUCKET_IDS = 256;

export const bucketOf = (id: number): number => Math.floor(id / BUCKET_IDS);

/**
 * So many of the greatest ids, or less than a bucket fewer, have files of their own: a new earthquake changes what the
 * details of those near it say, which are of the last weeks.
 */
export const NEWEST_IDS = 4096;

/** The least id behind the buckets. */
export const firstNewestOf = ({ buckets }: Pick<DetailIndex, 'buckets'>): number => buckets.length * BUCKET_IDS;

/** Number of buckets of a catalogue. The ids behind them are the newest, `newest` at most. */
export const bucketsUntil = (lastId: number, newest: number): number =>
  Math.max(0, Math.ceil((lastId + 1 - newest) / BUCKET_IDS));

const NAMES_FILES = 1024;

/** Number of the file with the slugs of a day. @param date `YYYY-MM-DD` */
export function namesFileOf(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return ((year * 12 + month) * 31 + day) % NAMES_FILES;
}

/** Number of the file with the `event_id` of an earthquake that was withdrawn or merged into another. */
export const retiredFileOf = (eventId: string): number => parseInt(eventId.slice(-3), 16) % NAMES_FILES;

/**
 * A line is, with its final newline, one of
 * - the detail endpoint's answer, `{"status":"success","earthquake":{"id":5,…}}`;
 * - in buckets what that answer is made of, `{"status":"stored","earthquake":{"id":5,…}}` (`stored-lines.ts`);
 * - the body of a 410, `{"status":"error","code":"gone","id":5,…}`: every agency withdrew the earthquake;
 * - {@link mergedLine}: it is the same as an older one, whose line is the answer.
 * In each the first `"id":` is the line's own id. Lines are in order of id; an id without a line was never given. A
 * bucket's first line names the table of stations.
 */
export const mergedLine = (id: number, into: number): string =>
  `${JSON.stringify({ status: 'merged', id, merged_into: into })}\n`;

export type DetailLine = { kind: 'record' | 'stored' | 'gone'; bytes: Uint8Array } | { kind: 'merged'; into: number };

/** A bucket's lines by id, each with its newline. */
export class DetailBucket {
  readonly #lines = new Map<number, Uint8Array>();

  /** @throws Error when the bytes are not lines with ids. */
  constructor(bytes: Uint8Array) {
    for (let from = 0; from < bytes.byteLength;) {
      const to = bytes.indexOf(NEWLINE, from) + 1;
      if (to === 0) throw new Error('the last line has no end');
      const line = bytes.subarray(from, to);
      if (from > 0 || !isHead(line)) this.#lines.set(idOfLine(line), line);
      from = to;
    }
  }

  /** In order of id. */
  entries(): Iterable<[id: number, line: Uint8Array]> {
    return this.#lines;
  }

  bytesOf(id: number): Uint8Array | undefined {
    return this.#lines.get(id);
  }
}

/** @param bytes a line of a bucket with its newline */
export function readDetailLine(bytes: Uint8Array): DetailLine {
  const head = textOf(bytes.subarray(0, HEAD_BYTES));
  if (head.startsWith(STORED)) return { kind: 'stored', bytes };
  if (head.startsWith('{"status":"success"')) return { kind: 'record', bytes };
  if (head.startsWith('{"status":"error"')) return { kind: 'gone', bytes };
  return { kind: 'merged', into: (JSON.parse(textOf(bytes)) as { merged_into: number }).merged_into };
}

const NEWLINE = 0x0a;
/** Status and id are within these. */
const HEAD_BYTES = 80;

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** Whether it names the table of stations. */
const isHead = (line: Uint8Array): boolean => textOf(line.subarray(0, HEAD_BYTES)).startsWith('{"stations"');

function idOfLine(line: Uint8Array): number {
  const [, id] = /"id":(\d{1,15})[,}]/.exec(textOf(line.subarray(0, HEAD_BYTES))) ?? [];
  if (id === undefined) throw new Error('a line without an id');
  return Number(id);
}

/** `<date>/<slug>` → the surviving earthquake's id; `event_id` of one ever withdrawn or merged → its own id. */
export type DetailNames = Map<string, number>;

export const nameKey = (date: string, slug: string): string => `${date}/${slug}`;

/** A names file: one JSON object, one name a line, in the order of their UTF-16 code units. */
export const writeNames = (names: DetailNames): string =>
  `{\n${[...names.keys()]
    .sort()
    .map((name) => `${JSON.stringify(name)}:${names.get(name)}`)
    .join(',\n')}\n}\n`;

/** @throws Error when it is no names file. */
export function readNames(bytes: Uint8Array): DetailNames {
  const names = Object.entries(JSON.parse(textOf(bytes)) as Record<string, number>);
  if (!names.every(([, id]) => Number.isSafeInteger(id))) throw new Error('a name without an id');
  return new Map(names);
}

/** Hash of every bucket, names file and line file by its number; null where there is no such file. */
export interface DetailIndex {
  buckets: (string | null)[];
  /** Of the files of the ids behind the last bucket. */
  newest: (string | null)[];
  names: (string | null)[];
  /** One for every 64 buckets (`bucket-lines.ts`). */
  lines: (string | null)[];
  /** Of the table of stations; null where no line is stored. */
  stations: string | null;
}

export const emptyIndex = (): DetailIndex => ({
  buckets: [],
  newest: [],
  names: Array<null>(NAMES_FILES).fill(null),
  lines: [],
  stations: null,
});

/** The file with the line of an id, and its hash. */
interface LineFile {
  path: string;
  /** Null or undefined when there is no such file. */
  hash: string | null | undefined;
  isNewest: boolean;
}

export function lineFileOfId(index: DetailIndex, id: number): LineFile {
  const nth = id - firstNewestOf(index);
  if (nth >= 0) return { path: newestPath(id), hash: index.newest[nth], isNewest: true };
  return { path: bucketPath(bucketOf(id)), hash: index.buckets[bucketOf(id)], isNewest: false };
}

/** No greater id was given. */
export const lastIdOf = (index: DetailIndex): number => firstNewestOf(index) + index.newest.length - 1;

/** Files of lines and of names with their hashes. */
export function numberedFiles({ buckets, newest, names }: DetailIndex): [path: string, hash: string][] {
  const first = firstNewestOf({ buckets });
  const files: [string, string | null][] = [
    ...buckets.map((hash, bucket): [string, string | null] => [bucketPath(bucket), hash]),
    ...newest.map((hash, nth): [string, string | null] => [newestPath(first + nth), hash]),
    ...names.map((hash, file): [string, string | null] => [namesPath(file), hash]),
  ];
  return files.filter((file): file is [string, string] => file[1] !== null);
}

/** Which earthquakes have files of their own under `details/id/` and `details/date/` beside their line. */
export const DETAIL_FILES = ['notable', 'all', 'none'] as const;
export type DetailFiles = (typeof DETAIL_FILES)[number];
