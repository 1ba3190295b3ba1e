/** Rate limit headers (draft-ietf-httpapi-ratelimit-headers) and 429 errors. */
import type { EpochMs } from '#core/time.ts';
import { DAY, formatInstant, MINUTE, SECOND } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';
import type { RemainingQuota, QuotaStatus } from './windows.ts';
import type { Policy } from '../../http/errors.ts';

const WINDOW: Record<Policy, number> = { daily: DAY / SECOND, burst: MINUTE / SECOND };

/** Whole seconds, rounded up, at least 1: after that time the new window has begun. */
const secondsUntil = (then: EpochMs, at: EpochMs): number => Math.max(1, Math.ceil((then - at) / SECOND));

const policyItem = (policy: Policy, { limit }: RemainingQuota): string => `"${policy}";q=${limit};w=${WINDOW[policy]}`;

const leftItem = (policy: Policy, { remaining, resetsAt }: RemainingQuota, at: EpochMs): string =>
  `"${policy}";r=${remaining};t=${secondsUntil(resetsAt, at)}`;

/**
 * `RateLimit-Policy` names every limit, `RateLimit` the remaining quota of one.
 * @param told policy for `RateLimit`; by default `daily`, if the plan has that limit
 */
export function rateLimitHeaders(
  { at, daily, burst }: QuotaStatus,
  told: Policy = daily ? 'daily' : 'burst',
): Record<string, string> {
  const left = told === 'daily' ? daily : burst;
  if (!left) return {};
  const policies = [...(daily ? [policyItem('daily', daily)] : []), ...(burst ? [policyItem('burst', burst)] : [])];
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: leftItem(told, left, at) };
}

const UNIT: Record<Policy, string> = { daily: 'UTC day', burst: 'UTC minute' };

/** @param what the unit counted, plural */
export function rateLimited(standing: QuotaStatus, policy: Policy, what = 'requests'): GatewayError {
  const { limit, resetsAt } = (policy === 'daily' ? standing.daily : standing.burst)!;
  const message = `The bound of ${limit} ${what} a ${UNIT[policy]} is reached; ask again at ${formatInstant(resetsAt)}.`;
  return new GatewayError('rate_limited', message, {
    policy,
    headers: { 'Retry-After': String(secondsUntil(resetsAt, standing.at)), ...rateLimitHeaders(standing, policy) },
  });
}
