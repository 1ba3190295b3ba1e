/** Which rows of shards may lie in the area of a query, by the area indexes: each is searched once. */
import { type AreaIndex, addRowsWithin, newRowSet, rowsIn, type RowSet } from '#core/area-index.ts';
import type { AreaEntry } from '#core/areas.ts';
import type { ShardEntry } from '#core/manifest.ts';
import type { AreaPlan } from '#core/plan.ts';
import type { DatasetFiles } from '../dataset/files.ts';

/** Ascending; undefined: any row may. */
type Rows = Uint32Array | undefined;

export type AreaFiles = Pick<DatasetFiles, 'areaIndex'>;

export class AreaRows {
  /** Rows looked at so far. */
  looked = 0;
  readonly #plan: AreaPlan | undefined;
  readonly #files: AreaFiles;
  readonly #found = new Map<AreaEntry, RowSet>();

  /** @param plan undefined where no index helps */
  constructor(plan: AreaPlan | undefined, files: AreaFiles) {
    this.#plan = plan;
    this.#files = files;
  }

  /** @param tested rows that the query has looked at without an index */
  of(shard: ShardEntry, tested = Infinity): Rows | Promise<Rows> {
    const place = this.#plan && tested >= this.#plan.mergedRows ? this.#plan.places.get(shard) : undefined;
    if (!place) return undefined;
    const { area, first } = place;
    const rows = (set: RowSet): Rows => rowsIn(set, first, first + shard.count);
    const known = this.#found.get(area);
    if (known) return rows(known);
    const index = this.#files.areaIndex(area);
    return index instanceof Promise
      ? index.then((one) => rows(this.#search(area, one)))
      : rows(this.#search(area, index));
  }

  #search(area: AreaEntry, index: AreaIndex): RowSet {
    const found = newRowSet();
    for (const box of this.#plan!.boxes) this.looked += addRowsWithin(index, box, found);
    this.#found.set(area, found);
    return found;
  }
}
