/** When a request that failed is sent again. */
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#core/time.ts';

interface Pauses {
  /** ms before the second attempt. */
  first: number;
  /** Each pause is so many times the one before. */
  growth: number;
  /** ms. */
  longest: number;
}

/**
 * ms: half to all of a growing pause, so that not all come back at once.
 * @param attempt 1-based @param spread 0 to 1
 */
export const backoff = (attempt: number, { first, growth, longest }: Pauses, spread: number): number =>
  Math.min(longest, first * growth ** (attempt - 1)) * (0.5 + spread / 2);

/** `Retry-After` in ms from now: seconds, or an HTTP date. */
export function parseRetryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);
