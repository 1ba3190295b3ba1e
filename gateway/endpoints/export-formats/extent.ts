/** Measures an export before its first byte: rows, size, and where ranges begin. */
import type { ListPosition } from '#core/query.ts';
import { SEPARATOR_BYTES } from '#core/sections.ts';
import type { Terms } from '#core/terms.ts';
import type { OpenShard } from '../../dataset/lines.ts';
import { positionOf } from '../../scan/merge.ts';
import { Scan, type ScanRequest } from '../../scan/scan.ts';
import type { Work } from '../../work/work-queue.ts';
import { type Format, rowBytes } from './formats.ts';
import { linesOf, type ShardFiles, type ShardRun } from '../../scan/page.ts';

/** A position in the body: after a row, before the separator of the next one. */
interface Mark {
  /** Rows before it. */
  rows: number;
  /** Bytes of the body before it. */
  bytes: number;
  /** The last row before it. */
  after: ListPosition;
}

/** Rows between two marks: so many are rendered in vain before a range at most. */
const MARK_ROWS = 1024;

/** Values for an export's headers, and the marks from which ranges begin. */
export interface Extent {
  rows: number;
  /** Bytes of the body; undefined where nobody asked and each row would be rendered for it. */
  size: number | undefined;
  /** The following export begins after it; undefined when no row is left out. */
  end: ListPosition | undefined;
  /** Shards opened to measure it. */
  opened: number;
  marks: readonly Mark[];
}

export interface ExportJob {
  scan: Omit<ScanRequest, 'signal'>;
  format: Format;
  terms: Terms[];
}

/**
 * Opens every shard that the export needs.
 * @param sized whether each row is rendered for its size
 * @throws GatewayError `unavailable` when a shard cannot be read
 */
export async function measure(
  { scan: request, format, terms }: ExportJob,
  { work, sized }: { work: Work; sized: boolean },
): Promise<Extent> {
  const scan = new Scan({ ...request, signal: work.signal });
  let rows = 0;
  /** Bytes of the rows alone. */
  let size = 0;
  const marks: Mark[] = [];
  const seen = new Set<string>();
  const batches = new LineBatches(request.files, (line, shard, row) => {
    if (!sized) return;
    if (format.row) sizesOf(format.row, shard)[row] ||= rowBytes(line, format).byteLength;
    size += sizeOf(shard, row, format);
  });
  const count = (shard: OpenShard, row: number): true | Promise<true> => {
    const known = sizeOf(shard, row, format);
    // One line of each shard is read in any case: a file that is missing is an error before the body and not in it.
    if ((sized && known === 0) || !seen.has(shard.hash)) return (seen.add(shard.hash), batches.add(shard, row));
    size += known;
    return true;
  };
  const mark = async (after: ListPosition, counted: true | Promise<true>): Promise<true> => {
    await counted;
    await batches.flush();
    marks.push({ rows, bytes: size + format.between.length * (rows - 1), after });
    return true;
  };
  const add = (shard: OpenShard, row: number): true | Promise<true> => {
    rows += 1;
    const counted = count(shard, row);
    return sized && rows % MARK_ROWS === 0 ? mark(positionOf(shard, row), counted) : counted;
  };
  await work.run(scan.steps(add));
  await work.run(batches.rest());
  const { end, opened } = scan;
  const before = Buffer.byteLength(format.before({ rows, truncated: end !== undefined, terms }));
  const between = format.between.length * Math.max(0, rows - 1);
  return {
    rows,
    size: sized ? before + size + between + Buffer.byteLength(format.after(rows)) : undefined,
    end,
    opened,
    marks: marks.map((one) => ({ ...one, bytes: before + one.bytes })),
  };
}

/** 0 where it is not yet known. */
const sizeOf = (shard: OpenShard, row: number, format: Format): number =>
  format.row ? sizesOf(format.row, shard)[row]! : shard.line[row + 1]! - shard.line[row]! - SEPARATOR_BYTES;

type RenderRow = NonNullable<Format['row']>;

/** Sizes of rendered rows by shard, 0 where not yet known: each row is rendered for its size once. */
const rowSizes = new WeakMap<RenderRow, WeakMap<OpenShard, Uint32Array>>();

export const sizesOf = (render: RenderRow, shard: OpenShard): Uint32Array =>
  rowSizes
    .getOrInsertComputed(render, () => new WeakMap())
    .getOrInsertComputed(shard, () => new Uint32Array(shard.rows));

/** Rows of a batch: about a millisecond of rendering. */
const BATCH_ROWS = 256;

export class LineBatches {
  readonly #files: ShardFiles;
  readonly #use: (line: Uint8Array, shard: OpenShard, row: number) => void;
  #rows: ShardRun[] = [];

  /** @param use called with each line, in the order in which the rows were added */
  constructor(files: ShardFiles, use: (line: Uint8Array, shard: OpenShard, row: number) => void) {
    this.#files = files;
    this.#use = use;
  }

  /** @returns true, after the batch was read where it is full */
  add(shard: OpenShard, row: number): true | Promise<true> {
    this.#rows.push({ shard, first: row, last: row });
    return this.#rows.length < BATCH_ROWS || this.flush();
  }

  /** Reads the last batch. */
  async *rest(): AsyncGenerator<void, void, void> {
    await this.flush();
  }

  /** Reads what was added. */
  async flush(): Promise<true> {
    const rows = this.#rows;
    this.#rows = [];
    const lines = await linesOf(rows, (shard, runs) => this.#files.lines(shard, runs));
    for (const [index, { shard, first }] of rows.entries()) this.#use(lines[index]!, shard, first);
    return true;
  }
}
