/** Executes a list plan: the matching rows in the order of the list, in slices of work. */
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPlan } from '#core/plan.ts';
import type { ListPosition, ListQuery, ListFilter } from '#core/query.ts';
import type { OpenShard } from '../dataset/lines.ts';
import type { WorkBounds } from '../work/admission.ts';
import { type AreaFiles, AreaRows } from './area-rows.ts';
import { type ListMerge, listSource, Merge, positionOf, rowsToNext } from './merge.ts';
import { Pace } from '../work/slices.ts';
import type { Work } from '../work/work-queue.ts';
import { ListPage, type PageRequest, type ShardFiles } from './page.ts';
import { activeFilters } from '#core/filters/table.ts';

export interface ScanRequest {
  plan: ListPlan;
  query: ListQuery;
  bounds: WorkBounds;
  files: ShardFiles & AreaFiles;
  /** No shard is opened after it is aborted. */
  signal: AbortSignal;
}

/** @returns whether it takes more rows */
type TakeRow = (shard: OpenShard, row: number) => boolean | Promise<boolean>;

type Place = { shard: OpenShard; row: number } | undefined;

/** Without a new object for each row. */
function placed(place: Place, shard: OpenShard, row: number): Place {
  if (!place) return { shard, row };
  [place.shard, place.row] = [shard, row];
  return place;
}

export class Scan {
  /** The following page begins after it; undefined on the last page, and before the scan has ended. */
  end: ListPosition | undefined;
  readonly #request: ScanRequest;
  readonly #merge: ListMerge;
  readonly #areas: AreaRows;
  #tested = 0;

  constructor(request: ScanRequest) {
    this.#request = request;
    const { plan, query, files } = request;
    this.#areas = new AreaRows(plan.area, files);
    const rowsOf = (entry: ShardEntry): ReturnType<AreaRows['of']> => this.#areas.of(entry, this.#tested);
    this.#merge = new Merge(listSource(plan.shards, query, { files, rowsOf }));
  }

  /** Shards opened so far. */
  get opened(): number {
    return this.#merge.opened;
  }

  /** Rows looked at so far: in shards, and in area indexes. */
  get looked(): { rows: number; inIndexes: number } {
    return { rows: this.#tested, inIndexes: this.#areas.looked };
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
    /** The last row that was looked at, and the last one that was taken. */
    let [last, taken]: Place[] = [];
    const stop = (at: Place): void => void (this.end = at && positionOf(at.shard, at.row, query.order));
    for (let matched = 0; ;) {
      while (merge.mustOpen()) {
        if (signal.aborted) return;
        if (merge.opened >= bounds.files && last) return stop(last);
        const { opened } = merge;
        pace.startSlice();
        const opening = merge.openNext();
        if (opening) await opening;
        if (merge.opened > opened ? pace.countShard() : pace.countSearch()) yield;
      }
      const head = merge.first();
      if (!head) return;
      const { shard, row } = head;
      const matches = head.passes(row);
      if (this.#tested >= bounds.rows && last) return stop(last);
      // Whatever was looked at on the way to the row too many, by an index or without, the page ends here.
      if (matches && matched === query.limit) return stop(taken);
      last = placed(last, shard, row);
      if (matches) {
        matched += 1;
        taken = placed(taken, shard, row);
        const more = take(shard, row);
        if (!(typeof more === 'boolean' ? more : await more)) return;
      }
      const rows = matches ? 1 : rowsToNext(head);
      this.#tested += rows;
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

/** Of rows of which less passes, many are tested in vain. */
const SMALL_SHARE = 1 / 32;

interface Planned {
  shards: readonly ShardEntry[];
  segments?: readonly unknown[];
  area?: unknown;
}

/** Whether few rows are tested in vain: for what divides shards, for an area with an index, and for frequent values. */
const isFrugal = ({ filter, value }: ReturnType<typeof activeFilters>[number], { shards, area }: Planned): boolean => {
  if (filter.divides || (filter.boxes && area)) return true;
  const { shareOf } = filter;
  return shareOf !== undefined && shards.every((shard) => shareOf(shard, value) >= SMALL_SHARE);
};

/** Where few rows are tested in vain, the limit is soon reached; a later page by magnitude opens many shards. */
export const isExpensive = (
  plan: Planned,
  query: ListFilter & Pick<ListQuery, 'limit' | 'order' | 'after' | 'expand'>,
): boolean =>
  query.expand !== undefined ||
  (plan.shards.length + (plan.segments?.length ?? 0) > FEW_FILES &&
    (query.limit > FEW_ROWS ||
      (query.order === 'magnitude' && query.after !== undefined) ||
      activeFilters(query).some((active) => !isFrugal(active, plan))));
