/** Quota use of one request. */
import { type EpochMs, DAY, formatInstant, MINUTE, SECOND } from '#core/time.ts';
import { ClientGone, GatewayError, quotaUnavailable, type Policy } from '../http/errors.ts';
import type { StreamedResponse, WholeResponse } from '../http/response.ts';
import { type Eventually, following } from '../http/eventually.ts';
import type { FailureLog } from '../http/log.ts';
import { type AnonymousCaller, type Caller, callerId } from './caller.ts';
import type { AddressCounts } from './quota/address-counts.ts';
import type { DecideQuota } from './quota/batch.ts';
import { widerOf } from './quota/blocks.ts';
import type { Limits } from './quota/limits.ts';
import type { Decision, QuotaRequest, DecisionCounts } from './quota/meter.ts';
import type { UncountedQuota } from './quota/uncounted.ts';
import type { RemainingQuota, QuotaStatus } from './quota/windows.ts';

/** Whether an endpoint's responses are counted. `own`: whether uncounted ones are specific to the caller. */
export type Accounting = { counted: true; endpoint: string } | { counted: false; own: boolean };

export interface GuardServices {
  /** Decides for callers with a key. */
  take: DecideQuota;
  addresses: AddressCounts;
  uncounted: UncountedQuota;
  decisions: DecisionCounts;
  now: () => EpochMs;
  failures: FailureLog;
}

const isUnlimited = ({ daily, burst }: Limits): boolean => daily === null && burst === null;

type HeaderFields = Record<string, string>;

const NO_HEADERS: HeaderFields = Object.freeze({});

/** Quota use of one authenticated request. Each method throws GatewayError 429 when a limit is reached. */
export class RequestAccess {
  readonly caller: Caller;
  readonly #services: GuardServices;
  readonly #accounting: Accounting;
  /** Takes the count of the response back. */
  #refund: (() => Eventually<unknown>) | undefined;
  /** Kept, so that a retried response is counted once. */
  #headers: Eventually<HeaderFields> | undefined;

  constructor(services: GuardServices, caller: Caller, accounting: Accounting) {
    this.#services = services;
    this.caller = caller;
    this.#accounting = accounting;
  }

  /**
   * Counts the response, if the endpoint is counted; for a caller with a key it resolves when the count is durable.
   * @returns rate limit headers for a caller with a key
   * @throws GatewayError 503 when it cannot be counted
   */
  consume(): Eventually<HeaderFields> {
    return (this.#headers ??= this.#accounting.counted
      ? this.caller.kind === 'keyed'
        ? this.#consumeKey()
        : this.#consumeAddress(this.caller)
      : this.#quotaHeaders());
  }

  /** For an uncounted response: allowed with no quota remaining, and while the meter fails. */
  skipQuota(): Eventually<HeaderFields> {
    return (this.#headers ??= this.#quotaHeaders());
  }

  /** For a 304 that is known only after the work was counted. */
  async uncount(): Promise<HeaderFields> {
    await this.#takeBack();
    return this.#quotaHeaders();
  }

  #consumeAddress({ address, limits }: AnonymousCaller): HeaderFields {
    // Neither usage nor limits depend on the count, so none is kept.
    if (isUnlimited(limits)) return NO_HEADERS;
    const { addresses, decisions, now } = this.#services;
    const decision = addresses.count(address, now());
    decisions[decision.refused ?? 'allowed'] += 1;
    if (decision.refused !== undefined) throw rateLimited(decision, decision.refused);
    this.#refund = () => addresses.refund(decision);
    return NO_HEADERS;
  }

  async #consumeKey(): Promise<HeaderFields> {
    const decision = await this.#take('count');
    this.#services.decisions[decision.refused ?? 'allowed'] += 1;
    if (decision.refused !== undefined) throw rateLimited(decision, decision.refused);
    // A failure is already logged; one response too many stays counted.
    this.#refund = () => this.#take({ refund: decision.window }).catch(() => undefined);
    return rateLimitHeaders(decision);
  }

