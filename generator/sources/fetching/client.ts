/** The polite HTTP client of all fetchers: one question at a time, time-outs, a bound on size, retries with back-off, conditional requests. */
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { MAX_DOCUMENT_BYTES } from '../bounds.ts';
import { FeedUnavailable, type FeedAnswer, type FeedClient } from '../feed.ts';

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Remembers what a server said of a document's version. A store should keep what is set only once the document is in the catalogue. */
export interface ValidatorStore {
  get(url: string): Validators | undefined;
  set(url: string, validators: Validators): void;
}

export interface FeedClientOptions {
  /** Service name and an address where its operator is found: `hiposantr/0.2 (+https://quakes.example)`. */
  userAgent: string;
  fetch?: typeof globalThis.fetch;
  /** Waits, and no longer than until the signal is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  now?: () => number;
  /** 0 inclusive to 1 exclusive, for jitter. */
  random?: () => number;
  validators?: ValidatorStore;
  /** For one try as a whole: connection, redirects and body. */
  timeoutMs?: number;
  /** Of the decoded body. */
  maxBytes?: number;
  /** Further tries after the first. */
  retries?: number;
  /** By host: the instant before which it asked to be left alone. One for all clients that may ask the same host. */
  pauses?: Map<string, number>;
  /** Ends what is being asked or waited for at once, and refuses everything asked later. */
  signal?: AbortSignal;
}

/** The server answered, and said no. Statuses other than 429 and 5xx are not asked again. */
export class FeedRefused extends FeedUnavailable {
  override name = 'FeedRefused';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const REDIRECTS = 5;
const FIRST_PAUSE = SECOND;
const LONGEST_PAUSE = 30 * SECOND;
/** A server that asks for a longer pause is not asked again before it is over, or a day is. */
const LONGEST_RETRY_AFTER = 2 * MINUTE;

/** A URL for messages: no password, no value of a parameter that may be a secret, at most 200 characters. */
export function shownUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed) return url.slice(0, 200);
  parsed.username = '';
  parsed.password = '';
  for (const name of new Set(parsed.searchParams.keys())) {
    if (/key|token|secret|pass|auth|sig/i.test(name)) parsed.searchParams.set(name, '***');
  }
  return parsed.href.length > 200 ? `${parsed.href.slice(0, 197)}...` : parsed.href;
}

/** Something that another try may mend. */
class PassingTrouble extends Error {
  readonly retryAfterMs: number | null;
  readonly status: number | null;

