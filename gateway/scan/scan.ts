/** Executes a list plan: the matching rows in the order of the list, in slices of work. */
import type { ListPlan } from '#core/plan.ts';
import type { ListPosition, ListQuery, ListFilter } from '#core/query.ts';
import type { OpenShard } from '../dataset/lines.ts';
import type { WorkBounds } from '../work/admission.ts';
import { type ListMerge, listSource, Merge, positionOf, rowsToNext } from './merge.ts';
import { Pace } from '../work/slices.ts';
import type { Work } from '../work/work-queue.ts';
import { ListPage, type PageRequest, type ShardFiles } from './page.ts';
import { activeFilters } from '#core/filters/table.ts';

export interface ScanRequest {
  plan: ListPlan;
  query: ListQuery;
  bounds: WorkBounds;
  files: ShardFiles;
  /** No shard is opened after it is aborted. */
  signal: AbortSignal;
}

/** @returns whether it takes more rows */
type TakeRow = (shard: OpenShard, row: number) => boolean | Promise<boolean>;

export class Scan {
  /** The following page begins after it; undefined on the last page, and before the scan has ended. */
  end: ListPosition | undefined;
  readonly #request: ScanRequest;
  readonly #merge: ListMerge;

  constructor(request: ScanRequest) {
    this.#request = request;
    this.#merge = new Merge(listSource(request.plan.shards, request.query, request.files));
  }

  /** Shards opened so far. */
  get opened(): number {
    return this.#merge.opened;
  }

  /**
   * Yields after each slice.
   * @param take called with at most `limit` rows, one after the other; the scan ends when it gives false
   * @param isFull whether what was taken must be sent before more is
   */
  async *steps(take: TakeRow, isFull = (): boolean => false): AsyncGenerator<void, void, void> {
    const { query, bounds, signal } = this.#request;
    const merge = this.#merge;
    const pace = new Pace();
    let last: { shard: OpenShard; row: number } | undefined;
    const stop = (): void => void (this.end = last && positionOf(last.shard, last.row, query.order));
    for (let tested = 0, matched = 0; ;) {
      while (merge.mustOpen()) {
        if (signal.aborted) return;
        if (merge.opened >= bounds.files && last) return stop();
        pace.startSlice();
        const opening = merge.openNext();
        if (opening) await opening;
        if (pace.countShard()) yield;
      }
      const head = merge.first();
      if (!head) return;
      const { shard, row } = head;
      const matches = head.passes(row);
      if ((tested >= bounds.rows && last) || (matches && matched === query.limit)) return stop();
      if (last) [last.shard, last.row] = [shard, row];
      else last = { shard, row };
      if (matches) {
        matched += 1;
        const more = take(shard, row);
        if (!(typeof more === 'boolean' ? more : await more)) return;
      }
      const rows = matches ? 1 : rowsToNext(head);
      tested += rows;
      merge.advance(head, rows);
      if (pace.countRows(rows) || isFull()) yield;
    }
  }
}

interface ListResult {
  body: Uint8Array;
  /** Shards opened. */
  opened: number;
}

/** Executes a list plan for one page. */
export async function readList(
  request: Omit<ScanRequest, 'signal'> & PageRequest<ListPosition>,
  work: Work,
): Promise<ListResult> {
  const scan = new Scan({ ...request, signal: work.signal });
  const page = new ListPage(request.expand);
  async function* steps(): AsyncGenerator<void, void, void> {
    yield* scan.steps((shard, row) => (page.addRow(shard, row), true));
    yield* page.write(request.headOf(page.count, scan.end), request.files);
  }
  await work.run(steps());
  return { body: page.body, opened: scan.opened };
}

/** Column files that are read in a few milliseconds. */
const FEW_FILES = 8;
/** Rows of one page. */
const FEW_ROWS = 1000;

/** Without filters that rows must be tested for, the limit is soon reached; a later page by magnitude opens many. */
export const isExpensive = (
  files: readonly unknown[],
  query: ListFilter & Pick<ListQuery, 'limit' | 'order' | 'after' | 'expand'>,
): boolean =>
  query.expand !== undefined ||
  (files.length > FEW_FILES &&
    (query.limit > FEW_ROWS ||
      (query.order === 'magnitude' && query.after !== undefined) ||
      activeFilters(query).some(({ filter }) => !filter.divides)));
