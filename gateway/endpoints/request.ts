/** What an endpoint receives: the parsed request, and the dataset for its response. */
import type { WorkBounds } from '../scan/bounds.ts';
import type { Caller } from '../access/caller.ts';
import type { RawParameters } from '../http/query-string.ts';
import type { RequestClock } from '../http/request-clock.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import type { WorkQueue } from '../work/work-queue.ts';

/** For the access log. */
export interface Trace {
  /** Shards and segments opened. */
  opened: number;
}

export interface EndpointRequest {
  /** Percent-encoded path. */
  path: string;
  parameters: RawParameters;
  /** The query string as received. */
  query: string;
  /** Of a POST, where the endpoint takes it. */
  body: string | undefined;
  caller: Caller;
  /** Path prefix of the service, without a trailing slash. */
  basePath: string;
  /** Address of the service, without a trailing slash. */
  baseUrl: string;
  /** In resource identifiers. */
  authorityId: string;
  snapshot: Snapshot;
  /** The only way to the time. */
  clock: RequestClock;
  bounds: WorkBounds;
  /** Maximum rows of one export. */
  exportRows: number;
  /** Aborted when the client disconnects before the response. */
  signal: () => AbortSignal;
  queue: WorkQueue;
  trace: Trace;
}
