/** How a caller is told of its bounds: draft-ietf-httpapi-ratelimit-headers, and 429. */
import type { EpochMs } from '#core/time.ts';
import { DAY, formatInstant, MINUTE, SECOND } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';
import type { RemainingQuota, QuotaStatus } from './windows.ts';
import type { Policy } from '../../http/errors.ts';

const WINDOW: Record<Policy, number> = { daily: DAY / SECOND, burst: MINUTE / SECOND };

/** Whole seconds until then, rounded up and at least 1: who waits so long finds the new window. */
const secondsUntil = (then: EpochMs, at: EpochMs): number => Math.max(1, Math.ceil((then - at) / SECOND));

const policyItem = (policy: Policy, { limit }: RemainingQuota): string => `"${policy}";q=${limit};w=${WINDOW[policy]}`;

const leftItem = (policy: Policy, { remaining, resetsAt }: RemainingQuota, at: EpochMs): string =>
  `"${policy}";r=${remaining};t=${secondsUntil(resetsAt, at)}`;

/**
 * `RateLimit-Policy` names every bound, `RateLimit` says how much is left of one.
 * @param told the bound to be told of; else that of the day, where there is one
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

/** @param what is counted, in the plural */
export function rateLimited(standing: QuotaStatus, policy: Policy, what = 'requests'): GatewayError {
  const { limit, resetsAt } = (policy === 'daily' ? standing.daily : standing.burst)!;
  const message = `The bound of ${limit} ${what} a ${UNIT[policy]} is reached; ask again at ${formatInstant(resetsAt)}.`;
  return new GatewayError('rate_limited', message, {
    policy,
    headers: { 'Retry-After': String(secondsUntil(resetsAt, standing.at)), ...rateLimitHeaders(standing, policy) },
  });
}
