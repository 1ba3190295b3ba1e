/** Lines of shards, read by position: each line is verified by its checksum before a byte of it is used. */
import type { ShardColumns } from '#core/columns.ts';
import { isLine, type LineIndex, SEPARATOR_BYTES } from '#core/sections.ts';
import type { SolutionColumns } from '#core/solution-columns.ts';

/** A shard as it is scanned: its columns, and the name of the file with its lines. */
export interface OpenShard extends ShardColumns {
  hash: string;
}

/** A shard's solutions file: every agency's solutions, and the name of the file with its lines. */
export interface OpenSolutions extends SolutionColumns {
  hash: string;
}

/** Consecutive rows, both ends inclusive. */
export interface Run {
  first: number;
  last: number;
}

/** The value of a line or a stored answer. */
export const jsonOf = <T>(bytes: Uint8Array): T =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as T;

/** Bytes [from, to) of a file, fewer where it ends before. */
type ReadPart = (from: number, to: number) => Uint8Array | Promise<Uint8Array>;

/** Lines that lie further apart, in bytes, are read one by one: copying more takes longer than another read. */
const MAX_GAP = 8192;

/** Runs that are read at once: bytes [from, to). */
interface Part {
  from: number;
  to: number;
  runs: { run: Run; index: number }[];
}

/**
 * The bytes of each run: its lines with the separators between them.
 * @throws Error when the file is not the one that the columns belong to
 */
export async function readRuns(shard: LineIndex, runs: readonly Run[], read: ReadPart): Promise<Uint8Array[]> {
  const lines: Uint8Array[] = Array.from(runs, () => EMPTY);
  const parts = partsOf(shard, runs);
  const contents = await Promise.all(parts.map(({ from, to }) => read(from, to)));
  for (const [number, part] of parts.entries())
    for (const { run, index } of part.runs)
      lines[index] = linesIn(shard, run, { bytes: contents[number]!, at: part.from });
  return lines;
}

const EMPTY = new Uint8Array();

function partsOf({ line }: LineIndex, runs: readonly Run[]): Part[] {
  const parts: Part[] = [];
  const inOrder = runs.map((run, index) => ({ run, index })).sort((a, b) => a.run.first - b.run.first);
  for (const one of inOrder) {
    const [from, to] = [line[one.run.first]!, line[one.run.last + 1]!];
    const last = parts.at(-1);
    if (!last || from - last.to > MAX_GAP) parts.push({ from, to, runs: [one] });
    else {
      last.to = Math.max(last.to, to);
      last.runs.push(one);
    }
  }
  return parts;
}

/** @param content bytes of the shard from `at` on */
function linesIn(shard: LineIndex, { first, last }: Run, content: { bytes: Uint8Array; at: number }): Uint8Array {
  const { line } = shard;
  const bytes = (from: number, to: number): Uint8Array => content.bytes.subarray(from - content.at, to - content.at);
  for (let row = first; row <= last; row += 1)
    if (!isLine(shard, row, bytes(line[row]!, line[row + 1]!)))
      throw new Error(`is corrupt: line ${row} has another checksum`);
  return bytes(line[first]!, line[last + 1]! - SEPARATOR_BYTES);
}
