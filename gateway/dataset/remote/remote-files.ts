/** Files below an http or https address: bounded in requests at a time, in attempts, in time and in bytes. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Compression, COMPRESSIONS, readCompressedPath } from '#core/paths.ts';
import { MAX_FILE_BYTES } from '../folder-reader.ts';
import { decompress } from '../../http/negotiation.ts';

export interface RemoteOptions {
  /** Without a slash at its end. */
  url: string;
  /** Without a byte, in ms. A whole attempt takes three times as long at most. */
  timeoutMs?: number;
  /** Before the second attempt, in ms. The third waits three times as long. */
  retryDelayMs?: number;
  /** How long after a failure nothing is asked for, in ms. */
  pauseMs?: number;
}

type RemoteAnswer = { kind: 'content'; bytes: Uint8Array; etag?: string } | { kind: 'unchanged' | 'absent' };

interface Question {
  method?: 'GET' | 'HEAD';
  etag?: string | undefined;
  maxBytes?: number;
}

const ATTEMPTS = 3;
/** Requests at a time; more wait. */
const CONCURRENCY = 16;
/** Far more than any file of a dataset unpacks to, but for small ones of zeros. */
const MOST_RATIO = 100;
const UNPACKED_ALWAYS = 1e6;

interface Cause {
  /** Whether another attempt may succeed. */
  isTemporary: boolean;
  /** Whether other files will not be read either. */
  isAway: boolean;
}

class ReadError extends Error {
  override name = 'ReadError';
  override readonly cause: Cause;

  constructor(message: string, cause: Cause) {
    super(message);
    this.cause = cause;
  }
}

export class RemoteFiles {
  readonly #options: Required<RemoteOptions>;
  readonly #client: typeof http | typeof https;
  readonly #agent: http.Agent;
  readonly #limit = pLimit(CONCURRENCY);
  #failure: { error: Error; until: number } | undefined;

  constructor({ url, timeoutMs = 10_000, retryDelayMs = 200, pauseMs = 2000 }: RemoteOptions) {
    this.#options = { url, timeoutMs, retryDelayMs, pauseMs };
    this.#client = url.startsWith('https:') ? https : http;
    this.#agent = new this.#client.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  }

  /** @throws Error when the store does not answer, or the file has more than `maxBytes` */
  get(path: string, question: Question = {}): Promise<RemoteAnswer> {
    return this.#limit(() => this.#retried(path, question));
  }

  async exists(path: string): Promise<boolean> {
    return (await this.get(path, { method: 'HEAD' })).kind === 'content';
  }

  async #retried(path: string, question: Question): Promise<RemoteAnswer> {
    if (this.#failure && performance.now() < this.#failure.until) throw this.#failure.error;
    for (let attempt = 1, delay = this.#options.retryDelayMs; ; attempt += 1, delay *= 3)
      try {
        const answer = await this.#attempt(path, question);
        this.#failure = undefined;
        return answer;
      } catch (error) {
        const { isTemporary, isAway } = (error as ReadError).cause;
        if (!isTemporary || attempt === ATTEMPTS) {
          if (isAway) this.#failure = { error: error as Error, until: performance.now() + this.#options.pauseMs };
          throw error;
        }
        await sleep(delay * (0.5 + Math.random()), undefined, { ref: false });
      }
  }

  async #attempt(path: string, { method = 'GET', etag, maxBytes = MAX_FILE_BYTES }: Question): Promise<RemoteAnswer> {
    const { url, timeoutMs } = this.#options;
    const { compression = 'identity' } = readCompressedPath(path) ?? {};
    const request = this.#client.request(`${url}/${encodeURI(path)}`, {
      method,
      agent: this.#agent,
      timeout: timeoutMs,
      signal: AbortSignal.timeout(3 * timeoutMs),
      headers: { 'Accept-Encoding': compression, ...(etag === undefined ? {} : { 'If-None-Match': etag }) },
    });
    request.once('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    // Also after its answer has begun, which has the same error.
    request.on('error', () => undefined);
    let isAway = true;
    try {
      const answered = once(request, 'response') as Promise<[IncomingMessage]>;
      request.end();
      const [response] = await answered;
      isAway = false;
      return await readResponse(response, { path, method, maxBytes, isPlain: compression === 'identity' });
    } catch (error) {
      request.destroy();
      if (error instanceof ReadError) throw error;
      throw new ReadError(`cannot be read: ${reasonOf(error as Error)}`, { isTemporary: true, isAway });
    }
  }
}

/** `AbortError` is the client's own for a signal. */
const reasonOf = ({ name, message, code }: NodeJS.ErrnoException): string =>
  name === 'AbortError' ? 'it takes too long' : (code ?? message);

interface Reading {
  path: string;
  method: string;
  maxBytes: number;
  /** Whether no coding was asked for. */
  isPlain: boolean;
}

async function readResponse(response: IncomingMessage, reading: Reading): Promise<RemoteAnswer> {
  const { statusCode: status = 0, headers } = response;
  if (status === 200 && reading.method === 'GET') return contentOf(response, reading);
  response.resume();
  if (status === 200) return { kind: 'content', bytes: new Uint8Array() };
  if (status === 304) return { kind: 'unchanged' };
  // A bucket that may not be listed answers 403 for a missing file.
  if (status === 404 || status === 410 || (status === 403 && reading.path.includes('/'))) return { kind: 'absent' };
  const where = headers.location === undefined ? '' : ` to ${headers.location}`;
  const isAway = [502, 503, 504].includes(status);
  const isTemporary = status === 408 || status === 429 || status >= 500;
  throw new ReadError(`is answered with HTTP ${status}${where}`, { isTemporary, isAway });
}

async function contentOf(response: IncomingMessage, { maxBytes, isPlain }: Reading): Promise<RemoteAnswer> {
  const { etag, 'content-encoding': coding } = response.headers;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) throw new ReadError(`has more than ${maxBytes} bytes`, { isTemporary: false, isAway: false });
  }
  const received = Buffer.concat(chunks);
  // Some hosts compress whatever is asked for.
  const compression = isPlain ? COMPRESSIONS.find((one) => one === coding) : undefined;
  const bytes = compression ? await unpacked(received, compression, maxBytes) : received;
  return { kind: 'content', bytes, ...(etag === undefined ? {} : { etag }) };
}

/** No more is unpacked than a file may have, nor than a file of this size unpacks to. */
async function unpacked(received: Uint8Array, compression: Compression, maxBytes: number): Promise<Uint8Array> {
  const most = Math.min(maxBytes, Math.max(UNPACKED_ALWAYS, MOST_RATIO * received.byteLength));
  try {
    return await decompress(received, compression, most);
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const fault = isTooLarge
      ? `unpacks to more than ${most} bytes`
      : `is no ${compression}: ${(error as Error).message}`;
    throw new ReadError(fault, { isTemporary: !isTooLarge, isAway: false });
  }
}
