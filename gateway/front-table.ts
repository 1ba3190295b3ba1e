/**
 * Responses of the app by request line and negotiated headers, in front of the app: a repeated request is counted and
 * answered from memory until the dataset changes. Whatever is unusual goes on to the app.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { EpochMs } from '#core/time.ts';
import type { Origin, RequestGuard } from './access/guard.ts';
import type { Accounting, RequestAccess } from './access/request-access.ts';
import type { Dataset } from './dataset/dataset.ts';
import { callerId } from './access/caller.ts';
import { AnswerMemory } from './http/answer-memory.ts';
import type { Snapshot } from './dataset/snapshot.ts';
import { asGatewayError, renderError } from './http/errors.ts';
import type { Log } from './http/log.ts';
import { faultLine } from './http/log.ts';
import { queryOf } from './http/query-string.ts';
import type { RouteCounts } from './metrics/request-counts.ts';
import { loggedTarget } from './query/request-line.ts';
import type { RequestLog } from './request-log.ts';

/** A response of the app, without rate limit headers. */
interface RepeatableResponse {
  snapshot: Snapshot;
  accounting: Accounting;
  /** Specific to callers with a key. */
  personal: boolean;
  tag: string;
  /** From this instant on it may be another one. */
  validUntil: EpochMs;
  /** Absent for a 304, like `bytes`. */
  headers?: Record<string, string>;
  /** Headers of the 304 for the same tag. */
  notModifiedHeaders: Record<string, string>;
  bytes?: Uint8Array;
}

interface Kept extends Pick<RepeatableResponse, 'snapshot' | 'accounting' | 'personal' | 'tag' | 'validUntil'> {
  /** Absent where only the 304 is known. */
  full: { headers: FlatHeaders; bytes: Uint8Array } | undefined;
  notModifiedHeaders: FlatHeaders;
  loggedTarget: string;
  route: RouteCounts | undefined;
}

/** Names and values in turn. */
type FlatHeaders = string[];

const flat = (headers: Record<string, string>): FlatHeaders => Object.entries(headers).flat();

interface FrontTableOptions {
  now: () => EpochMs;
  dataset: Pick<Dataset, 'peek'>;
  guard: RequestGuard;
  log: Log;
  requestLog: RequestLog;
  /** Of unfinished answers. */
  answers?: AnswerMemory;
  /** Memory, in bytes. */
  maxBytes?: number;
}

/** Memory for an entry besides its body and key, in bytes. */
const ENTRY_BYTES = 2000;

export class FrontTable {
  readonly #options: FrontTableOptions;
  readonly #responses: LRUCache<string, Kept>;
  readonly #answers: AnswerMemory;
  #snapshot: Snapshot | undefined;

