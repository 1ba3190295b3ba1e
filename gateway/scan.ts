/** Carries out a list plan: the matching rows in the order of the list, found batch by batch as they are asked for. */
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPlan } from '#core/plan.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import { rowFilter } from '#core/query.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { Bounds } from './bounds.ts';
import { yieldTurn } from './bounds.ts';
import { Merge, positionOf } from './merge.ts';

export interface Reading {
  plan: ListPlan;
  query: ListQuery;
  bounds: Bounds;
  open(entry: ShardEntry): Promise<ShardColumns>;
  /** Once it is aborted no further shard is opened, and the rows end. */
  signal?: AbortSignal;
}

export interface Row {
  readonly columns: ShardColumns;
  readonly row: number;
}

/** Rows found before other requests have their turn. */
const BATCH = 512;

export class Scan {
  /** Where the following page begins; undefined when there is no more, or while it is not known. */
  end: ListPosition | undefined;
  readonly #reading: Reading;
  readonly #merge: Merge;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#merge = new Merge(reading.plan.shards, reading.query, reading.open);
  }

  /** Shards opened so far. */
  get opened(): number {
    return this.#merge.opened;
  }

  /** At most `limit` rows in all. What was found is given before the next shard is opened. */
  async *batches(): AsyncGenerator<Row[], void, void> {
    const { query, bounds, signal } = this.#reading;
    const merge = this.#merge;
    const passes = rowFilter(query);
    let batch: Row[] = [];
    let last: ListPosition | undefined;
    for (let looked = 0, found = 0; ; looked += 1) {
      while (merge.mustOpen()) {
        if (batch.length > 0) yield batch;
        batch = [];
        if (signal?.aborted) return;
        if (merge.opened >= bounds.files && last) {
          this.end = last;
          return;
        }
        await merge.openNext();
      }
      const head = merge.newest();
      if (!head) break;
      const matches = passes(head.columns, head.row);
      if ((looked >= bounds.rows && last) || (matches && found === query.limit)) {
        this.end = last;
        break;
      }
      if (matches) {
        batch.push({ columns: head.columns, row: head.row });
        found += 1;
        if (batch.length === BATCH || found === query.limit) {
          yield batch;
          if (batch.length === BATCH) await yieldTurn();
          batch = [];
        }
      }
      last = positionOf(head);
      merge.advance(head);
    }
    if (batch.length > 0) yield batch;
  }
}
