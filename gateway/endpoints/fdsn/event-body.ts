/** The body of an event answer: its records are read a batch at a time and written as the format says. */
import { eventOf, type FdsnEvent } from '#core/fdsn/event.ts';
import type { View } from '#core/fdsn/view.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { DatasetFiles } from '../../dataset/files.ts';
import { ClientGone } from '../../http/errors.ts';
import { offered } from '../../http/response.ts';
import type { RowSource } from '../../scan/event-cursor.ts';
import type { RowRef } from '../../scan/event-rows.ts';
import type { Work } from '../../work/work-queue.ts';
import type { EventWriter } from './event-formats.ts';

/** Records of a batch, about three milliseconds of work. */
const BATCH = 64;
/** Least size of a piece but the last one, in characters. */
const PIECE = 65_536;

interface EventSource {
  files: DatasetFiles;
  rows: RowSource;
  view: View;
}

export class EventBody {
  readonly #source: EventSource;
  readonly #writer: EventWriter;
  readonly #steps: AsyncGenerator<void, void, void>;
  #text: string;
  #isComplete = false;

  constructor(source: EventSource, writer: EventWriter) {
    this.#source = source;
    this.#writer = writer;
    this.#text = writer.head;
    this.#steps = this.#write();
  }

  /** Whether all pieces were given. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The next bytes of the body. @throws GatewayError `unavailable`, ClientGone, OverloadError */
  async piece(work: Work): Promise<Uint8Array> {
    while (!this.#isComplete && this.#text.length < PIECE) this.#isComplete = await work.step(this.#steps);
    const bytes = Buffer.from(this.#isComplete ? this.#text + this.#writer.foot : this.#text);
    this.#text = '';
    return bytes;
  }

  /** @param first the piece that was read already */
  async *chunks(first: Uint8Array, work: Work): AsyncGenerator<Uint8Array, void, void> {
    const forget = (): void => this.#source.rows.forget();
    yield* offered(first, forget);
    try {
      while (!this.#isComplete) yield* offered(await this.piece(work), forget);
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
    }
  }

  /** Yields after each slice. */
  async *#write(): AsyncGenerator<void, void, void> {
    const { rows } = this.#source;
    const batch: RowRef[] = [];
    let between = '';
    for (let isLast = false; !isLast;) {
      isLast = await rows.advance(batch, BATCH);
      if (isLast || batch.length === BATCH)
        for (const event of await readEvents(this.#source, batch.splice(0))) {
          this.#text += between + this.#writer.row(event);
          ({ between } = this.#writer);
        }
      yield;
    }
  }
}

/** The events of the rows, in their order. @throws GatewayError `unavailable` */
async function readEvents({ files, view }: EventSource, rows: readonly RowRef[]): Promise<FdsnEvent[]> {
  const byEntry = Map.groupBy(rows, ({ entry }) => entry);
  const events = new Map<RowRef, FdsnEvent>();
  await Promise.all(
    [...byEntry].map(async ([entry, own]) => {
      const [items, fulls] = await recordLines(files, entry, own);
      for (const [index, row] of own.entries())
        events.set(row, eventOf(jsonOf(items[index]!), jsonOf(fulls[index]!), view));
    }),
  );
  return rows.map((row) => events.get(row)!);
}

async function recordLines(
  files: DatasetFiles,
  entry: ShardEntry,
  own: RowRef[],
): Promise<[Uint8Array[], Uint8Array[]]> {
  const runs = own.map(({ row }) => ({ first: row, last: row }));
  const [shard, solutions] = await Promise.all([files.shard(entry), files.solutions(entry)]);
  return Promise.all([files.lines(shard, runs), files.fullLines(solutions, runs)]);
}