  constructor(options: FrontTableOptions) {
    const { maxBytes = 32e6, answers = new AnswerMemory() } = options;
    this.#answers = answers;
    this.#options = options;
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ full }, key) => (full?.bytes.byteLength ?? 0) + 2 * key.length + ENTRY_BYTES,
      maxEntrySize: maxBytes / 8,
    });
  }

  get size(): number {
    return this.#responses.size;
  }

  /** Keeps a response of the app for requests that repeat this one while its dataset is served. */
  put(request: IncomingMessage, response: RepeatableResponse): void {
    const key = keyOf(request);
    if (key === undefined) return;
    if (response.snapshot !== this.#snapshot) {
      this.#responses.clear();
      this.#snapshot = response.snapshot;
    }
    const { headers, bytes, notModifiedHeaders, ...rest } = response;
    // A 304 does not replace the response that it stands for.
    const former = this.#responses.peek(key);
    if (!bytes && former && former.validUntil > this.#options.now()) return;
    this.#responses.set(key, {
      ...rest,
      full: headers && bytes && { headers: flat(headers), bytes },
      notModifiedHeaders: flat(notModifiedHeaders),
      loggedTarget: loggedTarget(request.url!),
      route: this.#options.requestLog.routeOf(request.url!),
    });
  }

  /** @param next the app, for what is not answered here. @returns whether this request is answered here */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): boolean {
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.#responses.get(key);
    const { dataset, now } = this.#options;
    if (!kept || kept.snapshot !== dataset.peek() || kept.validUntil <= now()) return false;
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch === undefined ? !kept.full : ifNoneMatch !== kept.tag) return false;
    const start = this.#options.requestLog.start();
    const repeated = { start, request, response, notModified: ifNoneMatch !== undefined, next };
    // Kept without a key: its target holds none.
    if (request.headers.authorization === undefined) this.#respondWithoutKey(kept, repeated);
    else void this.#respond(kept, repeated);
    return true;
  }

  /** Nothing is awaited but the count. */
  #respondWithoutKey(kept: Kept, repeated: Repeated): void {
    const { request, notModified } = repeated;
    const access = this.#options.guard.withoutKey(originOf(request), kept.accounting);
    if (!this.#mayHold(kept, access)) return repeated.next();
    access.settleWithoutKey(!notModified, (error) => {
      if (error === undefined) this.#send(kept, { ...repeated, access });
      else void access.settleError(error).then((refusal) => this.#refuse(kept, repeated, refusal));
    });
  }

  async #respond(kept: Kept, repeated: Repeated): Promise<void> {
    const { request, notModified, next } = repeated;
    try {
      const access = await this.#options.guard.authenticate({
        ...originOf(request),
        authorization: request.headers.authorization,
        query: queryOf(request.url!),
        accounting: kept.accounting,
      });
      if (isPersonal(access, kept.accounting) !== kept.personal || !this.#mayHold(kept, access)) return next();
      this.#send(kept, { ...repeated, access }, await allowanceOf(access, notModified));
    } catch (error) {
      await this.#refuse(kept, repeated, error);
    }
  }

  /** The app refuses an answer that its caller may not hold. */
  #mayHold({ full }: Kept, { caller }: RequestAccess): boolean {
    return !full || this.#answers.answers === 0 || this.#answers.allows(callerId(caller), full.bytes);
  }

  #send(kept: Kept, repeated: Repeated & { access: RequestAccess }, allowance: Record<string, string> = {}): void {
    const { response, notModified, access } = repeated;
    const full = notModified ? undefined : kept.full;
    const headers = full?.headers ?? kept.notModifiedHeaders;
    const all = kept.personal ? [...headers, ...flat(allowance)] : headers;
    if (full) {
      response.writeHead(200, all).end(full.bytes);
      // What the connection has taken at once is not held.
      if (response.socket?.writableLength !== 0)
        this.#answers.keep({ caller: callerId(access.caller), response }, full.bytes);
    } else response.writeHead(304, all).end();
    this.#log(kept, repeated);
  }

  async #refuse(kept: Kept, repeated: Repeated, error: unknown): Promise<void> {
    const { log } = this.#options;
    const refusal = renderError(asGatewayError(error, (fault) => log(faultLine(fault))));
    repeated.response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
    this.#log(kept, repeated);
  }

  #log({ loggedTarget: target, route }: Kept, { start, request, response }: Repeated): void {
    const [method, status] = [request.method!, response.statusCode];
    this.#options.requestLog.write({ start, route, method, target: () => target, status, opened: 0 });
  }
}

const originOf = ({ socket, headers }: IncomingMessage): Origin => ({
  peer: socket.remoteAddress,
  forwarded: headers['x-forwarded-for'] as string | undefined,
});

interface Repeated {
  /** Of the request log. */
  start: number;
  request: IncomingMessage;
  response: ServerResponse;
  notModified: boolean;
  next: () => void;
}

/** Rate limit headers. @throws what the client is to be sent instead */
async function allowanceOf(access: RequestAccess, notModified: boolean): Promise<Record<string, string>> {
  try {
    return await (notModified ? access.skipQuota() : access.consume());
  } catch (error) {
    throw await access.settleError(error);
  }
}

export const isPersonal = ({ caller }: RequestAccess, { counted }: Accounting): boolean =>
  caller.kind === 'keyed' && counted;

/** What selects a response; undefined for requests that only the app answers. */
function keyOf({ method, url, httpVersion, headers }: IncomingMessage): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !url?.startsWith('/') || httpVersion !== '1.1') return undefined;
  const { host, range, authorization } = headers;
  if (range !== undefined || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    return undefined;
  return `${authorization === undefined ? 'anonymous' : 'keyed'}\n${host}\n${headers['accept-encoding'] ?? ''}\n${url}`;
}
