/**
 * Responses of the app by request line and negotiated headers, in front of the app: a repeated request is counted and
 * answered from memory until the dataset changes. Whatever is unusual goes on to the app.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Accounting, RequestAccess, RequestGuard } from './access/guard.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { Snapshot } from './dataset/snapshot.ts';
import { asGatewayError, renderError } from './http/errors.ts';
import type { Log } from './http/log.ts';
import { faultLine } from './http/log.ts';
import { queryOf } from './http/query-string.ts';
import { loggedTarget } from './query/request-line.ts';
import type { RequestLog } from './request-log.ts';

/** A 200 response of the app, without rate limit headers. */
interface RepeatableResponse {
  snapshot: Snapshot;
  accounting: Accounting;
  /** Specific to callers with a key. */
  personal: boolean;
  tag: string;
  headers: Record<string, string>;
  /** Headers of the 304 for the same tag. */
  notModifiedHeaders: Record<string, string>;
  bytes: Uint8Array;
}

interface Kept extends RepeatableResponse {
  loggedTarget: string;
}

interface FrontTableOptions {
  dataset: Pick<Dataset, 'peek'>;
  guard: RequestGuard;
  log: Log;
  requestLog: RequestLog;
  /** Memory, in bytes. */
  maxBytes?: number;
}

/** Memory for an entry besides its body and key, in bytes. */
const ENTRY_BYTES = 2000;

export class FrontTable {
  readonly #options: FrontTableOptions;
  readonly #responses: LRUCache<string, Kept>;
  #snapshot: Snapshot | undefined;

  constructor(options: FrontTableOptions) {
    const { maxBytes = 64e6 } = options;
    this.#options = options;
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes.byteLength + 2 * key.length + ENTRY_BYTES,
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
    this.#responses.set(key, { ...response, loggedTarget: loggedTarget(request.url!) });
  }

  /** @param next the app, for what is not answered here. @returns whether this request is answered here */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): boolean {
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.#responses.get(key);
    if (!kept || kept.snapshot !== this.#options.dataset.peek()) return false;
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && ifNoneMatch !== kept.tag) return false;
    void this.#respond(kept, { request, response, notModified: ifNoneMatch !== undefined, next });
    return true;
  }

  async #respond(kept: Kept, { request, response, notModified, next }: Repeated): Promise<void> {
    const { guard, log, requestLog } = this.#options;
    const start = requestLog.start();
    try {
      const access = await guard.authenticate({
        peer: request.socket.remoteAddress,
        forwarded: request.headers['x-forwarded-for'] as string | undefined,
        authorization: request.headers.authorization,
        query: queryOf(request.url!),
        accounting: kept.accounting,
      });
      if (isPersonal(access, kept.accounting) !== kept.personal) return next();
      const allowance = await allowanceOf(access, notModified);
      if (notModified) response.writeHead(304, { ...kept.notModifiedHeaders, ...allowance }).end();
      else response.writeHead(200, { ...kept.headers, ...allowance }).end(kept.bytes);
    } catch (error) {
      const refusal = renderError(asGatewayError(error, (fault) => log(faultLine(fault))));
      response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
    }
    const [method, status] = [request.method!, response.statusCode];
    requestLog.write({ start, method, target: () => kept.loggedTarget, status, opened: 0 });
  }
}

interface Repeated {
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
