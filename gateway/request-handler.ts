/** One data request: authentication, parameters, endpoint, conditional response, quota. */
import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { DEFAULT_PORT } from '#core/environment.ts';
import { DEFAULT_AUTHORITY } from '#core/fdsn/ids.ts';
import type { EpochMs } from '#core/time.ts';
import type { Caller } from './access/caller.ts';
import { callerId } from './access/caller.ts';
import type { Origin, RequestGuard } from './access/guard.ts';
import type { Accounting, RequestAccess } from './access/request-access.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { Snapshot } from './dataset/snapshot.ts';
import type { EndpointRequest, EndpointRow, Trace } from './endpoints/request.ts';
import type { HttpBindings } from '@hono/node-server';
import type { FrontTable } from './front-table.ts';
import { isPersonal } from './front-table.ts';
import type { AnswerMemory } from './http/answer-memory.ts';
import { peerOf } from './http/client-address.ts';
import { GatewayError, methodNotAllowed, OverloadError } from './http/errors.ts';
import { METHODS, QUERY_METHODS } from './http/headers.ts';
import { descriptionLink } from './http/link-header.ts';
import { readBody } from './http/request-body.ts';
import { queryOf, readParameters, requestTarget } from './http/query-string.ts';
import type { Representation, StreamedRepresentation } from './http/representation.ts';
import { RequestClock } from './http/request-clock.ts';
import type { NegotiatedRequest, NotModifiedParts, ResponseParts } from './http/respond.ts';
import { Responder } from './http/respond.ts';
import type { WorkBounds } from './scan/bounds.ts';
import { WORK_BOUNDS } from './scan/bounds.ts';
import type { WorkLimits } from './work/limits.ts';
import { WorkQueue } from './work/work-queue.ts';

/** What the gateway's handlers and middleware share of one request. */
export interface Env {
  Variables: { trace: Trace };
}

interface RequestHandlerOptions {
  dataset: Dataset;
  now: () => EpochMs;
  guard: RequestGuard;
  workLimits: WorkLimits;
  /** Work of one request. */
  bounds?: WorkBounds | undefined;
  /** Maximum rows of one export; by default, that of the caller's plan. */
  exportRows?: ((caller: Caller) => number) | undefined;
  /** Path prefix of the service, without a trailing slash. */
  basePath?: string | undefined;
  baseUrl?: string | undefined;
  authorityId?: string | undefined;
  /** Keeps responses for repeated requests. */
  front?: FrontTable | undefined;
  /** Memory for recently served bodies, in bytes. */
  bodyCacheBytes?: number | undefined;
  /** Of unfinished answers. */
  answers?: AnswerMemory | undefined;
}

interface HandledEndpoint {
  answer: EndpointRow['answer'];
  accounting: Accounting;
  /** Whether a query may also be the body of a POST. */
  takesBody?: boolean;
  /** Whether responses name the description of the API. */
  described?: true;
}

type Keep = ((parts: NotModifiedParts | ResponseParts) => void) | undefined;

interface KeepContext {
  representation: Representation | StreamedRepresentation;
  accounting: Accounting;
  snapshot: Snapshot;
  access: RequestAccess;
  clock: RequestClock;
}

const READ_METHODS = new Set(['GET', 'HEAD']);

const exportRowsOfPlan = ({ limits }: Caller): number => limits.exportRows;

export const originOf = (c: Context<Env>): Origin => ({
  peer: peerOf(c.env),
  forwarded: c.req.header('X-Forwarded-For'),
});

/** Empty in tests without a connection. */
const bindingsOf = (c: Context<Env>): Partial<HttpBindings> => (c.env ?? {}) as Partial<HttpBindings>;

export class RequestHandler {
  readonly #dataset: Dataset;
  readonly #guard: RequestGuard;
  readonly #responder: Responder;
  readonly #front: FrontTable | undefined;
  readonly #exportRows: (caller: Caller) => number;
  /** What every endpoint request carries. */
  readonly #shared: Pick<EndpointRequest, 'basePath' | 'baseUrl' | 'authorityId' | 'bounds' | 'queue'>;
  readonly #now: () => EpochMs;
  readonly #description: string;

  constructor({ dataset, now, guard, workLimits, ...options }: RequestHandlerOptions) {
    const { bounds = WORK_BOUNDS, exportRows = exportRowsOfPlan, basePath = '', bodyCacheBytes = 32e6 } = options;
    const { baseUrl = `http://localhost:${DEFAULT_PORT}${basePath}`, authorityId = DEFAULT_AUTHORITY } = options;
    this.#dataset = dataset;
    this.#now = now;
    this.#description = descriptionLink(`${basePath}/openapi.json`);
    this.#guard = guard;
    this.#front = options.front;
    this.#responder = new Responder(bodyCacheBytes, options.answers);
    this.#exportRows = exportRows;
    this.#shared = { basePath, baseUrl, authorityId, bounds, queue: new WorkQueue(workLimits) };
  }

