/** The HTTP client of all fetchers: time-outs, a size limit, retries with back-off, conditional requests. */
import type { LookupFunction } from 'node:net';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { backoff, parseRetryAfter, sleep } from '#http/retry.ts';
import { MAX_DOCUMENT_BYTES } from '../limits.ts';
import {
  type FeedAnswer,
  type FeedClient,
  type FeedRequestOptions,
  FeedUnavailable,
  type Validators,
} from '../feed.ts';
import { FeedHttpError, redactedUrl, requestAborted, requestError, RetryableError, TimedOut } from './errors.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { HostSilence } from './host-silence.ts';
import { Reach } from './reach.ts';
import { type FeedRequest, sendRequest } from './request.ts';

const PAUSES = { first: SECOND, growth: 2, longest: 30 * SECOND };
/** A longer Retry-After is not waited for: requests fail until it is over (a day at most). */
const MAX_WAIT = 2 * MINUTE;

interface HostPausesOptions {
  now: () => number;
  /** 0 inclusive to 1 exclusive, for jitter. */
  random: () => number;
  /** By host: the instant before which no request may be sent. */
  retryNotBefore: Map<string, number>;
}

class HostPauses {
  readonly #options: HostPausesOptions;

  constructor(options: HostPausesOptions) {
    this.#options = options;
  }

  /** ms until requests to the host are allowed. */
  remaining(host: string): number {
    const { now, retryNotBefore } = this.#options;
    return Math.max(0, (retryNotBefore.get(host) ?? 0) - now());
  }

  isTooLong(host: string): boolean {
    return this.remaining(host) > MAX_WAIT;
  }

  recordRetryAfter(host: string, retryAfterMs: number | null): void {
    if (!retryAfterMs) return;
    const { now, retryNotBefore } = this.#options;
    retryNotBefore.set(host, Math.max(retryNotBefore.get(host) ?? 0, now() + Math.min(retryAfterMs, DAY)));
  }

