/** A page of the list, assembled from unchanged lines of shards. */
import { SEPARATOR_BYTES } from '#core/sections.ts';
import { LIST_FOOT, type FullItem, type ListItem } from '#core/wire.ts';
import { type OpenShard, type PlacedRun, type Run, jsonOf } from '../dataset/lines.ts';
import type { DatasetFiles } from '../dataset/files.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { parseInstant } from '#core/time.ts';
import type { SolutionItem } from '#core/record/items.ts';

const SEPARATOR = Buffer.from(',\n');
const FOOT = Buffer.from(LIST_FOOT);
/** Runs of lines that are read in one slice of work. */
const SLICE_RUNS = 256;

/** Other lines for those of runs of one row each. */
type Expand = (runs: readonly ShardRun[], lines: Uint8Array[]) => Promise<Uint8Array[]>;

export interface PageRequest<End> {
  expand?: Expand;
  /** The beginning of the body. @param end the following page begins after it; undefined on the last one */
  headOf(count: number, end: End | undefined): string;
}

/** Both with the offset among the lines. */
type Part = (ShardRun & PlacedRun) | { text: Buffer; at: number };

export class ListPage {
  count = 0;
  /** After it was written. */
  body: Uint8Array = EMPTY;
  readonly #parts: Part[] = [];
  readonly #expand: Expand | undefined;
  /** Bytes of the lines, each with a separator. */
  #size = 0;

  constructor(expand?: Expand) {
    this.#expand = expand;
  }

  addRow(shard: OpenShard, row: number): void {
    this.count += 1;
    const last = this.#parts.at(-1);
    if (!this.#expand && last && 'shard' in last && last.shard === shard && last.last === row - 1) last.last = row;
    else this.#parts.push({ shard, first: row, last: row, at: this.#size });
    this.#size += shard.line[row + 1]! - shard.line[row]!;
  }

  addText(text: string): void {
    this.count += 1;
    const bytes = Buffer.from(text);
    this.#parts.push({ text: bytes, at: this.#size });
    this.#size += bytes.byteLength + SEPARATOR_BYTES;
  }

  /** Reads the lines and writes the body; yields between slices. @param head its beginning */
  async *write(head: string, files: ShardFiles): AsyncGenerator<void, void, void> {
    const before = Buffer.from(head);
    if (this.#expand) {
      const lines: Uint8Array[] = [];
      yield* this.#expanded(this.#expand, lines, files);
      this.body = Buffer.concat([before, ...lines.slice(1), FOOT]);
      return;
    }
    const end = before.byteLength + Math.max(0, this.#size - SEPARATOR_BYTES);
    const body = Buffer.allocUnsafe(end + FOOT.byteLength);
    before.copy(body);
    FOOT.copy(body, end);
    yield* this.#fill(body.subarray(before.byteLength, end), files);
    this.body = body;
  }

  /** Writes each line to its place. */
  async *#fill(target: Buffer, files: ShardFiles): AsyncGenerator<void, void, void> {
    const byShard = new Map<OpenShard, PlacedRun[]>();
    for (const part of this.#parts) {
      if (part.at > 0) SEPARATOR.copy(target, part.at - SEPARATOR_BYTES);
      if ('text' in part) part.text.copy(target, part.at);
      else byShard.getOrInsertComputed(part.shard, () => []).push(part);
    }
    let reading: Promise<void>[] = [];
    let read = 0;
    for (const [shard, runs] of byShard)
      for (let from = 0; from < runs.length; from += SLICE_RUNS) {
        const slice = runs.slice(from, from + SLICE_RUNS);
        if (read + slice.length > SLICE_RUNS) {
          await Promise.all(reading);
          yield;
          [reading, read] = [[], 0];
        }
        reading.push(files.copyLines(shard, slice, target));
        read += slice.length;
      }
    await Promise.all(reading);
  }

  /** Gives each part in another form, after a separator. */
  async *#expanded(expand: Expand, to: Uint8Array[], files: ShardFiles): AsyncGenerator<void, void, void> {
    for (let from = 0; from < this.#parts.length; from += SLICE_RUNS) {
      if (from > 0) yield;
      const slice = this.#parts.slice(from, from + SLICE_RUNS);
      const runs = slice.filter((part) => 'shard' in part);
      const lines = await linesOf(runs, (shard, own) => files.lines(shard, own));
      const other = (await expand(runs, lines)).values();
      for (const part of slice) to.push(SEPARATOR, 'text' in part ? part.text : other.next().value!);
    }
  }
}

const EMPTY = new Uint8Array();

/** What a scan reads. */
export type ShardFiles = Pick<DatasetFiles, 'shard' | 'lines' | 'copyLines'>;

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

/** @param shards that the rows may lie in */
export function expandSources(
  shards: readonly ShardEntry[],
  files: Pick<DatasetFiles, 'solutions' | 'fullLines'>,
): Expand {
  const entries = new Map(shards.map((entry) => [entry.hash, entry]));
  return async (runs, lines) => {
    const full = await linesOf(runs, async (shard, own) =>
      files.fullLines(await files.solutions(entries.get(shard.hash)!), own),
    );
    return lines.map((line, index) => Buffer.from(JSON.stringify(expanded(jsonOf(line), jsonOf(full[index]!)))));
  };
}

function expanded(item: ListItem, { occurred_at_utc, sources }: FullItem) {
  const primary = parseInstant(occurred_at_utc)!;
  return {
    ...item,
    display_location: item.location,
    // The list holds one record an earthquake.
    is_primary: true,
    // No agency's report of it is read.
    tsunami: null,
    sources: sources.map((source) => ({ ...source, time_diff: secondsAfter(primary, source) })),
  };
}

/** Seconds from the origin time of the record to the agency's; negative where the agency's is earlier. */
const secondsAfter = (primary: number, { occurred_at_utc }: SolutionItem): number =>
  (parseInstant(occurred_at_utc)! - primary) / 1000;
