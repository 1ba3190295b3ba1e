/** The line files of the buckets that a build wrote. */
import {
  bucketRows,
  idsInLineFile,
  LINE_FILE_BUCKETS,
  lineFileOf,
  readBucketLines,
  writeBucketLines,
  type LineRows,
} from '#core/bucket-lines.ts';
import type { DetailIndex } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import { linesPath } from '#core/paths.ts';
import type { Output } from './writer.ts';

/** Places of the lines of buckets that this build wrote. */
export type WrittenBuckets = Map<number, LineRows>;

interface Inputs {
  output: Output;
  /** The former build's index; undefined in a full build. */
  base: DetailIndex | undefined;
}

/** Writes the files of these buckets and sets their hashes in the index; rows of their other buckets are copied. */
export function putLineFiles({ output, base }: Inputs, index: DetailIndex, written: WrittenBuckets): void {
  for (const file of new Set([...written.keys()].map(lineFileOf))) {
    const former = base && formerFile(output, base, file);
    const first = file * LINE_FILE_BUCKETS;
    const body = writeBucketLines(
      idsInLineFile(file, index.buckets.length),
      (nth) => written.get(first + nth) ?? (former && bucketRows(former, nth)),
    );
    const hash = contentHash(body);
    output.put(linesPath(hash), body);
    index.lines[file] = hash;
  }
}

/** Numbers of the buckets with a line file that is missing or, where it has touched buckets, damaged. */
export function bucketsWithoutLines(output: Output, base: DetailIndex, touched: Iterable<number>): number[] {
  const read = new Set([...touched].map(lineFileOf));
  const lost = new Set(
    base.lines.keys().filter((file) => {
      const hash = base.lines[file];
      return read.has(file) ? !formerFile(output, base, file) : !(hash && output.exists(linesPath(hash)));
    }),
  );
  return lost.size === 0
    ? []
    : [...base.buckets.keys()].filter((bucket) => base.buckets[bucket] !== null && lost.has(lineFileOf(bucket)));
}

function formerFile(output: Output, { lines, buckets }: DetailIndex, file: number): LineRows | undefined {
  const hash = lines[file];
  const bytes = hash ? output.readBytes(linesPath(hash)) : undefined;
  return bytes && contentHash(bytes) === hash ? readBucketLines(bytes, idsInLineFile(file, buckets.length)) : undefined;
}
