/** Maximum work of one request; a response that reaches it ends early, with `next`. */
export interface WorkBounds {
  /** Shards and segments opened. */
  files: number;
  /** Rows or changes tested. */
  rows: number;
}

/** About half a second of one core when every shard is cold. */
export const WORK_BOUNDS: WorkBounds = { files: 512, rows: 2_000_000 };
