/** Counts the rows that an event query selects: in the columns of shards, and of none that its spans prove to match. */
import { showsRecords, type ViewColumns, type View, viewColumns, type ViewPlan } from '#core/fdsn/view.ts';
import type { Agency } from '#core/agencies.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { mustMatch } from '#core/plan.ts';
import type { RowPredicate } from '#core/filters/filter.ts';
import { rowFilter, type ListFilter } from '#core/query.ts';
import { type AreaFiles, AreaRows } from './area-rows.ts';
import { Pace } from '../work/slices.ts';
import type { WorkBounds } from '../work/admission.ts';
import type { Order } from '#core/fdsn/event-parameters.ts';
import type { DatasetFiles } from '../dataset/files.ts';

/** A record as a row of its shard. */
export interface RowRef {
  entry: ShardEntry;
  row: number;
  /** Whose solution is meant, where the view names several agencies. */
  agency?: Agency;
}

export interface EventSelection {
  files: Pick<DatasetFiles, 'shard' | 'solutions'> & AreaFiles;
  plan: ViewPlan;
  filter: ListFilter;
  view: View;
  order: Order;
}

export async function openView({ files, view }: EventSelection, entry: ShardEntry): Promise<ViewColumns> {
  const [shard, solutions] = await Promise.all([files.shard(entry), files.solutions(entry)]);
  return viewColumns(shard, solutions, view);
}

/** By which rows are ordered: NaN where the record's magnitude is doubtful, as where it has none. */
export function orderedMagnitudes({ magnitude, id }: ViewColumns, { doubtful }: ShardEntry): Float64Array {
  return doubtful.length === 0 ? magnitude : magnitude.map((value, row) => (doubtful.includes(id[row]!) ? NaN : value));
}

/** The smaller, the earlier in an order by magnitude; NaN comes last either way. */
export function magnitudeKey(order: Order, magnitude: number): number {
  if (Number.isNaN(magnitude)) return Infinity;
  return order === 'magnitude' ? -magnitude : magnitude;
}

export const isByMagnitude = (order: Order): boolean => order === 'magnitude' || order === 'magnitude-asc';

interface TallyOptions {
  bounds: WorkBounds;
  /** Rows at the beginning of the order that must be counted; undefined: all. */
  maxRows?: number | undefined;
}

/** The least key that a row of the shard can have. */
function bestKey({ order }: EventSelection, { time, magnitude }: ShardEntry): number {
  if (isByMagnitude(order)) return magnitudeKey(order, magnitude?.[order === 'magnitude' ? 1 : 0] ?? NaN);
  return order === 'time' ? -time[1] : time[0];
}

interface Countable {
  rows: Iterable<number>;
  passes: RowPredicate;
  /** For an order by magnitude. */
  magnitudes: Float64Array | undefined;
}

/** What a count says of the order. */
export interface Counted {
  /** Rows counted: all, or `maxRows` at least. */
  readonly matched: number;
  /** Rows by magnitude, for an order by magnitude; NaN is none. */
  readonly magnitudes: ReadonlyMap<number, number>;
}

export class Tally implements Counted {
  matched = 0;
  opened = 0;
  /** Whether a bound on work was reached before the end. */
  exceeded = false;
  readonly magnitudes = new Map<number, number>();
  readonly #selection: EventSelection;
  readonly #options: TallyOptions;

  constructor(selection: EventSelection, options: TallyOptions) {
    this.#selection = selection;
    this.#options = options;
  }

  /** Yields after each slice. */
  async *steps(signal: AbortSignal): AsyncGenerator<void, void, void> {
    const { plan, filter, view, order } = this.#selection;
    const { bounds } = this.#options;
    const pace = new Pace();
    const matches = rowFilter(filter);
    const counts = showsRecords(view) && !isByMagnitude(order) ? mustMatch(filter) : (): boolean => false;
    const shards = plan.shards.map((one) => ({ ...one, best: bestKey(this.#selection, one.viewed) }));
    shards.sort((a, b) => a.best - b.best);
    const areas = new AreaRows(plan.area, this.#selection.files);
    let tested = 0;
    for (const { entry, viewed, best } of shards) {
      if (signal.aborted || this.#isEnough(best)) return;
      if (counts(viewed)) {
        this.matched += entry.count;
        continue;
      }
      this.exceeded = this.opened >= bounds.files || tested >= bounds.rows;
      if (this.exceeded) return;
      pace.startSlice();
      const rows = await areas.of(entry);
      if (rows?.length === 0) {
        if (pace.countSearch()) yield;
        continue;
      }
      this.opened += 1;
      const columns = await openView(this.#selection, entry);
      if (pace.countShard()) yield;
      const magnitudes = isByMagnitude(order) ? orderedMagnitudes(columns, entry) : undefined;
      yield* this.#count({ rows: rows ?? columns.time.keys(), passes: matches(columns), magnitudes }, pace);
      tested += rows?.length ?? columns.rows;
    }
  }

  *#count({ rows, passes, magnitudes }: Countable, pace: Pace): Generator<void, void, void> {
    for (const row of rows) {
      if (passes(row)) {
        this.matched += 1;
        if (magnitudes) this.#countMagnitude(magnitudes[row]!);
      }
      if (pace.countRow()) yield;
    }
  }

  #countMagnitude(magnitude: number): void {
    this.magnitudes.set(magnitude, (this.magnitudes.get(magnitude) ?? 0) + 1);
  }

  /** @param next the least key of a row that is not counted yet */
  #isEnough(next: number): boolean {
    const { maxRows = Infinity } = this.#options;
    const { order } = this.#selection;
    if (!isByMagnitude(order)) return this.matched >= maxRows;
    if (this.matched < maxRows) return false;
    let before = 0;
    for (const [magnitude, count] of this.magnitudes) if (magnitudeKey(order, magnitude) < next) before += count;
    return before >= maxRows;
  }
}
