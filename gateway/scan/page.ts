/** A page of the list, assembled from unchanged lines of shards. */
import { listHead, LIST_FOOT } from '#core/wire.ts';
import type { OpenShard, Run } from '../dataset/lines.ts';
import type { DatasetFiles } from '../dataset/files.ts';

const SEPARATOR = Buffer.from(',\n');
/** Runs of lines that are read in one slice of work. */
const SLICE_RUNS = 256;

/** Other lines for those of runs of one row each. */
export type Expand = (runs: readonly ShardRun[], lines: Uint8Array[]) => Promise<Uint8Array[]>;

export class ListPage {
  /** Lines with their separators, or the rows to read them of. */
  readonly #parts: (Uint8Array | ShardRun)[] = [];
  readonly #expand: Expand | undefined;
  count = 0;

  constructor(expand?: Expand) {
    this.#expand = expand;
  }

  addRow(shard: OpenShard, row: number): void {
    this.count += 1;
    const last = this.#parts.at(-1);
    if (!this.#expand && last && isRun(last) && last.shard === shard && last.last === row - 1) last.last = row;
    else this.#parts.push({ shard, first: row, last: row });
  }

  addText(text: string): void {
    this.count += 1;
    this.#parts.push(Buffer.from(text));
  }

  /** Reads the lines; yields after each slice. */
  async *load(files: ShardFiles): AsyncGenerator<void, void, void> {
    const indexes = [...this.#parts.keys()].filter((index) => isRun(this.#parts[index]!));
    for (let from = 0; from < indexes.length; from += SLICE_RUNS) {
      const slice = indexes.slice(from, from + SLICE_RUNS);
      const runs = slice.map((index) => this.#parts[index] as ShardRun);
      const read = await linesOf(runs, (shard, own) => files.lines(shard, own));
      const lines = this.#expand ? await this.#expand(runs, read) : read;
      for (const [number, index] of slice.entries()) this.#parts[index] = lines[number]!;
      yield;
    }
  }

  /**
   * After its lines were loaded.
   * @param next relative URL of the following page; null on the last one
   */
  body(next: string | null, ignoredSources: readonly string[] = []): Uint8Array {
    const parts: Uint8Array[] = [Buffer.from(listHead(this.count, next, ignoredSources))];
    for (const part of this.#parts) {
      if (isRun(part)) throw new Error('the lines of the page were not loaded');
      if (parts.length > 1) parts.push(SEPARATOR);
      parts.push(part);
    }
    return Buffer.concat([...parts, Buffer.from(LIST_FOOT)]);
  }
}

const isRun = (part: Uint8Array | ShardRun): part is ShardRun => 'shard' in part;

/** What a scan reads. */
export type ShardFiles = Pick<DatasetFiles, 'shard' | 'lines'>;

/** Rows of one shard. */
export interface ShardRun extends Run {
  shard: OpenShard;
}

/** The bytes of each run, in the same order. @param read those of some runs of one shard */
export async function linesOf(
  runs: readonly ShardRun[],
  read: (shard: OpenShard, runs: readonly Run[]) => Promise<Uint8Array[]>,
): Promise<Uint8Array[]> {
  const byShard = new Map<OpenShard, ShardRun[]>();
  for (const run of runs) byShard.getOrInsertComputed(run.shard, () => []).push(run);
  const lines = new Map<ShardRun, Uint8Array>();
  await Promise.all(
    [...byShard].map(async ([shard, own]) => {
      for (const [index, bytes] of (await read(shard, own)).entries()) lines.set(own[index]!, bytes);
    }),
  );
  return runs.map((run) => lines.get(run)!);
}
