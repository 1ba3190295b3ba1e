/** Executes a list plan: the matching rows in the order of the list, in slices of work. */
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPlan } from '#core/plan.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import { rowFilter } from '#core/query.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { WorkBounds } from './bounds.ts';
import type { Head } from './merge.ts';
import { Merge, positionOf } from './merge.ts';
import { Pace } from '../work/pace.ts';
import type { Work } from '../work/work-queue.ts';
import { Page } from './page.ts';

export interface ScanRequest {
  plan: ListPlan;
  query: ListQuery;
  bounds: WorkBounds;
  open(entry: ShardEntry): Promise<ShardColumns>;
  /** No shard is opened after it is aborted. */
  signal: AbortSignal;
}

export class Scan {
  /** The following page begins after it; undefined on the last page, and before the scan has ended. */
  end: ListPosition | undefined;
  readonly #request: ScanRequest;
  readonly #merge: Merge;

  constructor(request: ScanRequest) {
    this.#request = request;
    this.#merge = new Merge(request.plan.shards, request.query, request.open);
  }

  /** Shards opened so far. */
  get opened(): number {
    return this.#merge.opened;
  }

  /**
   * Yields after each slice.
   * @param take called with at most `limit` rows; the scan ends when it returns false
   */
  async *steps(take: (columns: ShardColumns, row: number) => boolean): AsyncGenerator<void, void, void> {
    const { query, bounds, signal } = this.#request;
    const merge = this.#merge;
    const passes = rowFilter(query);
    const pace = new Pace();
    const last: Partial<Head> = {};
    const stop = (): void => void (this.end = positionOf(last as Head));
    for (let tested = 0, matched = 0; ; tested += 1) {
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
      if ((tested >= bounds.rows && last.columns) || (matches && matched === query.limit)) return stop();
      [last.columns, last.row] = [head.columns, head.row];
      if (matches && !take(head.columns, head.row)) return;
      if (matches) matched += 1;
      merge.advance(head);
      if (pace.countRow()) yield;
    }
  }
}

interface ListResult {
  page: Page;
  /** The following page begins after it; undefined on the last page. */
  end: ListPosition | undefined;
  /** Shards opened. */
  opened: number;
}

/** Executes a list plan for one page. */
export async function readList(request: Omit<ScanRequest, 'signal'>, work: Work): Promise<ListResult> {
  const scan = new Scan({ ...request, signal: work.signal });
  const page = new Page();
  await work.run(scan.steps((columns, row) => (page.addRow(columns, row), true)));
  return { page, end: scan.end, opened: scan.opened };
}
