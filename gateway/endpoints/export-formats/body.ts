/** An export as it is made: measured first, in one pass that keeps nothing, then sent in a second one, chunk by chunk as the client takes them. */
import type { ListPosition } from '#core/query.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { Terms } from '#core/terms.ts';
import type { ScanRequest } from '../../scan/scan.ts';
import { Scan } from '../../scan/scan.ts';
import { ClientGone } from '../../http/client-gone.ts';
import type { Work } from '../../work/work-queue.ts';
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

export interface ExportJob {
  reading: Omit<ScanRequest, 'signal'>;
  format: Format;
  terms: Terms[];
}

/** Opens every shard that the export needs. @throws GatewayError `unavailable` when one of them cannot be read */
export async function measure({ reading, format, terms }: ExportJob, work: Work): Promise<Extent> {
  const scan = new Scan({ ...reading, signal: work.signal });
  let rows = 0;
  let size = 0;
  const add = (columns: ShardColumns, row: number): true => {
    rows += 1;
    size += sizeOf(columns, row, format);
    return true;
  };
  await work.run(scan.steps(add));
  const { end, opened } = scan;
  const frame = format.before({ rows, truncated: end !== undefined, terms }) + format.after(rows);
  size += Buffer.byteLength(frame) + format.between.length * Math.max(0, rows - 1);
  return { rows, size, end, opened };
}

/** Bytes of a chunk at least, but for the last one. Where chunks end depends on the rows alone: their compressed forms are the same each time. */
const CHUNK = 65536;

/** The whole body. No shard is opened before the rows at hand are taken, and none after the last row. */
export async function* chunksOf(
  { reading, format, terms }: ExportJob,
  extent: Extent,
  work: Work,
): AsyncGenerator<Uint8Array, void, void> {
  const { rows, end } = extent;
  const between = Buffer.from(format.between);
  const chunks: Buffer[] = [];
  let parts: Uint8Array[] = [Buffer.from(format.before({ rows, truncated: end !== undefined, terms }))];
  let size = 0;
  let left = rows;
  const add = (columns: ShardColumns, row: number): boolean => {
    const bytes = bytesOf(columns, row, format);
    if (left < rows) parts.push(between);
    parts.push(bytes);
    size += bytes.byteLength;
    left -= 1;
    if (size >= CHUNK) {
      chunks.push(Buffer.concat(parts));
      [parts, size] = [[], 0];
    }
    return left > 0;
  };
  const steps = new Scan({ ...reading, signal: work.signal }).steps(add);
  try {
    for (let done = rows === 0; !done;) {
      done = await work.step(steps);
      yield* chunks.splice(0);
    }
  } catch (error) {
    if (error instanceof ClientGone) return;
    throw error;
  }
  yield Buffer.concat([...parts, Buffer.from(format.after(rows))]);
}

const lineOf = ({ bytes, lineStart, lineEnd }: ShardColumns, row: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + lineStart[row]!, lineEnd[row]! - lineStart[row]!);

const textOf = (columns: ShardColumns, row: number, make: NonNullable<Format['row']>): string =>
  make(JSON.parse(lineOf(columns, row).toString('utf8')));

const bytesOf = (columns: ShardColumns, row: number, format: Format): Buffer =>
  format.row ? Buffer.from(textOf(columns, row, format.row)) : lineOf(columns, row);

/** Sizes of the rows that were made of a shard's records, 0 where not yet: each is made for its size once, whatever is asked for afterwards. */
const made = new WeakMap<Format, WeakMap<ShardColumns, Uint32Array>>();

function sizeOf(columns: ShardColumns, row: number, format: Format): number {
  const { rows, lineStart, lineEnd } = columns;
  if (!format.row) return lineEnd[row]! - lineStart[row]!;
  const sizes = made
    .getOrInsertComputed(format, () => new WeakMap())
    .getOrInsertComputed(columns, () => new Uint32Array(rows));
  return (sizes[row] ||= Buffer.byteLength(textOf(columns, row, format.row)));
}
