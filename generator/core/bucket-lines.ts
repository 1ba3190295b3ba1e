/**
 * Line files: where the lines of 64 buckets are, and their checksums, so that one line is read by position and
 * verified without its bucket.
 */
import { crc32 } from 'node:zlib';
import { BUCKET_IDS, DetailBucket } from './details.ts';
import { layoutOf, newFile, readFile, ShardFormatError } from './sections.ts';

/** Buckets a file: file n has the buckets n × 64 to n × 64 + 63. */
export const LINE_FILE_BUCKETS = 64;

const LINE_FILE_IDS = LINE_FILE_BUCKETS * BUCKET_IDS;

export const lineFileOf = (bucket: number): number => Math.floor(bucket / LINE_FILE_BUCKETS);

/** Ids in a line file of a dataset with so many buckets: those of its last bucket are the last. */
export const idsInLineFile = (file: number, buckets: number): number =>
  Math.min(LINE_FILE_BUCKETS, buckets - file * LINE_FILE_BUCKETS) * BUCKET_IDS;

/** A row is an id; both ends of one without a line are 0. */
const LAYOUT = layoutOf('hipolin1', ['rows'], ({ rows }, add) => ({
  /** Where the line begins in its bucket, in bytes. */
  start: add(Uint32Array, rows),
  /** Where it ends, behind its newline. */
  end: add(Uint32Array, rows),
  /** CRC-32 of these bytes. */
  checksum: add(Uint32Array, rows),
}));

export type LineRows = ReturnType<typeof LAYOUT.sections>;

export interface BucketLines extends LineRows {
  byteLength: number;
}

/** The lines of one bucket, a row an id of it. */
export function linesOfBucket(body: Uint8Array): LineRows {
  const { sections } = newFile(LAYOUT, { rows: BUCKET_IDS });
  for (const [id, line] of new DetailBucket(body).entries()) {
    const [row, start] = [id % BUCKET_IDS, line.byteOffset - body.byteOffset];
    sections.start[row] = start;
    sections.end[row] = start + line.byteLength;
    sections.checksum[row] = crc32(line);
  }
  return sections;
}

/** @param linesOf the lines of a bucket by its place in the file; undefined for one without lines */
export function writeBucketLines(rows: number, linesOf: (bucket: number) => LineRows | undefined): Uint8Array {
  const { bytes, sections } = newFile(LAYOUT, { rows });
  for (let bucket = 0; bucket * BUCKET_IDS < rows; bucket += 1) {
    const lines = linesOf(bucket);
    if (!lines) continue;
    sections.start.set(lines.start, bucket * BUCKET_IDS);
    sections.end.set(lines.end, bucket * BUCKET_IDS);
    sections.checksum.set(lines.checksum, bucket * BUCKET_IDS);
  }
  return bytes;
}

/** @throws ShardFormatError when the bytes are not the whole line file of `rows` ids. */
export function readBucketLines(file: Uint8Array, rows: number): BucketLines {
  const { sections, byteLength } = readFile(LAYOUT, file, rows);
  if (!sections.start.every((start, row) => start <= sections.end[row]!))
    throw new ShardFormatError('a line ends before it begins');
  return { ...sections, byteLength };
}

/** Bytes [start, end) of a bucket. */
interface LinePlace {
  start: number;
  end: number;
  checksum: number;
}

/** @param lines the file of the id's bucket */
export function placeOf({ start, end, checksum }: LineRows, id: number): LinePlace | undefined {
  const row = id % LINE_FILE_IDS;
  return end[row] ? { start: start[row]!, end: end[row], checksum: checksum[row]! } : undefined;
}

/** The rows of the nth bucket of a file; none behind its last bucket. */
export function bucketRows({ start, end, checksum }: LineRows, nth: number): LineRows {
  const [from, to] = [nth * BUCKET_IDS, (nth + 1) * BUCKET_IDS];
  return { start: start.subarray(from, to), end: end.subarray(from, to), checksum: checksum.subarray(from, to) };
}
