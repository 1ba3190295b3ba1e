/** How much work one request may cause before it is answered with what was found so far. */
export interface WorkBounds {
  /** Shards and segments opened. */
  files: number;
  /** Rows or changes looked at. */
  rows: number;
}

/** About half a second of one core when every shard is cold. */
export const WORK_BOUNDS: WorkBounds = { files: 64, rows: 200_000 };
