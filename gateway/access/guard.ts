/** What stands before every endpoint: who asks, whether the answer is counted, and whether it may be given. */
import type { EpochMs } from '#core/time.ts';
import type { AddressOf } from '../http/client-address.ts';
import type { AnonymousCaller, Caller } from './caller.ts';
import { callerId, ownerOf, presentedKey } from './caller.ts';
import { GatewayError, uncountable } from '../http/errors.ts';
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

/** Where a request comes from. */
export interface Origin {
  /** Address of the connection's other end. */
  peer: string | undefined;
  /** `X-Forwarded-For`. */
  forwarded: string | undefined;
}

/** Whether the answers of an endpoint are counted, and whom they belong to: uncounted ones are the same for everyone, or the caller's own. */
export type Accounting = { counted: true; endpoint: string } | { counted: false; own: boolean };

export interface Credentials extends Origin {
  authorization: string | undefined;
  /** As received. */
  query: string;
  accounting: Accounting;
}

export type RequestGuard = ReturnType<typeof createRequestGuard>;

interface RequestGuardOptions {
  /** Left out: nothing is counted, and no key is known. */
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
      throw uncountable();
    }
  };
  const tools: Tools = { take: batched(meter), uncounted: uncountedQuota(limits.uncountedBurst), now, trouble };
  const anonymous = ({ peer, forwarded }: Origin): AnonymousCaller => ({
    kind: 'anonymous',
    address: addressOf(peer, forwarded),
    limits: limits.free,
  });
  return {
    /** @throws GatewayError 401 for a key that is not good, 429 when too many of those came, 503 when keys cannot be read */
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

    /** For what is answered without looking at a key. @throws GatewayError 429 */
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

/** One request, from the gate to its answer. Each method throws GatewayError 429 when a bound of the caller is reached. */
export class RequestAccess {
  readonly caller: Caller;
  readonly #tools: Tools;
  readonly #accounting: Accounting;
  /** Where the answer was counted. */
  #countedIn: WindowTime | undefined;
  /** What was said once is not counted again, when an answer takes a second try. */
  #headers: Promise<HeaderFields> | undefined;

  constructor(tools: Tools, caller: Caller, accounting: Accounting) {
    this.#tools = tools;
    this.caller = caller;
    this.#accounting = accounting;
  }

  /**
   * Counts the answer, if this endpoint's are counted; resolves when the count is safe.
   * @returns headers that tell a caller with a key what is left
   * @throws GatewayError 503 when it cannot be counted: what cannot be counted is not given
   */
  consume(): Promise<HeaderFields> {
    return (this.#headers ??= this.#accounting.counted ? this.#consume() : this.#look());
  }

  /** The answer is not counted; it is given also when nothing is left, and when nothing can be counted. */
  skipQuota(): Promise<HeaderFields> {
    return (this.#headers ??= this.#look());
  }

  async #consume(): Promise<HeaderFields> {
    // Nobody's use is told, and nothing is bounded: then there is nothing to keep.
    if (this.caller.kind === 'anonymous' && isUnbounded(this.caller.limits)) return {};
    const decision = await this.#take('count');
    if (decision.refused !== undefined) throw rateLimited(decision, decision.refused);
    this.#countedIn = decision.window;
    return this.caller.kind === 'keyed' ? rateLimitHeaders(decision) : {};
  }

  /** What is the same for everyone tells nobody what is left: a cache may hand it on. */
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

  /** What to answer instead of an error that an endpoint threw: the client's own faults are counted, ours are not. */
  async settleError(error: unknown): Promise<unknown> {
    // The work was done, or begun.
    if (error instanceof ClientGone) return error;
    try {
      if (error instanceof GatewayError && error.status < 500 && error.code !== 'rate_limited')
        return error.withHeaders(await this.consume());
      await this.#refund();
      // A refusal by a bound is what it is, and costs nothing.
      if (!(error instanceof GatewayError) || error.code !== 'rate_limited') this.consumeUncounted();
      return error;
    } catch (refusal) {
      return refusal;
    }
  }

  async #refund(): Promise<void> {
    const counted = this.#countedIn;
    this.#countedIn = undefined;
    // Where it fails it was said in the log, and one answer too many is counted.
    if (counted !== undefined) await this.#take({ giveBack: counted }).catch(() => undefined);
  }

  async #take(what: QuotaRequest['what']): Promise<Decision> {
    try {
      const decision = await this.#tools.take({ ...this.#windows(), what });
      this.#tools.trouble.over();
      return decision;
    } catch (error) {
      this.#tools.trouble.failed(error);
      throw uncountable();
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