  /** Shared responses carry no rate limit headers, since a cache may serve them to others. */
  #quotaHeaders(): Eventually<HeaderFields> {
    this.consumeUncounted();
    const shared = !this.#accounting.counted && !this.#accounting.own;
    if (this.caller.kind !== 'keyed' || shared) return NO_HEADERS;
    return this.#take('peek').then(
      (decision) => rateLimitHeaders(decision),
      () => NO_HEADERS,
    );
  }

  consumeUncounted(): void {
    const { caller } = this;
    const { uncounted, decisions, now } = this.#services;
    const at = now();
    const reached =
      caller.kind === 'keyed'
        ? uncounted(callerId(caller), undefined, at)
        : uncounted(caller.address, widerOf(caller.address), at);
    if (!reached) return;
    decisions.uncounted += 1;
    throw rateLimited({ at, daily: undefined, burst: reached }, 'burst', 'uncounted requests');
  }

  /** The error to send for one that an endpoint threw: client errors are counted, server errors are not. */
  async countedError(error: unknown): Promise<unknown> {
    // The work has been done or started, so it stays counted.
    if (error instanceof ClientGone) return error;
    try {
      if (error instanceof GatewayError && error.status < 500 && error.code !== 'rate_limited')
        return error.withHeaders(await this.consume());
      await this.#takeBack();
      // A 429 is not counted.
      if (!(error instanceof GatewayError) || error.code !== 'rate_limited') this.consumeUncounted();
      return error;
    } catch (refusal) {
      return refusal;
    }
  }

  #takeBack(): Eventually<unknown> {
    const refund = this.#refund;
    this.#refund = undefined;
    return refund?.();
  }

  async #take(operation: QuotaRequest['operation']): Promise<Decision> {
    const { caller } = this;
    if (caller.kind !== 'keyed') throw new Error('callers without a key are counted in memory');
    const { account, keyId, limits } = caller;
    const endpoint = this.#accounting.counted ? this.#accounting.endpoint : '';
    try {
      const decision = await this.#services.take({ key: { account, keyId, endpoint }, limits, operation });
      this.#services.failures.recovered();
      return decision;
    } catch (error) {
      this.#services.failures.failed(error);
      if (operation === 'count') this.#services.decisions.unavailable += 1;
      throw quotaUnavailable();
    }
  }
}

interface Answerable<R> {
  /** The 304, where the client has the representation. */
  notModified: WholeResponse | undefined;
  /** Whether it is part of an answer that was counted. */
  isCovered?: boolean;
  full(): R | Promise<R>;
}

/**
 * Counted before the work, so that a caller without quota causes none.
 * @param keep is given the response without rate limit headers
 * @returns at once what is there at once, for a caller without a key
 */
export function counted<R extends WholeResponse | StreamedResponse>(
  access: RequestAccess,
  { notModified, isCovered = false, full }: Answerable<R>,
  keep?: (response: R | WholeResponse) => void,
): Eventually<R | WholeResponse> {
  const kept = (response: R | WholeResponse, allowance: HeaderFields): R | WholeResponse => {
    keep?.(response);
    return allowance === NO_HEADERS ? response : { ...response, headers: { ...response.headers, ...allowance } };
  };
  return following(notModified || isCovered ? access.skipQuota() : access.consume(), (allowance) =>
    following<R | WholeResponse, R | WholeResponse>(notModified ?? full(), (response) =>
      notModified || response.status !== 304
        ? kept(response, allowance)
        : access.uncount().then((uncounted) => kept(response, uncounted)),
    ),
  );
}

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
function rateLimitHeaders(
  { at, daily, burst }: QuotaStatus,
  shown: Policy = daily ? 'daily' : 'burst',
): Record<string, string> {
  const remaining = shown === 'daily' ? daily : burst;
  if (!remaining) return {};
  const policies = [...(daily ? [policyItem('daily', daily)] : []), ...(burst ? [policyItem('burst', burst)] : [])];
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: remainingItem(shown, remaining, at) };
}

/** @param what the unit counted, plural */
function rateLimited(status: QuotaStatus, policy: Policy, what = 'requests'): GatewayError {
  const { limit, resetsAt } = (policy === 'daily' ? status.daily : status.burst)!;
  const quota = policy === 'daily' ? `Daily limit of ${limit} ${what}` : `Limit of ${limit} ${what} per minute`;
  return new GatewayError('rate_limited', `${quota} reached; retry after ${formatInstant(resetsAt)}.`, {
    policy,
    headers: { 'Retry-After': String(secondsUntil(resetsAt, status.at)), ...rateLimitHeaders(status, policy) },
  });
}
