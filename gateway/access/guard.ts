/** Authentication and quota check for every request. */
import type { EpochMs } from '#core/time.ts';
import type { AddressOf } from '../http/client-address.ts';
import type { AnonymousCaller, Caller } from './caller.ts';
import { callerId, ownerOf, presentedKey } from './caller.ts';
import { GatewayError, quotaUnavailable } from '../http/errors.ts';
import type { KeyStore } from './key-store.ts';
import type { Log } from '../http/log.ts';
import { troubleLog } from '../http/log.ts';
import type { Take } from './quota/batcher.ts';
import { batched } from './quota/batcher.ts';
import { addressWindows } from './quota/blocks.ts';
import type { QuotaRequest, Decision, Meter } from './quota/meter.ts';
import { accountWindow } from './quota/meter.ts';
import { rateLimited, rateLimitHeaders } from './quota/rate-limit.ts';
import type { UncountedQuota } from './quota/uncounted.ts';
import { uncountedQuota } from './quota/uncounted.ts';
import type { WindowTime } from './quota/windows.ts';
import type { Limits, PlanLimits } from './quota/limits.ts';
import { PLAN_LIMITS } from './quota/limits.ts';
import type { PlanStore } from './plan-store.ts';
import { ClientGone } from '../http/client-gone.ts';

export interface Metering {
  meter: Pick<Meter, 'take'>;
  keys: Pick<KeyStore, 'find'>;
  plans: Pick<PlanStore, 'planOf'>;
  limits: PlanLimits;
  addressOf: AddressOf;
}

/** Network origin of a request. */
export interface Origin {
  /** Remote address of the connection. */
  peer: string | undefined;
  /** `X-Forwarded-For`. */
  forwarded: string | undefined;
}

/** Whether an endpoint's responses are counted. `own`: whether uncounted ones are specific to the caller. */
export type Accounting = { counted: true; endpoint: string } | { counted: false; own: boolean };

export interface Credentials extends Origin {
  authorization: string | undefined;
  /** As received. */
  query: string;
  accounting: Accounting;
}

export type RequestGuard = ReturnType<typeof createRequestGuard>;

interface RequestGuardOptions {
  /** Absent: nothing is counted and no key is accepted. */
  metering: Metering | undefined;
  now: () => EpochMs;
  log: Log;
}

const NO_WINDOW: WindowTime = { day: 0, minute: 0 };

const OPEN: Metering = {
  meter: {
    take: async (batch) =>
      batch.map(() => ({ at: 0, daily: undefined, burst: undefined, window: NO_WINDOW, refused: undefined })),
  },
  keys: { find: async () => undefined },
  plans: { planOf: async () => ({ plan: 'free', until: null, source: 'default' }) },
  limits: { ...PLAN_LIMITS, uncountedBurst: null },
  addressOf: () => 'anybody',
};

const SHARED: Accounting = { counted: false, own: false };

export function createRequestGuard({ metering = OPEN, now, log }: RequestGuardOptions) {
  const { meter, keys, plans, limits, addressOf } = metering;
  const trouble = troubleLog(log, 'metering');
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      trouble.failed(error);
      throw quotaUnavailable();
    }
  };
  const tools: Tools = { take: batched(meter), uncounted: uncountedQuota(limits.uncountedBurst), now, trouble };
  const anonymous = ({ peer, forwarded }: Origin): AnonymousCaller => ({
    kind: 'anonymous',
    address: addressOf(peer, forwarded),
    limits: limits.free,
  });
  return {
    /** @throws GatewayError 401 for an invalid key, 429 after too many of them, 503 when keys cannot be read */
    async authenticate(credentials: Credentials): Promise<RequestAccess> {
      const { authorization, query, accounting } = credentials;
      const key = presentedKey(authorization, query);
      const anonymousCaller = anonymous(credentials);
      if (key === undefined) return new RequestAccess(tools, anonymousCaller, accounting);
      try {
        const { id: keyId, account } = await ownerOf(key, (text) => watched(keys.find(text)));
        const { plan } = await watched(plans.planOf(account));
        return new RequestAccess(tools, { kind: 'keyed', account, keyId, plan, limits: limits[plan] }, accounting);
      } catch (error) {
        new RequestAccess(tools, anonymousCaller, SHARED).consumeUncounted();
        throw error;
      }
    },

    /** For responses that need no key. @throws GatewayError 429 */
    mustBeWithinUncounted(origin: Origin): void {
      new RequestAccess(tools, anonymous(origin), SHARED).consumeUncounted();
    },
  };
}

