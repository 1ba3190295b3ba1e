/** Files below an http or https address: bounded in requests at a time, in attempts, in time and in bytes. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Compression, COMPRESSIONS, readCompressedPath } from '#core/paths.ts';
import { type Answer, exchange, keepAliveAgents, readBody } from '#http/exchange.ts';
import { backoff } from '#http/retry.ts';
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
  isUnreachable: boolean;
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
  readonly #agents = keepAliveAgents({ maxSockets: CONCURRENCY });
  readonly #limit = pLimit(CONCURRENCY);
  #failure: { error: Error; until: number } | undefined;

  constructor({ url, timeoutMs = 10_000, retryDelayMs = 200, pauseMs = 2000 }: RemoteOptions) {
    this.#options = { url, timeoutMs, retryDelayMs, pauseMs };
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
    for (let attempt = 1; ; attempt += 1)
      try {
        const answer = await this.#attempt(path, question);
        this.#failure = undefined;
        return answer;
      } catch (error) {
        const { isTemporary, isUnreachable } = (error as ReadError).cause;
        if (!isTemporary || attempt === ATTEMPTS) {
          if (isUnreachable)
            this.#failure = { error: error as Error, until: performance.now() + this.#options.pauseMs };
          throw error;
        }
        const pauses = { first: this.#options.retryDelayMs, growth: 3, longest: Infinity };
        await sleep(backoff(attempt, pauses, Math.random()), undefined, { ref: false });
      }
  }

  async #attempt(path: string, { method = 'GET', etag, maxBytes = MAX_FILE_BYTES }: Question): Promise<RemoteAnswer> {
    const { url, timeoutMs } = this.#options;
    const { compression = 'identity' } = readCompressedPath(path) ?? {};
    let isUnreachable = true;
    try {
      const answer = await exchange({
        ...{ url: new URL(`${url}/${encodeURI(path)}`), method, agents: this.#agents, idleMs: timeoutMs },
        headers: { 'Accept-Encoding': compression, ...(etag === undefined ? {} : { 'If-None-Match': etag }) },
        signal: AbortSignal.timeout(3 * timeoutMs),
      });
      isUnreachable = false;
      return await readAnswer(answer, { path, method, maxBytes, isPlain: compression === 'identity' });
    } catch (error) {
      if (error instanceof ReadError) throw error;
      throw new ReadError(`cannot be read: ${reasonOf(error as Error)}`, { isTemporary: true, isUnreachable });
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

async function readAnswer(answer: Answer, reading: Reading): Promise<RemoteAnswer> {
  const { status, headers, body } = answer;
  if (status === 200 && reading.method === 'GET') return contentOf(answer, reading);
  body.resume();
  if (status === 200) return { kind: 'content', bytes: new Uint8Array() };
  if (status === 304) return { kind: 'unchanged' };
  // A bucket that may not be listed answers 403 for a missing file.
  if (status === 404 || status === 410 || (status === 403 && reading.path.includes('/'))) return { kind: 'absent' };
  const location = headers.get('location');
  const where = location === null ? '' : ` to ${location}`;
  const isUnreachable = [502, 503, 504].includes(status);
  const isTemporary = status === 408 || status === 429 || status >= 500;
  throw new ReadError(`is answered with HTTP ${status}${where}`, { isTemporary, isUnreachable });
}

async function contentOf({ headers, body }: Answer, { maxBytes, isPlain }: Reading): Promise<RemoteAnswer> {
  const fault = { isTemporary: false, isUnreachable: false };
  const received = await readBody(body, maxBytes, () => new ReadError(`has more than ${maxBytes} bytes`, fault));
  const [etag, coding] = [headers.get('etag'), headers.get('content-encoding')];
  // Some hosts compress whatever is asked for.
  const compression = isPlain ? COMPRESSIONS.find((one) => one === coding) : undefined;
  const bytes = compression ? await unpacked(received, compression, maxBytes) : received;
  return { kind: 'content', bytes, ...(etag === null ? {} : { etag }) };
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
    throw new ReadError(fault, { isTemporary: !isTooLarge, isUnreachable: false });
  }
}
