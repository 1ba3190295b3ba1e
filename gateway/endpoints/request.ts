/** What an endpoint gets to answer from: the request as parsed, and the one dataset that the answer comes from. */
import type { EpochMs } from '#core/time.ts';
import type { WorkBounds } from '../scan/bounds.ts';
import type { Caller } from '../access/caller.ts';
import type { RawParameters } from '../http/query-string.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import type { WorkQueue } from '../work/work-queue.ts';

/** What a request did, for the log. */
export interface Trace {
  /** Shards and segments opened. */
  opened: number;
}

export interface EndpointRequest {
  /** Path, percent sequences not yet decoded. */
  path: string;
  parameters: RawParameters;
  caller: Caller;
  /** Path that the service lies at, without a slash at its end. */
  basePath: string;
  snapshot: Snapshot;
  now: EpochMs;
  bounds: WorkBounds;
  /** Rows that the caller may have in one export. */
  exportRows: number;
  /** Aborted when the client goes before it is answered. */
  signal: () => AbortSignal;
  /** Where work waits for its turn. */
  queue: WorkQueue;
  trace: Trace;
}
