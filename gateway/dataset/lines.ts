/** Lines of shards, read by position: each block of lines is verified by its hash before a byte of it is used. */
import type { ShardColumns } from '#core/columns.ts';
import type { LineIndex } from '#core/sections.ts';
import type { SolutionColumns } from '#core/solution-columns.ts';
import { BLOCK_LINES, blockSpan, isBlock, SEPARATOR_BYTES } from '#core/sections.ts';

/** A shard as it is scanned: its columns, and the name of the file with its lines. */
export interface OpenShard extends ShardColumns {
  hash: string;
}

/** A shard's companion: every agency's solutions, and the name of the file with its lines. */
export interface OpenCompanion extends SolutionColumns {
  hash: string;
}

/** Consecutive rows, both ends inclusive. */
export interface Run {
  first: number;
  last: number;
}

/** Bytes [from, to) of a file, fewer where it ends before. */
type ReadPart = (from: number, to: number) => Promise<Uint8Array>;

/** Blocks that lie further apart than this, in bytes, are read one by one. */
const MAX_GAP = 32_768;

/** Of a run; `end` is exclusive. */
interface Blocks {
  run: Run;
  index: number;
  block: number;
  end: number;
}

/**
 * The bytes of each run: its lines with the separators between them.
 * @throws Error when the file is not the one that the columns belong to
 */
export async function readRuns(shard: LineIndex, runs: readonly Run[], read: ReadPart): Promise<Uint8Array[]> {
  const blocks = runs
    .map((run, index) => ({ run, index, block: blockOf(run.first), end: blockOf(run.last) + 1 }))
    .sort((a, b) => a.run.first - b.run.first);
  const lines: Uint8Array[] = Array.from(runs, () => EMPTY);
  await Promise.all(
    neighbours(shard, blocks).map(async (near) => {
      const from = shard.line[near[0]!.block * BLOCK_LINES]!;
      const end = Math.max(...near.map((one) => one.end));
      const bytes = await read(from, blockSpan(shard.line, end - 1)[1]);
      verify(shard, near, (start, stop) => bytes.subarray(start - from, stop - from));
      for (const { run, index } of near)
        lines[index] = bytes.subarray(
          shard.line[run.first]! - from,
          shard.line[run.last + 1]! - SEPARATOR_BYTES - from,
        );
    }),
  );
  return lines;
}

const EMPTY = new Uint8Array();
const blockOf = (row: number): number => Math.floor(row / BLOCK_LINES);

/** Groups of which each is read at once. */
function neighbours({ line }: LineIndex, blocks: Blocks[]): Blocks[][] {
  const groups: Blocks[][] = [];
  let end = -Infinity;
  for (const one of blocks) {
    if (blockSpan(line, one.block)[0] - end > MAX_GAP) groups.push([]);
    groups.at(-1)!.push(one);
    end = Math.max(end, blockSpan(line, one.end - 1)[1]);
  }
  return groups;
}

function verify(shard: LineIndex, group: Blocks[], bytes: (from: number, to: number) => Uint8Array): void {
  let verified = 0;
  for (const { block: first, end } of group)
    for (let block = Math.max(first, verified); block < end; block += 1) {
      if (!isBlock(shard, block, bytes(...blockSpan(shard.line, block))))
        throw new Error(`is corrupt: block ${block} of its lines has another hash`);
      verified = block + 1;
    }
}
