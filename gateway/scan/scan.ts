/** Carries out a list plan: the matching rows in the order of the list, a slice of work at a time. */
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPlan } from '#core/plan.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import { rowFilter } from '#core/query.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { WorkBounds } from './bounds.ts';
import type { Head } from './merge.ts';
import { Merge, positionOf } from './merge.ts';
import { Pace } from '../work/pace.ts';

export interface ScanRequest {
  plan: ListPlan;
  query: ListQuery;
  bounds: WorkBounds;
  open(entry: ShardEntry): Promise<ShardColumns>;
  /** Once it is aborted no further shard is opened. */
  signal: AbortSignal;
}

export class Scan {
  /** Where the following page begins; undefined when there is no more, or while it is not known. */
  end: ListPosition | undefined;
  readonly #reading: ScanRequest;
  readonly #merge: Merge;

  constructor(reading: ScanRequest) {
    this.#reading = reading;
    this.#merge = new Merge(reading.plan.shards, reading.query, reading.open);
  }

  /** Shards opened so far. */
  get opened(): number {
    return this.#merge.opened;
  }

  /**
   * Yields where others should have their turn: by the rows that were looked at, whether they match or not.
   * @param take given at most `limit` rows; the scan ends when it returns false
   */
  async *steps(take: (columns: ShardColumns, row: number) => boolean): AsyncGenerator<void, void, void> {
    const { query, bounds, signal } = this.#reading;
    const merge = this.#merge;
    const passes = rowFilter(query);
    const pace = new Pace();
    const last: Partial<Head> = {};
    const stop = (): void => void (this.end = positionOf(last as Head));
    for (let looked = 0, found = 0; ; looked += 1) {
      while (merge.mustOpen()) {
        if (signal.aborted) return;
        if (merge.opened >= bounds.files && last.columns) return stop();
        pace.startSlice();
        await merge.openNext();
        if (pace.countShard()) yield;
      }
      const head = merge.newest();
      if (!head) return;
      const matches = passes(head.columns, head.row);
      if ((looked >= bounds.rows && last.columns) || (matches && found === query.limit)) return stop();
      [last.columns, last.row] = [head.columns, head.row];
      if (matches && !take(head.columns, head.row)) return;
      if (matches) found += 1;
      merge.advance(head);
      if (pace.countRow()) yield;
    }
  }
}
