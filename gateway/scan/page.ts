/** A page of the list, assembled from unchanged lines of shards. */
import type { ShardColumns } from '#core/shard.ts';
import { listHead, LIST_FOOT } from '#core/wire.ts';

/** Bytes [from, to) of one file: one line, or consecutive lines with their separators. */
interface Run {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** Of the last line. */
  row: number;
}

const SEPARATOR = Buffer.from(',\n');

export class Page {
  readonly #runs: Run[] = [];
  count = 0;

  addRow({ bytes, lineStart, lineEnd }: ShardColumns, row: number): void {
    this.count += 1;
    const last = this.#runs.at(-1);
    if (last?.bytes === bytes && last.row === row - 1) {
      last.to = lineEnd[row]!;
      last.row = row;
    } else this.#runs.push({ bytes, from: lineStart[row]!, to: lineEnd[row]!, row });
  }

  addText(text: string): void {
    this.count += 1;
    const bytes = Buffer.from(text);
    this.#runs.push({ bytes, from: 0, to: bytes.byteLength, row: NaN });
  }

  /** @param next relative URL of the following page; null on the last one */
  body(next: string | null, ignoredSources: readonly string[] = []): Uint8Array {
    const head = Buffer.from(listHead(this.count, next, ignoredSources));
    const foot = Buffer.from(LIST_FOOT);
    const parts: Uint8Array[] = [head];
    for (const { bytes, from, to } of this.#runs) {
      if (parts.length > 1) parts.push(SEPARATOR);
      parts.push(bytes.subarray(from, to));
    }
    return Buffer.concat([...parts, foot]);
  }
}
