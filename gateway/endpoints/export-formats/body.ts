/** The body of an export: one pass measures it, a second one sends it in chunks as the client reads them. */
import type { ListPosition } from '#core/query.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { Terms } from '#core/terms.ts';
import type { ScanRequest } from '../../scan/scan.ts';
import { Scan } from '../../scan/scan.ts';
import { ClientGone } from '../../http/client-gone.ts';
import type { Work } from '../../work/work-queue.ts';
import type { Format } from './formats.ts';

/** What an export's headers need. */
export interface Extent {
  rows: number;
  /** Of the body, in bytes. */
  size: number;
  /** The following export begins after it; undefined when no row is left out. */
  end: ListPosition | undefined;
  /** Shards opened to measure it. */
  opened: number;
}

export interface ExportJob {
  scan: Omit<ScanRequest, 'signal'>;
  format: Format;
  terms: Terms[];
}

/** Opens every shard that the export needs. @throws GatewayError `unavailable` when one of them cannot be read */
export async function measure({ scan: request, format, terms }: ExportJob, work: Work): Promise<Extent> {
  const scan = new Scan({ ...request, signal: work.signal });
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

/** Least size of a chunk but the last one. Chunks depend on the rows alone, so compressed bodies are equal. */
const CHUNK_BYTES = 65536;

/** The body. No shard is opened before the client reads the rows before it, and none after the last row. */
export async function* chunksOf(
  { scan: request, format, terms }: ExportJob,
  extent: Extent,
  work: Work,
): AsyncGenerator<Uint8Array, void, void> {
  const { rows, end } = extent;
  const between = Buffer.from(format.between);
  const chunks: Buffer[] = [];
  let parts: Uint8Array[] = [Buffer.from(format.before({ rows, truncated: end !== undefined, terms }))];
  let size = 0;
  let remaining = rows;
  const add = (columns: ShardColumns, row: number): boolean => {
    const bytes = bytesOf(columns, row, format);
    if (remaining < rows) parts.push(between);
    parts.push(bytes);
    size += bytes.byteLength;
    remaining -= 1;
    if (size >= CHUNK_BYTES) {
      chunks.push(Buffer.concat(parts));
      [parts, size] = [[], 0];
    }
    return remaining > 0;
  };
  const steps = new Scan({ ...request, signal: work.signal }).steps(add);
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

const textOf = (columns: ShardColumns, row: number, render: NonNullable<Format['row']>): string =>
  render(JSON.parse(lineOf(columns, row).toString('utf8')));

const bytesOf = (columns: ShardColumns, row: number, format: Format): Buffer =>
  format.row ? Buffer.from(textOf(columns, row, format.row)) : lineOf(columns, row);

/** Sizes of rendered rows by shard, 0 where not yet known: each row is rendered for its size once. */
const rowSizes = new WeakMap<Format, WeakMap<ShardColumns, Uint32Array>>();

function sizeOf(columns: ShardColumns, row: number, format: Format): number {
  const { rows, lineStart, lineEnd } = columns;
  if (!format.row) return lineEnd[row]! - lineStart[row]!;
  const sizes = rowSizes
    .getOrInsertComputed(format, () => new WeakMap())
    .getOrInsertComputed(columns, () => new Uint32Array(rows));
  return (sizes[row] ||= Buffer.byteLength(textOf(columns, row, format.row)));
}
