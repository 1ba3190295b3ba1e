/**
 * Recent responses in memory, by request line and negotiated headers, while their dataset is served. Requests that are
 * unusual (ranges, bodies, HTTP/1.0) have no key: their responses are not kept.
 */
import { LRUCache } from 'lru-cache';
import { variesByAccept } from '#core/shared-address.ts';
import type { EpochMs } from '#core/time.ts';
import { presentedKey } from './access/caller.ts';
import type { Accounting } from './access/request-access.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { Snapshot } from './dataset/snapshot.ts';
import type { GatewayRequest } from './http/request.ts';
import type { WholeResponse } from './http/response.ts';
import { loggedTarget } from './request-log.ts';

interface Kept {
  snapshot: Snapshot;
  /** From this instant on it may be another one. */
  validUntil: EpochMs;
  accounting: Accounting;
  /** Known from the first repetition on. */
  loggedTarget?: string;
  /** Undefined where only the 304 is known. */
  full: WholeResponse | undefined;
  /** Known from the first use on. */
  notModified?: WholeResponse;
  /** Headers of both, from the first repetition on. */
  fullHeaders?: string[];
  notModifiedHeaders?: string[];
  tag: string | undefined;
}

interface Repeatable extends Pick<Kept, 'snapshot' | 'validUntil' | 'accounting'> {
  /** A 200 or a 304, without rate limit headers. */
  response: WholeResponse;
  /** Whether the caller has a key. */
  keyed: boolean;
}

/** What answers one request. */
export interface Found extends Pick<Kept, 'accounting'> {
  /** There is no key in it. */
  loggedTarget: string;
  response: WholeResponse;
  /** Its headers, names and values in turn. */
  flat: string[];
}

interface ResponseCacheOptions {
  dataset: Pick<Dataset, 'peek'>;
  now: () => EpochMs;
  /** Memory, in bytes. */
  maxBytes?: number;
}

/** Memory for an entry besides its body and key, in bytes. */
const ENTRY_BYTES = 2000;

export class ResponseCache {
  readonly #dataset: Pick<Dataset, 'peek'>;
  readonly #now: () => EpochMs;
  readonly #responses: LRUCache<string, Kept>;
  #snapshot: Snapshot | undefined;

  constructor({ dataset, now, maxBytes = 32e6 }: ResponseCacheOptions) {
    this.#dataset = dataset;
    this.#now = now;
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ full }, key) => (full?.body?.byteLength ?? 0) + 2 * key.length + ENTRY_BYTES,
      maxEntrySize: maxBytes / 8,
    });
  }

  get size(): number {
    return this.#responses.size;
  }

  find(request: GatewayRequest): Found | undefined {
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.#responses.get(key);
    if (!kept || kept.snapshot !== this.#dataset.peek() || kept.validUntil <= this.#now()) return undefined;
    const { accounting, full, tag } = kept;
    const ifNoneMatch = request.header('if-none-match');
    const isHeld = ifNoneMatch !== undefined && ifNoneMatch === tag;
    const response = isHeld ? (kept.notModified ??= notModified(full!)) : ifNoneMatch === undefined ? full : undefined;
    if (!response) return undefined;
    const flat = isHeld ? (kept.notModifiedHeaders ??= flatOf(response)) : (kept.fullHeaders ??= flatOf(response));
    return { accounting, loggedTarget: (kept.loggedTarget ??= loggedTarget(request.target)), response, flat };
  }

  put(request: GatewayRequest, { response, snapshot, validUntil, accounting, keyed }: Repeatable): void {
    const key = keyOf(request);
    // A key in the query is in the target: its response is no other caller's.
    if (key === undefined || keyed !== isKeyed(request)) return;
    if (snapshot !== this.#snapshot) {
      this.#responses.clear();
      this.#snapshot = snapshot;
    }
    const former = this.#responses.peek(key);
    const full = response.status === 200 ? response : undefined;
    if (!full && former && former.validUntil > this.#now()) return;
    const kept = { snapshot, validUntil, accounting, full, tag: response.headers['ETag'] };
    this.#responses.set(key, full ? kept : { ...kept, notModified: response });
  }
}

const isKeyed = (request: GatewayRequest): boolean => presentedKey(request.header('authorization'), '') !== undefined;

/** What selects a response. */
function keyOf(request: GatewayRequest): string | undefined {
  const { method, incoming } = request;
  if ((method !== 'GET' && method !== 'HEAD') || incoming?.httpVersion !== '1.1') return undefined;
  const { headers, url: target = '' } = incoming;
  if (target[0] !== '/' || variesByAccept(target)) return undefined;
  const { host, range, authorization, 'accept-encoding': encodings = '' } = headers;
  if (range !== undefined || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    return undefined;
  if (authorization === undefined) return `anonymous\n${host}\n${encodings}\n${target}`;
  return isKeyed(request) ? `keyed\n${host}\n${encodings}\n${target}` : undefined;
}

const flatOf = ({ headers }: WholeResponse): string[] => Object.entries(headers).flat();

const CONTENT = new Set(['Content-Type', 'Content-Length', 'Content-Encoding', 'Link']);

/** The 304 for a response. */
const notModified = ({ headers }: WholeResponse): WholeResponse => ({
  status: 304,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !CONTENT.has(name))),
});