interface Tools {
  take: Take;
  uncounted: UncountedQuota;
  now: () => EpochMs;
  trouble: ReturnType<typeof troubleLog>;
}

const isUnbounded = ({ daily, burst }: Limits): boolean => daily === null && burst === null;

type HeaderFields = Record<string, string>;

/** Quota use of one authenticated request. Each method throws GatewayError 429 when a limit is reached. */
export class RequestAccess {
  readonly caller: Caller;
  readonly #tools: Tools;
  readonly #accounting: Accounting;
  /** The windows that the response was counted in. */
  #countedIn: WindowTime | undefined;
  /** Kept, so that a retried response is counted once. */
  #headers: Promise<HeaderFields> | undefined;

  constructor(tools: Tools, caller: Caller, accounting: Accounting) {
    this.#tools = tools;
    this.caller = caller;
    this.#accounting = accounting;
  }

  /**
   * Counts the response, if the endpoint is counted; resolves when the count is durable.
   * @returns rate limit headers for a caller with a key
   * @throws GatewayError 503 when it cannot be counted
   */
  consume(): Promise<HeaderFields> {
    return (this.#headers ??= this.#accounting.counted ? this.#consume() : this.#look());
  }

  /** For an uncounted response: allowed with no quota remaining, and while the meter fails. */
  skipQuota(): Promise<HeaderFields> {
    return (this.#headers ??= this.#look());
  }

  async #consume(): Promise<HeaderFields> {
    // Neither usage nor limits depend on the count, so none is kept.
    if (this.caller.kind === 'anonymous' && isUnbounded(this.caller.limits)) return {};
    const decision = await this.#take('count');
    if (decision.refused !== undefined) throw rateLimited(decision, decision.refused);
    this.#countedIn = decision.window;
    return this.caller.kind === 'keyed' ? rateLimitHeaders(decision) : {};
  }

  /** Shared responses carry no rate limit headers, since a cache may serve them to others. */
  async #look(): Promise<HeaderFields> {
    this.consumeUncounted();
    const shared = !this.#accounting.counted && !this.#accounting.own;
    if (this.caller.kind !== 'keyed' || shared) return {};
    const decision = await this.#take('look').catch(() => undefined);
    return decision ? rateLimitHeaders(decision) : {};
  }

  consumeUncounted(): void {
    const at = this.#tools.now();
    const { refused, ...left } = this.#tools.uncounted(callerId(this.caller), at);
    if (refused) throw rateLimited({ at, daily: undefined, burst: left }, 'burst', 'uncounted requests');
  }

  /** The error to send for one that an endpoint threw: client errors are counted, server errors are not. */
  async settleError(error: unknown): Promise<unknown> {
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
    const counted = this.#countedIn;
    this.#countedIn = undefined;
    // A failure is already logged; one response too many stays counted.
    if (counted !== undefined) await this.#take({ giveBack: counted }).catch(() => undefined);
  }

  async #take(what: QuotaRequest['what']): Promise<Decision> {
    try {
      const decision = await this.#tools.take({ ...this.#windows(), what });
      this.#tools.trouble.over();
      return decision;
    } catch (error) {
      this.#tools.trouble.failed(error);
      throw quotaUnavailable();
    }
  }

  #windows(): Omit<QuotaRequest, 'what'> {
    const { caller } = this;
    if (caller.kind === 'anonymous') return addressWindows(caller.address, caller.limits);
    const { account, keyId, limits } = caller;
    const endpoint = this.#accounting.counted ? this.#accounting.endpoint : '';
    return { own: { name: accountWindow(account), bounds: limits }, key: { account, keyId, endpoint } };
  }
}