  get baseUrl(): string {
    return this.#shared.baseUrl;
  }

  async handle(c: Context<Env>, row: HandledEndpoint): Promise<Response> {
    const { answer: endpoint, accounting } = row;
    const target = requestTarget(c.req.url);
    const access = await this.#guard.authenticate({
      ...originOf(c),
      authorization: c.req.header('Authorization'),
      query: queryOf(target),
      accounting,
    });
    try {
      const isPost = row.takesBody === true && c.req.method === 'POST';
      if (!READ_METHODS.has(c.req.method) && !isPost) throw methodNotAllowed(row.takesBody ? QUERY_METHODS : METHODS);
      const request = {
        ...this.#shared,
        path: target.split('?', 1)[0]!,
        parameters: readParameters(queryOf(target)),
        query: queryOf(target),
        body: isPost ? await readBody(c.req.raw) : undefined,
        caller: access.caller,
        exportRows: this.#exportRows(access.caller),
        signal: () => c.req.raw.signal,
        trace: c.get('trace'),
      };
      const negotiated = negotiatedRequest(c, {
        personal: isPersonal(access, accounting),
        link: row.described && this.#description,
        sending: { caller: callerId(access.caller), response: bindingsOf(c).outgoing as ServerResponse | undefined },
      });
      return await this.#withSuccessor(async (snapshot) => {
        const clock = new RequestClock(this.#now());
        const representation = await endpoint({ ...request, snapshot, clock });
        return this.#respond(representation, {
          request: negotiated,
          access,
          keep: this.#keepFor(c, { representation, accounting, snapshot, access, clock }),
        });
      });
    } catch (error) {
      throw await access.settleError(error);
    }
  }

  /** Repeats a response once when a file of its dataset is gone and another dataset has taken its place. */
  async #withSuccessor(respond: (snapshot: Snapshot) => Promise<Response>): Promise<Response> {
    const snapshot = await this.#dataset.current();
    try {
      return await respond(snapshot);
    } catch (error) {
      const isMissing =
        error instanceof GatewayError && error.code === 'unavailable' && !(error instanceof OverloadError);
      const successor = isMissing ? await this.#dataset.successor(snapshot) : undefined;
      if (!successor) throw error;
      return respond(successor);
    }
  }

  /** Where the response is kept for repeated requests; undefined where it is not. */
  #keepFor(c: Context<Env>, { representation, accounting, snapshot, access, clock }: KeepContext): Keep {
    const { incoming } = bindingsOf(c);
    // A key in the query is in the target: its response is no other caller's.
    const isOwnTarget = access.caller.kind === 'keyed' && c.req.header('Authorization') === undefined;
    if (!this.#front || !incoming || isOwnTarget || !isRepeatable(representation)) return undefined;
    const personal = isPersonal(access, accounting);
    const { validUntil } = clock;
    return (parts) => this.#front!.put(incoming, { snapshot, accounting, personal, validUntil, ...parts });
  }

  async #respond(
    representation: Representation | StreamedRepresentation,
    { request, access, keep }: { request: NegotiatedRequest; access: RequestAccess; keep: Keep },
  ): Promise<Response> {
    const tag = this.#responder.matchingTag(representation, request);
    if (tag !== undefined)
      return this.#responder.notModified(
        representation,
        { ...request, allowance: await access.skipQuota() },
        { tag, keep },
      );
    // Counted before the work, so that a caller without quota causes none.
    return this.#responder.full(representation, { ...request, allowance: await access.consume() }, keep);
  }
}

/** Files are read again: a walk through them would displace everything else. */
const isRepeatable = (representation: Representation | StreamedRepresentation): boolean =>
  'load' in representation && representation.validFor === 'dataset' && !representation.isFile;

const negotiatedRequest = (
  c: Context<Env>,
  known: Pick<NegotiatedRequest, 'personal' | 'link' | 'sending'>,
): NegotiatedRequest => ({
  ...known,
  ifNoneMatch: READ_METHODS.has(c.req.method) ? c.req.header('If-None-Match') : undefined,
  acceptEncoding: c.req.header('Accept-Encoding'),
  range: c.req.method === 'GET' ? c.req.header('Range') : undefined,
  ifRange: c.req.header('If-Range'),
  signal: () => c.req.raw.signal,
});
