/** How much work is in progress and waits. */
import type { ConcurrencyLimits } from './concurrency-limit.ts';

export interface WorkLimits extends ConcurrencyLimits {
  /** Unfinished requests of all callers. */
  requests: number;
  /** Of these, long ones in progress at once: each may hold many shards in memory. */
  long: number;
  /** How long a request may take until its answer begins, in ms: less than a connection may be idle. */
  timeoutMs: number;
}

export const WORK_LIMITS: WorkLimits = {
  ...{ concurrent: 8, waiting: 32, waitTimeoutMs: 2000 },
  ...{ requests: 512, long: 16, timeoutMs: 30_000 },
};
