/** An export as it is made: measured first, in one pass that keeps nothing, then sent in a second one, chunk by chunk as the client takes them. */
import type { Terms } from '#core/terms.ts';
import type { ListPosition } from '#core/query.ts';
import type { Row } from '../scan.ts';
import { Scan } from '../scan.ts';
import type { Reading } from '../scan.ts';
import type { Format } from './formats.ts';

/** What is known of an export before its first byte. */
export interface Extent {
  rows: number;
  /** Of the whole body, in bytes. */
  size: number;
  /** Where the following export begins; undefined when no row is left out. */
  end: ListPosition | undefined;
  /** Shards opened to find this out. */
  opened: number;
}

export interface Making {
  reading: Reading;
  format: Format;
  terms: Terms[];
}

/** Opens every shard that the export needs. @throws GatewayError `unavailable` when one of them cannot be read */
export async function measure({ reading, format, terms }: Making): Promise<Extent> {
  const scan = new Scan(reading);
  let rows = 0;
  let size = 0;
  for await (const batch of scan.batches()) {
    for (const row of batch) size += sizeOf(row, format);
    rows += batch.length;
  }
  const { end, opened } = scan;
  const frame = format.before({ rows, truncated: end !== undefined, terms }) + format.behind(rows);
  size += Buffer.byteLength(frame) + format.between.length * Math.max(0, rows - 1);
  return { rows, size, end, opened };
}

/** Bytes of a chunk at least, but for the last one. Where chunks end depends on the rows alone: their compressed forms are the same each time. */
const CHUNK = 65536;

/** The whole body. No shard is opened before the rows at hand are taken, and none after the last row. */
export async function* chunksOf({ reading, format, terms }: Making, extent: Extent): AsyncGenerator<Uint8Array> {
  const { rows, end } = extent;
  const between = Buffer.from(format.between);
  let parts: Uint8Array[] = [Buffer.from(format.before({ rows, truncated: end !== undefined, terms }))];
  let size = 0;
  let left = rows;
  const scan = new Scan({ ...reading, query: { ...reading.query, limit: rows } });
  if (rows > 0)
    for await (const batch of scan.batches()) {
      for (const row of batch) {
        const bytes = bytesOf(row, format);
        if (left < rows) parts.push(between);
        parts.push(bytes);
        size += bytes.byteLength;
        left -= 1;
        if (size < CHUNK) continue;
        yield Buffer.concat(parts);
        parts = [];
        size = 0;
      }
      if (left === 0) break;
    }
  yield Buffer.concat([...parts, Buffer.from(format.behind(rows))]);
}

const lineOf = ({ columns: { bytes, lineStart, lineEnd }, row }: Row): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + lineStart[row]!, lineEnd[row]! - lineStart[row]!);

const textOf = (row: Row, make: NonNullable<Format['row']>): string => make(JSON.parse(lineOf(row).toString('utf8')));

const bytesOf = (row: Row, format: Format): Buffer => (format.row ? Buffer.from(textOf(row, format.row)) : lineOf(row));

const sizeOf = (row: Row, format: Format): number =>
  format.row ? Buffer.byteLength(textOf(row, format.row)) : lineOf(row).byteLength;
