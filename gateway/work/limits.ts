/** How much work is in progress and waits. */
import type { ConcurrencyLimits } from './concurrency-limit.ts';

export interface WorkLimits extends ConcurrencyLimits {
  /** Unfinished requests of all callers. */
  requests: number;
  /** Long requests in progress at once: each may hold many shards in memory. */
  long: number;
  /** Longest time until an answer begins, in ms: less than a connection may be idle. */
  timeoutMs: number;
}

export const WORK_LIMITS: WorkLimits = {
  ...{ concurrent: 8, waiting: 32, waitTimeoutMs: 2000 },
  ...{ requests: 512, long: 16, timeoutMs: 30_000 },
};

/** Maximum work of one request; a response that reaches it ends early, with `next`. */
export interface WorkBounds {
  /** Shards and segments opened. */
  files: number;
  /** Rows or changes tested. */
  rows: number;
}

/** About half a second of one core when every shard is cold. */
export const WORK_BOUNDS: WorkBounds = { files: 512, rows: 2_000_000 };
