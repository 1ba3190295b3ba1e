/** An endpoint as a row of the table, and what it receives: the parsed request, and the dataset for its response. */
import type { Parameter } from '#core/parameter.ts';
import type { Caller } from '../access/caller.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import type { AddressBlock } from '../http/client-address.ts';
import type { RawParameters } from '../http/query-string.ts';
import type { RequestClock } from '../http/request.ts';
import type { AnyRepresentation, Representation } from '../http/representation.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { WorkBounds } from '../work/admission.ts';
import type { WorkQueue } from '../work/work-queue.ts';
import type { Schema } from './schemas.ts';

/** For the access log. */
export interface Trace {
  /** Shards and segments opened. */
  opened: number;
  /** Of the client, once it is known. */
  address?: AddressBlock;
}

export interface EndpointRequest {
  /** Percent-encoded path. */
  path: string;
  parameters: RawParameters;
  /** The query string as received. */
  query: string;
  /** Body of a POST, where the endpoint takes it. */
  body: string | undefined;
  /** Number of the last event that the client of a stream has, as sent. */
  lastEventId: string | undefined;
  /** `User-Agent`, as sent. */
  program: string | undefined;
  caller: Caller;
  /** Authenticates and counts the caller of an open connection once more. @returns whether it may go on */
  renew: () => Promise<boolean>;
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
  feed: LiveFeed;
  trace: Trace;
}

/** An endpoint's part of the API's description, besides its path and text. */
interface Operation {
  id: string;
  parameters: readonly Parameter<unknown>[];
  /** Schema by media type; null where there is none. */
  content: Readonly<Record<string, Schema | null>>;
  /** Statuses of errors beside those of every operation. */
  errors: readonly number[];
  /** Shape of an error, where it is not that of the service. */
  error?: Schema;
  /** Of a POST: schema of its JSON. */
  requestBody?: object;
}

/** What answers a path; `*`: every other one. */
export interface Route {
  path: string;
  answer(request: EndpointRequest): Representation | Promise<AnyRepresentation>;
  /** Absent: responses are counted. `shared`: uncounted, the same for everyone; `own`: uncounted, per caller. */
  uncounted?: 'shared' | 'own';
}

export interface EndpointRow extends Route {
  /** One line. */
  description: string;
  /** Also answered with one of these at its end. */
  endings?: readonly string[];
  /** Whether a page of the same path answers a request instead. @param target path and query @param accept header */
  yieldsToPage?: (target: string, accept: string | undefined) => boolean;
  /** Absent: it is not part of the described API. */
  operation?: Operation;
}
