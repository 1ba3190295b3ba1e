/** Failures of HTTP requests to feeds, and their messages. */
import { FeedUnavailable } from '../feed.ts';

/** The server responded with an error status. Statuses other than 429 and 5xx are not retried. */
export class FeedHttpError extends FeedUnavailable {
  override name = 'FeedHttpError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** A failure that a retry may resolve. */
export class RetryableError extends Error {
  readonly retryAfterMs: number | null;
  readonly status: number | null;

  constructor(cause: string, status: number | null = null, retryAfterMs: number | null = null) {
    super(cause);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export const requestAborted = (): FeedUnavailable => new FeedUnavailable('the request was aborted');

/** A URL for messages: no password, no value of a parameter that may be a secret, at most 200 characters. */
export function redactedUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed) return url.slice(0, 200);
  parsed.username = '';
  parsed.password = '';
  for (const name of new Set(parsed.searchParams.keys())) {
    if (/key|token|secret|pass|auth|sig/i.test(name)) parsed.searchParams.set(name, '***');
  }
  return parsed.href.length > 200 ? `${parsed.href.slice(0, 197)}...` : parsed.href;
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
export function fetchFailureCause(error: unknown): string {
  let message = '';
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if (CAUSES[code]) return CAUSES[code];
    if (/CERT|TLS|SSL/.test(code)) return `TLS: ${current.message}`;
    message = current.message || code || message;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return message || String(error);
}

/** The same failure with its URL and the number of attempts in the message. */
export function requestError(url: string, error: unknown, attempts: number): unknown {
  const text = (cause: string): string =>
    `${redactedUrl(url)}: ${cause}${attempts > 1 ? ` (${attempts} attempts)` : ''}`;
  if (error instanceof FeedHttpError) return new FeedHttpError(text(error.message), error.status);
  if (error instanceof RetryableError && error.status !== null)
    return new FeedHttpError(text(error.message), error.status);
  if (error instanceof RetryableError || error instanceof FeedUnavailable)
    return new FeedUnavailable(text(error.message));
  return error;
}