  constructor(cause: string, status: number | null = null, retryAfterMs: number | null = null) {
    super(cause);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

const CAUSES: Record<string, string> = {
  ENOTFOUND: 'DNS: no such host',
  EAI_AGAIN: 'DNS: no answer',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection broken',
  UND_ERR_SOCKET: 'connection broken',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  ENETUNREACH: 'network unreachable',
  EHOSTUNREACH: 'host unreachable',
};

/** The cause of a failed fetch, from the chain of errors below its `TypeError: fetch failed`. */
function causeOf(error: unknown): string {
  let last = '';
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (CAUSES[code]) return CAUSES[code];
    if (/CERT|TLS|SSL/.test(code)) return `TLS: ${at.message}`;
    last = at.message || code || last;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return last || String(error);
}

/** `Retry-After` in ms from now: seconds, or an HTTP date. */
function retryAfterOf(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

interface Question {
  url: string;
  headers: Headers;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** The body, read no further than the bound. */
async function bodyOf(response: Response, maxBytes: number, abort: () => void): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) {
      abort();
      throw new FeedUnavailable(`the answer is larger than ${maxBytes} bytes; reading was stopped there`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function redirectedTo(response: Response, from: string): string {
  const location = response.headers.get('location') ?? '';
  const target = location !== '' && URL.canParse(location, from) ? new URL(location, from) : null;
  if (!target || !/^https?:$/.test(target.protocol)) {
    throw new FeedRefused(`HTTP ${response.status} that leads nowhere`, response.status);
  }
  return target.href;
}

const stopped = (): FeedUnavailable => new FeedUnavailable('asking was stopped');

/** Resolves after a while, or at once when the signal is aborted. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** One try: the final answer after redirects, whatever its status. */
async function tryOnce(question: Question, fetch: typeof globalThis.fetch): Promise<FeedAnswer> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  question.signal?.addEventListener('abort', abort);
  const timer = setTimeout(abort, question.timeoutMs);
  try {
    let url = question.url;
    let last = 0;
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      const response = await fetch(url, { headers: question.headers, redirect: 'manual', signal: controller.signal });
      const { status, headers } = response;
      if (![301, 302, 303, 307, 308].includes(status)) {
        return { status, headers, bytes: await bodyOf(response, question.maxBytes, abort) };
      }
      last = status;
      await response.body?.cancel();
      url = redirectedTo(response, url);
    }
    throw new FeedRefused(`more than ${REDIRECTS} redirects`, last);
  } catch (error) {
    if (error instanceof FeedUnavailable) throw error;
    if (question.signal?.aborted) throw stopped();
    if (controller.signal.aborted) throw new PassingTrouble(`timed out after ${question.timeoutMs / SECOND} s`);
    throw new PassingTrouble(causeOf(error));
  } finally {
    clearTimeout(timer);
    question.signal?.removeEventListener('abort', abort);
  }
}

/** The answer if it is one; a refusal or passing trouble is thrown. */
function judged(answer: FeedAnswer, now: number): FeedAnswer {
  const { status, headers } = answer;
  if ((status >= 200 && status < 300) || status === 304) return answer;
  if (status === 429 || status >= 500) throw new PassingTrouble(`HTTP ${status}`, status, retryAfterOf(headers, now));
  throw new FeedRefused(`HTTP ${status}`, status);
}

function headersOf(userAgent: string, accept: string | undefined, known: Validators | undefined): Headers {
  const headers = new Headers({ 'user-agent': userAgent, accept: accept ?? '*/*' });
  if (known?.etag) headers.set('if-none-match', known.etag);
  if (known?.lastModified) headers.set('if-modified-since', known.lastModified);
  return headers;
}

/** A failure told with its URL, of the same class as it was. */
function told(url: string, error: unknown, tries: number): unknown {
  const text = (cause: string): string => `${shownUrl(url)}: ${cause}${tries > 1 ? ` (${tries} tries)` : ''}`;
  if (error instanceof FeedRefused) return new FeedRefused(text(error.message), error.status);
  if (error instanceof PassingTrouble && error.status !== null)
    return new FeedRefused(text(error.message), error.status);
  if (error instanceof PassingTrouble || error instanceof FeedUnavailable)
    return new FeedUnavailable(text(error.message));
  return error;
}

export function createFeedClient(options: FeedClientOptions): FeedClient {
  const {
    userAgent,
    validators,
    fetch = globalThis.fetch,
    sleep = pause,
    now = Date.now,
    random = Math.random,
    timeoutMs = 20 * SECOND,
    maxBytes = MAX_DOCUMENT_BYTES,
    retries = 3,
    pauses = new Map<string, number>(),
    signal,
  } = options;

  /** ms for which a host still wants to be left alone. */
  const quietOf = (host: string): number => Math.max(0, (pauses.get(host) ?? 0) - now());

  function keepPause(host: string, { retryAfterMs }: PassingTrouble): void {
    if (retryAfterMs) pauses.set(host, Math.max(pauses.get(host) ?? 0, now() + Math.min(retryAfterMs, DAY)));
  }

  /** Half to all of an exponentially growing pause, and no less than the server asks for. */
  const pauseBefore = (attempt: number, host: string): number => {
    const most = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1));
    return Math.max(most * (0.5 + random() / 2), quietOf(host));
  };

  /** Waits while a host wants to be left alone for a short time. @throws FeedUnavailable where it is a long one */
  async function letAlone(url: string, host: string): Promise<void> {
    const quiet = quietOf(host);
    if (quiet > LONGEST_RETRY_AFTER)
      throw new FeedUnavailable(
        `${shownUrl(url)}: not asked; the server wants to be left alone for ${Math.ceil(quiet / SECOND)} s`,
      );
    if (quiet > 0) await sleep(quiet, signal);
  }

  async function withRetries(question: Question): Promise<FeedAnswer> {
    const { host } = new URL(question.url);
    await letAlone(question.url, host);
    for (let attempt = 1; ; attempt += 1) {
      if (signal?.aborted) throw told(question.url, stopped(), 1);
      try {
        return judged(await tryOnce(question, fetch), now());
      } catch (error) {
        if (!(error instanceof PassingTrouble)) throw told(question.url, error, attempt);
        keepPause(host, error);
        if (attempt > retries || quietOf(host) > LONGEST_RETRY_AFTER) throw told(question.url, error, attempt);
        await sleep(pauseBefore(attempt, host), signal);
      }
    }
  }

  return {
    async get(url, asked = {}) {
      if (!URL.canParse(url)) throw new FeedUnavailable(`${shownUrl(url)}: not a URL`);
      const known = asked.conditional ? validators?.get(url) : undefined;
      const answer = await withRetries({
        url,
        headers: headersOf(userAgent, asked.accept, known),
        maxBytes: asked.maxBytes ?? maxBytes,
        timeoutMs: asked.timeoutMs ?? timeoutMs,
        signal,
      });
      if (answer.status === 304) {
        if (known) return 'unchanged';
        throw new FeedRefused(`${shownUrl(url)}: HTTP 304 to a question without conditions`, 304);
      }
      const { headers } = answer;
      const version = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
      if (asked.conditional && (version.etag || version.lastModified)) validators?.set(url, version);
      return answer;
    },
  };
}
