/**
 * One request from its arrival to its log line: admitted, answered from the cache or by an endpoint, counted and
 * logged. Errors become responses here.
 */
import { takesBody } from '#core/endpoints.ts';
import { DEFAULT_PORT } from '#runtime/environment.ts';
import { DEFAULT_AUTHORITY } from '#core/fdsn/ids.ts';
import type { EpochMs } from '#core/time.ts';
import { type Caller, callerId } from './access/caller.ts';
import { type Credentials, credentialsOf } from './access/credentials.ts';
import { CountedAnswers } from './access/counted-answers.ts';
import type { RequestGuard } from './access/guard.ts';
import { type Accounting, counted, type RequestAccess } from './access/request-access.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { EndpointRequest, Route, Trace } from './endpoints/request.ts';
import { AnswerMemory } from './http/answer-memory.ts';
import { type Eventually, following, settled, togetherWithOthers } from './http/eventually.ts';
import { methodNotAllowed } from './http/errors.ts';
import { type AppRequest, type GatewayRequest, type NodeRequest, RequestClock } from './http/request.ts';
import type { StreamedResponse, WholeResponse } from './http/response.ts';
import { METHODS, QUERY_METHODS } from '#core/headers.ts';
import { descriptionLink, isRepeatable } from './http/representation.ts';
import type { Log } from './http/log.ts';
import { queryOf, readParameters } from './http/query-string.ts';
import { isRange, Responder } from './http/respond.ts';
import { Connections } from './live/connections.ts';
import type { Departures } from './live/departures.ts';
import { LiveFeed } from './live/feed.ts';
import { refusal } from './refusal.ts';
import { RequestLog } from './request-log.ts';
import type { Found, ResponseCache } from './response-cache.ts';
import { WORK_BOUNDS, type WorkBounds, type WorkLimits } from './work/admission.ts';
import { WorkQueue } from './work/work-queue.ts';

export interface PipelineOptions {
  guard: RequestGuard;
  /** Concurrency limits. */
  workLimits: WorkLimits;
  dataset: Pick<Dataset, 'read' | 'peek' | 'onChange'>;
  now: () => EpochMs;
  log?: Log;
  requestLog?: RequestLog;
  /** Work of one request. */
  bounds?: WorkBounds;
  /** Maximum rows of one export; by default, that of the caller's plan. */
  exportRows?: (caller: Caller) => number;
  /** Path prefix of the service, without a trailing slash; links in responses begin with it. */
  basePath?: string;
  /** Address of the service, without a trailing slash. */
  baseUrl?: string;
  /** In the resource identifiers of the FDSN services. */
  authorityId?: string;
  /** Keeps responses for repeated requests. */
  cache?: ResponseCache;
  /** Memory of unfinished answers. */
  answers?: AnswerMemory;
  /** Connections that stay open. */
  connections?: Connections;
  /** Where clients without a number continue. */
  departures?: Departures;
}

/** Of a kept response: all that is known. */
type Known = Pick<Found, 'accounting'> & Partial<Found>;

interface Admitted {
  access: RequestAccess;
  /** Identifies the caller. */
  caller: string;
  trace: Trace;
  credentials: Credentials;
}

type Respond<R> = (admitted: Admitted) => Eventually<R>;

interface Answered<R> {
  response: R | WholeResponse;
  /** Identifies the caller. */
  caller: string;
}

const exportRowsOfPlan = ({ limits }: Caller): number => limits.exportRows;

export class Pipeline {
  readonly #dataset: PipelineOptions['dataset'];
  readonly #guard: RequestGuard;
  readonly #cache: ResponseCache | undefined;
  readonly #answers: AnswerMemory;
  readonly #responder: Responder;
  readonly #counted = new CountedAnswers();
  readonly #requestLog: RequestLog;
  readonly #log: Log;
  readonly #exportRows: (caller: Caller) => number;
  /** What every endpoint request carries. */
  readonly #shared: Pick<EndpointRequest, 'basePath' | 'baseUrl' | 'authorityId' | 'bounds' | 'queue' | 'feed'>;
  readonly #now: () => EpochMs;
  readonly #description: string;

  constructor({ dataset, now, guard, workLimits, ...options }: PipelineOptions) {
    const { bounds = WORK_BOUNDS, exportRows = exportRowsOfPlan, basePath = '' } = options;
    const { baseUrl = `http://localhost:${DEFAULT_PORT}${basePath}`, authorityId = DEFAULT_AUTHORITY } = options;
    const { log = () => {}, requestLog = new RequestLog({ log, now }), answers = new AnswerMemory() } = options;
    this.#dataset = dataset;
    this.#now = now;
    this.#log = log;
    this.#requestLog = requestLog;
    this.#description = descriptionLink(`${basePath}/openapi.json`);
    this.#guard = guard;
    this.#cache = options.cache;
    this.#answers = answers;
    this.#responder = new Responder(answers);
    this.#exportRows = exportRows;
    const [queue, { connections = new Connections() }] = [new WorkQueue(workLimits), options];
    const feed = new LiveFeed({ dataset, connections, queue, bounds, departures: options.departures });
    this.#shared = { basePath, baseUrl, authorityId, bounds, queue, feed };
  }

