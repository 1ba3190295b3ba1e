/** Failures of HTTP requests to feeds, and their messages. */
import type { FailureReason } from '#core/failure-reason.ts';
import { shown } from '#core/text.ts';
import { SECOND } from '#core/time.ts';
import { FeedUnavailable } from '../feed.ts';

/** The server responded with an error status. Statuses other than 429 and 5xx are not retried. */
export class FeedHttpError extends FeedUnavailable {
  override name = 'FeedHttpError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message, `HTTP ${status}`);
    this.status = status;
  }
}

/** A failure that a retry may resolve. */
export class RetryableError extends FeedUnavailable {
  readonly retryAfterMs: number | null;
  readonly status: number | null;

  constructor(failure: Failure, status: number | null = null, retryAfterMs: number | null = null) {
    super(failure.cause, failure.reason);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export class TimedOut extends RetryableError {
  constructor(ms: number) {
    const cause: FailureReason = `timed out after ${Math.ceil((10 * ms) / SECOND) / 10} s`;
    super({ cause, reason: cause });
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

const CAUSES = new Map<string, FailureReason>(
  Object.entries<FailureReason>({
    ENOTFOUND: 'DNS: no such host',
    EAI_AGAIN: 'DNS: no answer',
    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'connection broken',
    EPIPE: 'connection broken',
    ETIMEDOUT: 'no connection in time',
    ENETUNREACH: 'network unreachable',
    EHOSTUNREACH: 'host unreachable',
  }),
);

/** A cause as the operator reads it, and the reason that the public reads. */
interface Failure {
  cause: string;
  reason?: FailureReason;
}

/** Why no answer arrived, from the chain of errors below the one that was thrown. */
export function failureOf(error: unknown): Failure {
  let message = '';
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    const known = CAUSES.get(code);
    if (known !== undefined) return { cause: known, reason: known };
    if (/CERT|TLS|SSL/.test(code))
      return { cause: `TLS: ${shown(current.message)}`, reason: 'TLS: no trusted connection' };
    message = current.message || code || message;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return { cause: shown(message || String(error)) };
}

/** The same failure with its URL and the number of attempts in the message. */
export function requestError(url: string, error: unknown, attempts: number): unknown {
  if (!(error instanceof FeedUnavailable)) return error;
  const text = `${redactedUrl(url)}: ${error.message}${attempts > 1 ? ` (${attempts} attempts)` : ''}`;
  const status = error instanceof FeedHttpError || error instanceof RetryableError ? error.status : null;
  return status === null ? new FeedUnavailable(text, error.reason) : new FeedHttpError(text, status);
}
