/** Lines of rows that are taken one by one, read in batches. */
import type { OpenShard } from '../../dataset/lines.ts';
import { linesOf, type ShardFiles, type ShardRun } from '../../scan/page.ts';

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
