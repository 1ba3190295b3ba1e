/** The body of an export, in chunks as the client reads them. */
import type { ListPosition } from '#core/query.ts';
import type { OpenShard } from '../../dataset/lines.ts';
import { ClientGone } from '../../http/errors.ts';
import { type ByteRange, bytesInRange, offered } from '../../http/response.ts';
import { positionOf } from '../../scan/merge.ts';
import { Scan } from '../../scan/scan.ts';
import type { Work } from '../../work/work-queue.ts';
import { type ExportJob, type Extent, LineBatches, sizesOf } from './extent.ts';
import { rowBytes } from './formats.ts';

/** Least size of a chunk but the last one. Chunks depend on the rows alone, so compressed bodies are equal. */
const CHUNK_BYTES = 65536;
/** Chunks that are rendered before they are sent. */
const MOST_READY = 3;

type Chunks = AsyncGenerator<Uint8Array, void, void>;

/** The body, or a range of it: rows are rendered from the mark before it on. */
export function bodyOf(job: ExportJob, extent: Extent, { work, range }: { work: Work; range?: ByteRange }): Chunks {
  const mark = range && extent.marks.findLast(({ bytes }) => bytes <= range.from);
  const body = new ExportBody(job, extent, { work, rows: mark?.rows ?? 0, after: mark?.after });
  const start = mark?.bytes ?? 0;
  return range ? bytesInRange(body.chunks(), { from: range.from - start, to: range.to - start }) : body.chunks();
}

interface Start {
  work: Work;
  /** Rows that are left out, and the last of them. */
  rows: number;
  after: ListPosition | undefined;
}

/** No shard is opened before the client reads the rows before it, and none after the last row. */
class ExportBody {
  readonly #job: ExportJob;
  readonly #extent: Extent;
  readonly #work: Work;
  readonly #between: Buffer;
  /** Rows rendered, and the last of them. */
  #rows: number;
  #after: ListPosition | undefined;
  /** The work that renders the next rows; undefined at the start, and after the client was slow. */
  #steps: AsyncGenerator<void, void, void> | undefined;
  #parts: Uint8Array[] = [];
  #size = 0;
  readonly #ready: Buffer[] = [];

  constructor(job: ExportJob, extent: Extent, { work, rows, after }: Start) {
    this.#job = job;
    this.#extent = extent;
    this.#work = work;
    this.#rows = rows;
    this.#after = after;
    this.#between = Buffer.from(job.format.between);
  }

  async *chunks(): Chunks {
    const { rows, end } = this.#extent;
    const { format, terms } = this.#job;
    if (this.#rows === 0) this.#parts.push(Buffer.from(format.before({ rows, truncated: end !== undefined, terms })));
    const forget = (): void => void (this.#steps = undefined);
    try {
      for (let done = rows === this.#rows; !done;) {
        done = await this.#step();
        for (const chunk of this.#ready.splice(0)) yield* offered(chunk, forget);
      }
    } catch (error) {
      if (error instanceof ClientGone) return;
      throw error;
    }
    yield Buffer.concat([...this.#parts, Buffer.from(format.after(rows))]);
  }

  /** One slice of work. @returns whether every row is rendered */
  #step(): Promise<boolean> {
    return this.#work.step((this.#steps ??= this.#restOfRows()));
  }

  async *#restOfRows(): AsyncGenerator<void, void, void> {
    const { scan: request } = this.#job;
    const after = this.#after;
    const left = this.#extent.rows - this.#rows;
    const batches = new LineBatches(request.files, (line, shard, row) => this.#render(line, shard, row));
    let taken = 0;
    const take = (shard: OpenShard, row: number): boolean | Promise<boolean> => {
      taken += 1;
      const more = batches.add(shard, row);
      return taken < left ? more : Promise.resolve(more).then(() => false);
    };
    const shards = request.plan.shards.filter(({ time }) => !after || time[0] <= after.time);
    const query = after ? { ...request.query, after } : request.query;
    const { signal } = this.#work;
    const scan = new Scan({ ...request, plan: { ...request.plan, shards }, query, signal });
    yield* scan.steps(take, () => this.#ready.length >= MOST_READY);
    yield* batches.rest();
  }

  #render(line: Uint8Array, shard: OpenShard, row: number): void {
    const { format } = this.#job;
    const bytes = rowBytes(line, format);
    if (format.row) sizesOf(format.row, shard)[row] = bytes.byteLength;
    if (this.#rows > 0) this.#parts.push(this.#between);
    this.#parts.push(bytes);
    this.#size += bytes.byteLength;
    this.#rows += 1;
    this.#after = positionOf(shard, row);
    if (this.#size < CHUNK_BYTES) return;
    this.#ready.push(Buffer.concat(this.#parts));
    [this.#parts, this.#size] = [[], 0];
  }
}
