/** The body of an export: one pass measures it, a second one sends it in chunks as the client reads them. */
import { SEPARATOR_BYTES } from '#core/sections.ts';
import type { ListPosition } from '#core/query.ts';
import type { Terms } from '#core/terms.ts';
import type { OpenShard } from '../../dataset/lines.ts';
import { ClientGone } from '../../http/client-gone.ts';
import type { ReadLines } from '../../scan/lines.ts';
import type { ScanRequest } from '../../scan/scan.ts';
import { Scan } from '../../scan/scan.ts';
import type { Work } from '../../work/work-queue.ts';
import type { Format } from './formats.ts';
import { LineBatches } from './line-batches.ts';

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
  lines: ReadLines;
  format: Format;
  terms: Terms[];
}

/** Opens every shard that the export needs. @throws GatewayError `unavailable` when one of them cannot be read */
export async function measure({ scan: request, lines, format, terms }: ExportJob, work: Work): Promise<Extent> {
  const scan = new Scan({ ...request, signal: work.signal });
  let rows = 0;
  let size = 0;
  const seen = new Set<OpenShard>();
  const batches = new LineBatches(lines, (line, shard, row) => {
    if (format.row) sizesOf(format.row, shard)[row] ||= bytesOf(line, format).byteLength;
    size += sizeOf(shard, row, format);
  });
  const add = (shard: OpenShard, row: number): boolean | Promise<boolean> => {
    rows += 1;
    const known = sizeOf(shard, row, format);
    // One line of each shard is read in any case: a file that is missing is an error before the body and not in it.
    if (known === 0 || !seen.has(shard)) return (seen.add(shard), batches.add(shard, row));
    size += known;
    return true;
  };
  await work.run(scan.steps(add));
  await work.run(batches.rest());
  const { end, opened } = scan;
  const frame = format.before({ rows, truncated: end !== undefined, terms }) + format.after(rows);
  size += Buffer.byteLength(frame) + format.between.length * Math.max(0, rows - 1);
  return { rows, size, end, opened };
}

/** Least size of a chunk but the last one. Chunks depend on the rows alone, so compressed bodies are equal. */
const CHUNK_BYTES = 65536;

/** The body. No shard is opened before the client reads the rows before it, and none after the last row. */
export async function* chunksOf(
  { scan: request, lines, format, terms }: ExportJob,
  extent: Extent,
  work: Work,
): AsyncGenerator<Uint8Array, void, void> {
  const { rows, end } = extent;
  const between = Buffer.from(format.between);
  const chunks: Buffer[] = [];
  let parts: Uint8Array[] = [Buffer.from(format.before({ rows, truncated: end !== undefined, terms }))];
  let size = 0;
  let [remaining, taken] = [rows, 0];
  const batches = new LineBatches(lines, (line) => {
    const bytes = bytesOf(line, format);
    if (remaining < rows) parts.push(between);
    parts.push(bytes);
    size += bytes.byteLength;
    remaining -= 1;
    if (size < CHUNK_BYTES) return;
    chunks.push(Buffer.concat(parts));
    [parts, size] = [[], 0];
  });
  const add = (shard: OpenShard, row: number): boolean | Promise<boolean> => {
    taken += 1;
    const more = batches.add(shard, row);
    return taken < rows ? more : Promise.resolve(more).then(() => false);
  };
  const scan = new Scan({ ...request, signal: work.signal }).steps(add);
  try {
    for (const steps of rows === 0 ? [] : [scan, batches.rest()])
      for (let done = false; !done;) {
        done = await work.step(steps);
        yield* chunks.splice(0);
      }
  } catch (error) {
    if (error instanceof ClientGone) return;
    throw error;
  }
  yield Buffer.concat([...parts, Buffer.from(format.after(rows))]);
}

const bytesOf = (line: Uint8Array, format: Format): Uint8Array =>
  format.row ? Buffer.from(format.row(JSON.parse(textOf(line)))) : line;

const textOf = (line: Uint8Array): string =>
  Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8');

/** 0 where it is not yet known. */
const sizeOf = (shard: OpenShard, row: number, format: Format): number =>
  format.row ? sizesOf(format.row, shard)[row]! : shard.line[row + 1]! - shard.line[row]! - SEPARATOR_BYTES;

type RenderRow = NonNullable<Format['row']>;

/** Sizes of rendered rows by shard, 0 where not yet known: each row is rendered for its size once. */
const rowSizes = new WeakMap<RenderRow, WeakMap<OpenShard, Uint32Array>>();

const sizesOf = (render: RenderRow, shard: OpenShard): Uint32Array =>
  rowSizes
    .getOrInsertComputed(render, () => new WeakMap())
    .getOrInsertComputed(shard, () => new Uint32Array(shard.rows));
