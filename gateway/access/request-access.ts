/** Quota use of one request. */
import { type EpochMs, DAY, formatInstant, MINUTE, SECOND } from '#core/time.ts';
import { ClientGone, GatewayError, quotaUnavailable, type Policy } from '../http/errors.ts';
import type { AddressBlock } from '../http/client-address.ts';
import type { StreamedResponse, WholeResponse } from '../http/response.ts';
import type { FailureLog } from '../http/log.ts';
import type { Caller } from './caller.ts';
import type { DecideQuota } from './quota/batch.ts';
import type { AddressWindows } from './quota/blocks.ts';
import type { Limits } from './quota/limits.ts';
import type { Decision, QuotaRequest, DecisionCounts } from './quota/meter.ts';
import type { UncountedQuota } from './quota/uncounted.ts';
import { type WindowTime, type RemainingQuota, type QuotaStatus, accountWindow } from './quota/windows.ts';

/** Whether an endpoint's responses are counted. `own`: whether uncounted ones are specific to the caller. */
export type Accounting = { counted: true; endpoint: string } | { counted: false; own: boolean };

export interface GuardServices {
  take: DecideQuota;
  /** The windows of a caller without a key. */
  windowsOf: (address: AddressBlock) => AddressWindows;
  uncounted: UncountedQuota;
  decisions: DecisionCounts;
  now: () => EpochMs;
  failures: FailureLog;
}

const isUnlimited = ({ daily, burst }: Limits): boolean => daily === null && burst === null;

type HeaderFields = Record<string, string>;

/** Quota use of one authenticated request. Each method throws GatewayError 429 when a limit is reached. */
export class RequestAccess {
  readonly caller: Caller;
  readonly #services: GuardServices;
  readonly #accounting: Accounting;
  /** The windows that the response was counted in. */
  #window: WindowTime | undefined;
  /** Kept, so that a retried response is counted once. */
  #headers: Promise<HeaderFields> | undefined;

  constructor(services: GuardServices, caller: Caller, accounting: Accounting) {
    this.#services = services;
    this.caller = caller;
    this.#accounting = accounting;
  }

  /**
   * Counts the response, if the endpoint is counted; resolves when the count is durable.
   * @returns rate limit headers for a caller with a key
   * @throws GatewayError 503 when it cannot be counted
   */
  consume(): Promise<HeaderFields> {
    return (this.#headers ??= this.#accounting.counted ? this.#consume() : this.#quotaHeaders());
  }

  /** For an uncounted response: allowed with no quota remaining, and while the meter fails. */
  skipQuota(): Promise<HeaderFields> {
    return (this.#headers ??= this.#quotaHeaders());
  }

  /** For a 304 that is known only after the work was counted. */
  async uncount(): Promise<HeaderFields> {
    await this.#refund();
    return this.#quotaHeaders();
  }

  async #consume(): Promise<HeaderFields> {
    // Neither usage nor limits depend on the count, so none is kept.
    if (this.caller.kind === 'anonymous' && isUnlimited(this.caller.limits)) return {};
    const decision = await this.#take('count');
    this.#services.decisions[decision.refused ?? 'allowed'] += 1;
    if (decision.refused !== undefined) throw rateLimited(decision, decision.refused);
    this.#window = decision.window;
    return this.caller.kind === 'keyed' ? rateLimitHeaders(decision) : {};
  }

  /** Shared responses carry no rate limit headers, since a cache may serve them to others. */
  async #quotaHeaders(): Promise<HeaderFields> {
    this.consumeUncounted();
    const shared = !this.#accounting.counted && !this.#accounting.own;
    if (this.caller.kind !== 'keyed' || shared) return {};
    const decision = await this.#take('peek').catch(() => undefined);
    return decision ? rateLimitHeaders(decision) : {};
  }

  consumeUncounted(): void {
    const at = this.#services.now();
    const { refused, ...remaining } = this.#services.uncounted(this.#windows(), at);
    if (!refused) return;
    this.#services.decisions.uncounted += 1;
    throw rateLimited({ at, daily: undefined, burst: remaining }, 'burst', 'uncounted requests');
  }

  /** The error to send for one that an endpoint threw: client errors are counted, server errors are not. */
  async countedError(error: unknown): Promise<unknown> {
    // The work has been done or started, so it stays counted.
    if (error instanceof ClientGone) return error;
    try {
      if (error instanceof GatewayError && error.status < 500 && error.code !== 'rate_limited')
        return error.withHeaders(await this.consume());
      await this.#refund();
      // A 429 is not counted.
      if (!(error instanceof GatewayError) || error.code !== 'rate_limited') this.consumeUncounted();
      return error;
    } catch (refusal) {
      return refusal;
    }
  }

  async #refund(): Promise<void> {
    const window = this.#window;
    this.#window = undefined;
    // A failure is already logged; one response too many stays counted.
    if (window !== undefined) await this.#take({ refund: window }).catch(() => undefined);
  }

  async #take(operation: QuotaRequest['operation']): Promise<Decision> {
    try {
      const decision = await this.#services.take({ ...this.#windows(), operation });
      this.#services.failures.recovered();
      return decision;
    } catch (error) {
      this.#services.failures.failed(error);
      if (operation === 'count') this.#services.decisions.unavailable += 1;
      throw quotaUnavailable();
    }
  }

  #windows(): Omit<QuotaRequest, 'operation'> {
    const { caller } = this;
    if (caller.kind === 'anonymous') return this.#services.windowsOf(caller.address);
    const { account, keyId, limits } = caller;
    const endpoint = this.#accounting.counted ? this.#accounting.endpoint : '';
    return { own: { name: accountWindow(account), limits }, key: { account, keyId, endpoint } };
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
 */
export async function counted<R extends WholeResponse | StreamedResponse>(
  access: RequestAccess,
  { notModified, isCovered = false, full }: Answerable<R>,
  keep?: (response: R | WholeResponse) => void,
): Promise<R | WholeResponse> {
  let allowance = await (notModified || isCovered ? access.skipQuota() : access.consume());
  const response = notModified ?? (await full());
  if (!notModified && response.status === 304) allowance = await access.uncount();
  keep?.(response);
  if (Object.keys(allowance).length === 0) return response;
  return { ...response, headers: { ...response.headers, ...allowance } };
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