  /** Answers a request; who gets the response sends it. */
  async answer(request: AppRequest, route: Route): Promise<WholeResponse | StreamedResponse> {
    const { response, caller } = await this.#admitted(request, { accounting: accountingOf(route) }, (admitted) =>
      this.#respond(request, route, admitted),
    );
    if (response.status === 200 && response.body instanceof Uint8Array)
      this.#answers.holdBody({ caller, response: request.outgoing }, response.body);
    return response;
  }

  /**
   * Answers a request from the cache, or if it is plain by its endpoint, and sends the response.
   * @param endpoint a hot one, if it has the path @returns whether it is answered
   */
  direct(request: NodeRequest, endpoint: Route | undefined): boolean {
    const kept = this.#cache?.find(request);
    if (kept) this.#send(request, kept, (admitted) => this.#repeat(kept.response, admitted));
    else if (endpoint && request.isPlain())
      this.#send(
        request,
        { accounting: accountingOf(endpoint) },
        (admitted) => this.#respond(request, endpoint, admitted) as Promise<WholeResponse>,
      );
    else return false;
    return true;
  }

  #repeat(response: WholeResponse, { access, caller }: Admitted): Eventually<WholeResponse> {
    const { body } = response;
    const full = (): WholeResponse => (this.#answers.admitBody(caller, body!), response);
    return counted(access, { notModified: body ? undefined : response, full });
  }

  /** What is there at once is sent at once, anything else together with others. */
  #send(request: NodeRequest, known: Known, respond: Respond<WholeResponse>): void {
    const answered = this.#admitted(request, known, respond);
    if (!(answered instanceof Promise)) this.#deliver(request, known, answered);
    else void answered.then((ready) => togetherWithOthers(() => this.#deliver(request, known, ready)));
  }

  /** Sends a response, and holds what the connection does not take at once. */
  #deliver(request: NodeRequest, known: Known, { response, caller }: Answered<WholeResponse>): void {
    const isTaken = request.send(response, response === known.response ? known.flat : undefined);
    const { status, body } = response;
    if (!isTaken && body && status === 200) this.#answers.holdBody({ caller, response: request.outgoing }, body);
  }

  /** Errors become responses; every response is counted and logged once. @param target as the log shows it */
  logged<R extends { status: number }>(
    request: GatewayRequest,
    respond: (trace: Trace) => Eventually<R>,
    target?: string,
  ): Eventually<R | WholeResponse> {
    const start = this.#requestLog.start();
    const trace: Trace = { opened: 0 };
    const finish = (response: R | WholeResponse): R | WholeResponse => {
      const { opened, address } = trace;
      this.#requestLog.write({ start, request, status: response.status, opened, target, address });
      return response;
    };
    return settled<R, R | WholeResponse>(
      () => respond(trace),
      finish,
      (error) => finish(refusal(error, request, { ...this.#shared, now: this.#now, log: this.#log })),
    );
  }

  #admitted<R extends { status: number }>(
    request: GatewayRequest,
    { accounting, loggedTarget: target }: Known,
    respond: Respond<R>,
  ): Eventually<Answered<R>> {
    let caller = '';
    const work = (trace: Trace): Eventually<R> => {
      const query = target === undefined ? queryOf(request.target) : '';
      const credentials = credentialsOf(request, query, accounting);
      return following(this.#guard.authenticate(credentials), (access) => {
        caller = callerId(access.caller);
        trace.address = access.caller.address;
        return settled<R, R>(
          () => respond({ access, caller, trace, credentials }),
          (response) => response,
          async (error) => {
            throw await access.countedError(error);
          },
        );
      });
    };
    return following(this.logged(request, work, target), (response) => ({ response, caller }));
  }

  async #respond(
    request: AppRequest,
    route: Route,
    { access, caller: name, trace, credentials }: Admitted,
  ): Promise<WholeResponse | StreamedResponse> {
    const { method, target } = request;
    const hasBody = takesBody(route.path);
    const isPost = hasBody && method === 'POST';
    if (!isPost && method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(hasBody ? QUERY_METHODS : METHODS);
    const { caller } = access;
    const { query, accounting } = credentials;
    const parameters = readParameters(query);
    const body = isPost ? await request.body() : undefined;
    const personal = caller.kind === 'keyed' && accounting.counted;
    const answered = { request, caller: name, personal, link: 'description' in route ? this.#description : undefined };
    return this.#dataset.read(async (snapshot) => {
      const clock = new RequestClock(this.#now());
      const representation = await route.answer({
        ...this.#shared,
        ...{ caller, query, parameters, body, trace, snapshot, clock },
        signal: () => request.signal(),
        path: target.split('?', 1)[0]!,
        lastEventId: request.header('last-event-id'),
        program: request.header('user-agent'),
        renew: () => this.#guard.renew(credentials),
        exportRows: this.#exportRows(caller),
      });
      const prepared = this.#responder.prepare(representation, answered);
      const { validUntil } = clock;
      const about = { snapshot, validUntil, accounting, keyed: caller.kind === 'keyed' };
      const ofAnswer = 'prepare' in representation ? `${name} ${representation.hash}` : undefined;
      const isCovered = ofAnswer !== undefined && isRange(request) && this.#counted.covers(ofAnswer);
      return counted(access, { ...prepared, isCovered }, (response) => {
        if (ofAnswer !== undefined && response.status !== 304) this.#counted.note(ofAnswer, response, isCovered);
        if (isRepeatable(representation)) this.#cache?.put(request, { response: response as WholeResponse, ...about });
      });
    });
  }
}

const accountingOf = ({ path, uncounted }: Route): Accounting =>
  uncounted ? { counted: false, own: uncounted === 'own' } : { counted: true, endpoint: path };