  /** ms: half to all of an exponentially growing pause, and no less than Retry-After. @param attempt 1-based */
  backoff(attempt: number, host: string): number {
    return Math.max(backoff(attempt, PAUSES, this.#options.random()), this.remaining(host));
  }
}

/** Validators by URL. A store should persist them only once the document is in the catalogue. */
interface ValidatorStore {
  get(url: string): Validators | undefined;
  set(url: string, validators: Validators): void;
}

export interface FeedClientOptions {
  /** Program, service name and its operator's address: `hiposantr/0.2 (quakes; +https://quakes.example)`. */
  userAgent: string;
  /** Where requests may go: by default to the host asked for alone, on the public internet. */
  reach?: Reach;
  exchange?: Exchange;
  /** For the default exchange. */
  lookup?: LookupFunction;
  /** Shared by all clients of a run. */
  silence?: HostSilence;
  /** Called with the head of every answer. */
  onHead?: (head: { url: URL; headers: Headers }) => void;
  /** Resolves early when the signal is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  now?: () => number;
  /** 0 inclusive to 1 exclusive, for jitter. */
  random?: () => number;
  validators?: ValidatorStore;
  /** By default of a request, as `maxBytes`. */
  timeoutMs?: number;
  maxBytes?: number;
  /** Attempts after the first. */
  retries?: number;
  /** By host: the instant before which no request may be sent. Shared by all clients of the same hosts. */
  retryNotBefore?: Map<string, number>;
  /** Aborts the current request or pause, and every later request. */
  signal?: AbortSignal;
}

class HttpFeedClient implements FeedClient {
  readonly #options: FeedClientOptions;
  readonly #now: () => number;
  readonly #pauses: HostPauses;
  readonly #silence: HostSilence;
  readonly #reach: Reach;
  readonly #exchange: Exchange;

  constructor(options: FeedClientOptions) {
    const { now = Date.now, random = Math.random, retryNotBefore = new Map<string, number>() } = options;
    this.#options = options;
    this.#now = now;
    this.#pauses = new HostPauses({ now, random, retryNotBefore });
    this.#silence = options.silence ?? new HostSilence();
    this.#reach = options.reach ?? new Reach([]);
    this.#exchange = options.exchange ?? createExchange(this.#reach, options.lookup);
  }

  async get(url: string, options: FeedRequestOptions = {}): Promise<FeedAnswer | 'unchanged'> {
    if (!URL.canParse(url)) throw new FeedUnavailable(`${redactedUrl(url)}: not a URL`);
    const { validators } = this.#options;
    const stored = options.conditional ? validators?.get(url) : undefined;
    const response = await this.#sendWithRetries(this.#requestFor(url, options, stored));
    if (response.status === 304) {
      if (stored) return 'unchanged';
      throw new FeedHttpError(`${redactedUrl(url)}: HTTP 304 to an unconditional request`, 304);
    }
    const { headers } = response;
    const received = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
    if (options.conditional && (received.etag || received.lastModified)) validators?.set(url, received);
    return response;
  }

  #requestFor(url: string, options: FeedRequestOptions, stored: Validators | undefined): FeedRequest {
    const { userAgent, signal, maxBytes = MAX_DOCUMENT_BYTES, timeoutMs = 20 * SECOND } = this.#options;
    const headers = new Headers({ 'user-agent': userAgent, accept: options.accept ?? '*/*' });
    if (stored?.etag) headers.set('if-none-match', stored.etag);
    if (stored?.lastModified) headers.set('if-modified-since', stored.lastModified);
    return {
      url,
      headers,
      maxBytes: options.maxBytes ?? maxBytes,
      timeoutMs: options.timeoutMs ?? timeoutMs,
      answerMs: options.silenceMs ?? this.#silence.boundMs,
      signal,
    };
  }

  async #sendWithRetries(request: FeedRequest): Promise<FeedAnswer> {
    const { url } = request;
    const { signal, retries = 3 } = this.#options;
    const { host } = new URL(url);
    this.#refuseSilent(url, host);
    await this.#waitForHost(url, host);
    const began = this.#silence.now();
    for (let attempt = 1; ; attempt += 1) {
      if (signal?.aborted) throw requestError(url, requestAborted(), 1);
      try {
        return await this.#send(request, began);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw requestError(url, error, attempt);
        this.#pauses.recordRetryAfter(host, error.retryAfterMs);
        const isSpent = error instanceof TimedOut && this.#left(request, began) <= leastOf(request);
        if (isSpent) this.#silence.noteGivenUp(host, began);
        if (isSpent || attempt > retries || this.#pauses.isTooLong(host)) throw requestError(url, error, attempt);
        await this.#sleep(this.#pauses.backoff(attempt, host));
      }
    }
  }

  /** One attempt, no longer than is left for a host that has not answered since the first one. */
  async #send(request: FeedRequest, began: number): Promise<FeedAnswer> {
    const first = new URL(request.url);
    const hasAnswered = this.#silence.hasAnswered(first.host, began);
    const answerMs = hasAnswered ? request.timeoutMs : Math.max(this.#left(request, began), leastOf(request));
    const answer = await sendRequest(
      { ...request, answerMs },
      {
        exchange: this.#exchange,
        reach: this.#reach,
        onHead: ({ headers }) => {
          this.#silence.noteAnswer(first.host);
          this.#options.onHead?.({ url: first, headers });
        },
      },
    );
    return requireSuccess(answer, this.#now());
  }

  /** ms for which a first answer is still awaited. */
  #left({ answerMs }: FeedRequest, began: number): number {
    return answerMs - (this.#silence.now() - began);
  }

  /** @throws FeedUnavailable for a host that was given up in this run */
  #refuseSilent(url: string, host: string): void {
    if (!this.#silence.isSilent(host)) return;
    const cause = 'not requested; its host has given no answer in this run';
    throw new FeedUnavailable(`${redactedUrl(url)}: ${cause}`, 'timed out');
  }

  /** Waits for a short Retry-After to pass. @throws FeedUnavailable for a long one */
  async #waitForHost(url: string, host: string): Promise<void> {
    const remaining = this.#pauses.remaining(host);
    if (this.#pauses.isTooLong(host)) {
      const seconds = Math.ceil(remaining / SECOND);
      const cause = `not requested; the server's Retry-After lasts another ${seconds} s` as const;
      throw new FeedUnavailable(`${redactedUrl(url)}: ${cause}`, cause);
    }
    if (remaining > 0) await this.#sleep(remaining);
  }

  #sleep(ms: number): Promise<void> {
    return (this.#options.sleep ?? sleep)(ms, this.#options.signal);
  }
}

/** ms below which another attempt is not worth its request. */
const leastOf = ({ answerMs }: FeedRequest): number => answerMs / 10;

/** The response if it is 2xx or 304. @throws RetryableError or FeedHttpError */
function requireSuccess(response: FeedAnswer, now: number): FeedAnswer {
  const { status, headers } = response;
  if ((status >= 200 && status < 300) || status === 304) return response;
  if (status === 429 || status >= 500)
    throw new RetryableError({ cause: `HTTP ${status}` }, status, parseRetryAfter(headers, now));
  throw new FeedHttpError(`HTTP ${status}`, status);
}

export const createFeedClient = (options: FeedClientOptions): FeedClient => new HttpFeedClient(options);
