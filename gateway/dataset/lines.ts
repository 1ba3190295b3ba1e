/** Lines of shards, read by position: each line is verified by its checksum before a byte of it is used. */
import type { ShardColumns } from '#core/columns.ts';
import { isLine, type LineIndex, SEPARATOR_BYTES } from '#core/sections.ts';
import type { SolutionColumns } from '#core/solution-columns.ts';
import type { Reader } from './folder-reader.ts';

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

/** A run, and the offset at which its bytes are wanted. */
export interface PlacedRun extends Run {
  at: number;
}

/** The value of a line or a stored answer. */
export const jsonOf = <T>(bytes: Uint8Array): T =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as T;

/**
 * Bytes [from, to) of a file, fewer where it ends before; undefined where there is none. Those given at once may change
 * with the next read.
 */
type ReadPart = (from: number, to: number) => ReturnType<Reader['readPart']>;

/** A file of lines. */
export type LineFile = LineIndex & { hash: string };

/** Lines that lie further apart, in bytes, are read one by one: copying more takes longer than another read. */
const MAX_GAP = 8192;
/** Bytes that are read at once, unless a single run has more. */
const MAX_PART = 131_072;

/** Bytes of a run: its lines with the separators between them. */
export const sizeOfRun = ({ line }: LineIndex, { first, last }: Run): number =>
  line[last + 1]! - line[first]! - SEPARATOR_BYTES;

/**
 * Writes the lines of each run to its place, each verified.
 * @throws Error when the file is not the one that the columns belong to
 */
export async function copyRuns(
  file: LineIndex,
  runs: readonly PlacedRun[],
  { target, read }: { target: Uint8Array; read: ReadPart },
): Promise<void> {
  const { line } = file;
  const inOrder = runs.toSorted((a, b) => a.first - b.first);
  for (let next = 0; next < inOrder.length;) {
    const start = next;
    const from = line[inOrder[start]!.first]!;
    let to = from;
    const isNear = ({ first, last }: PlacedRun): boolean =>
      line[first]! - to <= MAX_GAP && line[last + 1]! - from <= MAX_PART;
    do to = Math.max(to, line[inOrder[next++]!.last + 1]!);
    while (next < inOrder.length && isNear(inOrder[next]!));
    const part = read(from, to);
    const bytes = part instanceof Promise ? await part : part;
    if (!bytes) throw new Error('is missing');
    for (let index = start; index < next; index += 1) copyRun(file, inOrder[index]!, { target, bytes, from });
  }
}

/** The bytes of each run. @param copy writes them to their places */
export async function separateRuns(
  file: LineIndex,
  runs: readonly Run[],
  copy: (placed: readonly PlacedRun[], target: Uint8Array) => Promise<void>,
): Promise<Uint8Array[]> {
  let size = 0;
  const placed = runs.map((run) => ({ ...run, at: size, end: (size += sizeOfRun(file, run)) }));
  const target = Buffer.allocUnsafe(size);
  await copy(placed, target);
  return placed.map(({ at, end }) => target.subarray(at, end));
}

/** @param bytes of the file, from an offset on */
function copyRun(
  file: LineIndex,
  run: PlacedRun,
  { target, bytes, from }: { target: Uint8Array; bytes: Uint8Array; from: number },
): void {
  const { line } = file;
  for (let row = run.first; row <= run.last; row += 1)
    if (!isLine(file, row, bytes.subarray(line[row]! - from, line[row + 1]! - from)))
      throw new Error(`is corrupt: line ${row} has another checksum`);
  const start = line[run.first]! - from;
  target.set(bytes.subarray(start, start + sizeOfRun(file, run)), run.at);
}
