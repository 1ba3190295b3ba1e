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

interface Credentials extends Origin {
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

const NO_METERING: Metering = {
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

export function createRequestGuard({ metering = NO_METERING, now, log }: RequestGuardOptions) {
  const { meter, keys, plans, limits, addressOf } = metering;
  const failures = troubleLog(log, 'metering');
  const orUncountable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      failures.failed(error);
      throw quotaUnavailable();
    }
  };
  const services: GuardServices = {
    take: batched(meter),
    uncounted: uncountedQuota(limits.uncountedBurst),
    now,
    failures,
  };
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
      if (key === undefined) return new RequestAccess(services, anonymousCaller, accounting);
      try {
        const { id: keyId, account } = await ownerOf(key, (text) => orUncountable(keys.find(text)));
        const { plan } = await orUncountable(plans.planOf(account));
        return new RequestAccess(services, { kind: 'keyed', account, keyId, plan, limits: limits[plan] }, accounting);
      } catch (error) {
        new RequestAccess(services, anonymousCaller, SHARED).consumeUncounted();
        throw error;
      }
    },

    /** For responses that need no key. @throws GatewayError 429 */
    mustBeWithinUncounted(origin: Origin): void {
      new RequestAccess(services, anonymous(origin), SHARED).consumeUncounted();
    },
  };
}

interface GuardServices {
  take: Take;
  uncounted: UncountedQuota;
  now: () => EpochMs;
  failures: ReturnType<typeof troubleLog>;
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

  async #consume(): Promise<HeaderFields> {
    // Neither usage nor limits depend on the count, so none is kept.
    if (this.caller.kind === 'anonymous' && isUnlimited(this.caller.limits)) return {};
    const decision = await this.#take('count');
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
    const { refused, ...remaining } = this.#services.uncounted(callerId(this.caller), at);
    if (refused) throw rateLimited({ at, daily: undefined, burst: remaining }, 'burst', 'uncounted requests');
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
    const window = this.#window;
    this.#window = undefined;
    // A failure is already logged; one response too many stays counted.
    if (window !== undefined) await this.#take({ refund: window }).catch(() => undefined);
  }

  async #take(operation: QuotaRequest['operation']): Promise<Decision> {
    try {
      const decision = await this.#services.take({ ...this.#windows(), operation });
      this.#services.failures.over();
      return decision;
    } catch (error) {
      this.#services.failures.failed(error);
      throw quotaUnavailable();
    }
  }

  #windows(): Omit<QuotaRequest, 'operation'> {
    const { caller } = this;
    if (caller.kind === 'anonymous') return addressWindows(caller.address, caller.limits);
    const { account, keyId, limits } = caller;
    const endpoint = this.#accounting.counted ? this.#accounting.endpoint : '';
    return { own: { name: accountWindow(account), limits }, key: { account, keyId, endpoint } };
  }
}
