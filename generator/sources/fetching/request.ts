/** One GET request: redirects, time-out and size limit. */
import { SECOND } from '#core/time.ts';
import { FeedUnavailable, type FeedAnswer } from '../feed.ts';
import { FeedHttpError, fetchFailureCause, requestAborted, RetryableError } from './errors.ts';

export interface FeedRequest {
  url: string;
  headers: Headers;
  /** Of the decoded body, inclusive. */
  maxBytes: number;
  /** For the whole attempt: connection, redirects and body. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

const MAX_REDIRECTS = 5;

/** The final response after redirects, whatever its status. @throws RetryableError or FeedUnavailable */
export async function sendRequest(request: FeedRequest, fetch: typeof globalThis.fetch): Promise<FeedAnswer> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  request.signal?.addEventListener('abort', abort);
  const timer = setTimeout(abort, request.timeoutMs);
  try {
    return await followRedirects(request, fetch, controller);
  } catch (error) {
    if (error instanceof FeedUnavailable) throw error;
    if (request.signal?.aborted) throw requestAborted();
    if (controller.signal.aborted) throw new RetryableError(`timed out after ${request.timeoutMs / SECOND} s`);
    throw new RetryableError(fetchFailureCause(error));
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
  }
}

async function followRedirects(
  { url: firstUrl, headers: requestHeaders, maxBytes }: FeedRequest,
  fetch: typeof globalThis.fetch,
  controller: AbortController,
): Promise<FeedAnswer> {
  let url = firstUrl;
  let lastStatus = 0;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(url, { headers: requestHeaders, redirect: 'manual', signal: controller.signal });
    const { status, headers } = response;
    if (![301, 302, 303, 307, 308].includes(status))
      return { status, headers, bytes: await readBody(response, maxBytes, () => controller.abort()) };
    lastStatus = status;
    await response.body?.cancel();
    url = redirectTarget(response, url);
  }
  throw new FeedHttpError(`more than ${MAX_REDIRECTS} redirects`, lastStatus);
}

/** Stops reading at the size limit. */
async function readBody(response: Response, maxBytes: number, abort: () => void): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) {
      abort();
      throw new FeedUnavailable(`the response is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function redirectTarget(response: Response, base: string): string {
  const location = response.headers.get('location') ?? '';
  const target = location !== '' && URL.canParse(location, base) ? new URL(location, base) : null;
  if (!target || !/^https?:$/.test(target.protocol)) {
    throw new FeedHttpError(`HTTP ${response.status} without a usable Location`, response.status);
  }
  return target.href;
}
