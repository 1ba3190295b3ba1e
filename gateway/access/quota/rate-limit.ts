/** Rate limit headers (draft-ietf-httpapi-ratelimit-headers) and 429 errors. */
import { DAY, type EpochMs, formatInstant, MINUTE, SECOND } from '#core/time.ts';
import { GatewayError, type Policy } from '../../http/errors.ts';
import type { RemainingQuota, QuotaStatus } from './windows.ts';

const WINDOW: Record<Policy, number> = { daily: DAY / SECOND, burst: MINUTE / SECOND };

/** Whole seconds, rounded up, at least 1: after that time the new window has begun. */
const secondsUntil = (end: EpochMs, at: EpochMs): number => Math.max(1, Math.ceil((end - at) / SECOND));

const policyItem = (policy: Policy, { limit }: RemainingQuota): string => `"${policy}";q=${limit};w=${WINDOW[policy]}`;

const remainingItem = (policy: Policy, { remaining, resetsAt }: RemainingQuota, at: EpochMs): string =>
  `"${policy}";r=${remaining};t=${secondsUntil(resetsAt, at)}`;

/**
 * `RateLimit-Policy` names every limit, `RateLimit` the remaining quota of one.
 * @param shown policy for `RateLimit`; by default `daily`, if the plan has that limit
 */
export function rateLimitHeaders(
  { at, daily, burst }: QuotaStatus,
  shown: Policy = daily ? 'daily' : 'burst',
): Record<string, string> {
  const remaining = shown === 'daily' ? daily : burst;
  if (!remaining) return {};
  const policies = [...(daily ? [policyItem('daily', daily)] : []), ...(burst ? [policyItem('burst', burst)] : [])];
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: remainingItem(shown, remaining, at) };
}

/** @param what the unit counted, plural */
export function rateLimited(status: QuotaStatus, policy: Policy, what = 'requests'): GatewayError {
  const { limit, resetsAt } = (policy === 'daily' ? status.daily : status.burst)!;
  const quota = policy === 'daily' ? `Daily limit of ${limit} ${what}` : `Limit of ${limit} ${what} per minute`;
  return new GatewayError('rate_limited', `${quota} reached; retry after ${formatInstant(resetsAt)}.`, {
    policy,
    headers: { 'Retry-After': String(secondsUntil(resetsAt, status.at)), ...rateLimitHeaders(status, policy) },
  });
}
