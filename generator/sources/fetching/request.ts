/** One GET request: redirects, time-outs and size limit. */
import { readBody } from '#http/exchange.ts';
import { FeedUnavailable, type FeedAnswer } from '../feed.ts';
import { failureOf, FeedHttpError, requestAborted, RetryableError, TimedOut } from './errors.ts';
import type { Answer, Exchange } from './exchange.ts';
import type { Reach } from './reach.ts';

export interface FeedRequest {
  url: string;
  headers: Headers;
  /** For the decoded body, inclusive. */
  maxBytes: number;
  /** For the whole attempt: connection, redirects and body. */
  timeoutMs: number;
  /** For the head of the answer. */
  answerMs: number;
  signal: AbortSignal | undefined;
}

interface Wire {
  exchange: Exchange;
  reach: Reach;
  /** Called with the head of the last answer, before its body. */
  onHead(answer: Answer): void;
}

const MAX_REDIRECTS = 5;

/** The final response after redirects, whatever its status. @throws RetryableError or FeedUnavailable */
export async function sendRequest(request: FeedRequest, wire: Wire): Promise<FeedAnswer> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let timedOutAfter: number | undefined;
  const limit = (ms: number): NodeJS.Timeout => setTimeout(() => ((timedOutAfter = ms), abort()), ms);
  request.signal?.addEventListener('abort', abort);
  const timers = [limit(request.timeoutMs)];
  if (request.answerMs < request.timeoutMs) timers.push(limit(request.answerMs));
  try {
    const answer = await followRedirects(request, wire, controller.signal);
    clearTimeout(timers[1]);
    wire.onHead(answer);
    const { status, headers } = answer;
    return { status, headers, bytes: await bytesOf(answer, request.maxBytes) };
  } catch (error) {
    if (error instanceof FeedUnavailable) throw error;
    if (request.signal?.aborted) throw requestAborted();
    throw timedOutAfter === undefined ? new RetryableError(failureOf(error)) : new TimedOut(timedOutAfter);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
  }
}

async function followRedirects(request: FeedRequest, wire: Wire, signal: AbortSignal): Promise<Answer> {
  const { exchange, reach } = wire;
  const first = new URL(request.url);
  let hop = reach.start(first);
  let lastStatus = 0;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await exchange(hop, { headers: request.headers, signal });
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    lastStatus = answer.status;
    answer.body?.destroy();
    hop = reach.follow(first, hop.url, redirectTarget(answer, hop.url));
  }
  throw new FeedHttpError(`more than ${MAX_REDIRECTS} redirects`, lastStatus);
}

async function bytesOf({ body }: Answer, maxBytes: number): Promise<Uint8Array> {
  const cause = `the response is larger than ${maxBytes} bytes` as const;
  return body ? readBody(body, maxBytes, () => new FeedUnavailable(cause, cause)) : new Uint8Array();
}

function redirectTarget({ status, headers }: Answer, base: URL): URL {
  const location = headers.get('location') ?? '';
  const target = location !== '' && URL.canParse(location, base) ? new URL(location, base) : null;
  if (!target || !/^https?:$/.test(target.protocol))
    throw new FeedHttpError(`HTTP ${status} without a usable Location`, status);
  return target;
}
