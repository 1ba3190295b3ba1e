/** What stands before every endpoint: who asks, whether the answer is counted, and whether it may be given. */
import type { EpochMs } from '#core/time.ts';
import type { AddressOf } from './address.ts';
import type { AnonymousCaller, Caller } from './caller.ts';
import { callerName, ownerOf, presentedKey } from './caller.ts';
import { GatewayError, uncountable } from './errors.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { Log } from './log.ts';
import { troubleLog } from './log.ts';
import type { Take } from './meter/batcher.ts';
import { batched } from './meter/batcher.ts';
import type { Charge, Decision, Meter } from './meter/meter.ts';
import { rateLimited, rateLimitHeaders } from './meter/rate-limit.ts';
import type { Uncounted } from './meter/uncounted.ts';
import { uncountedBound } from './meter/uncounted.ts';
import type { Limits, PlanLimits } from './plans/limits.ts';
import { PLAN_LIMITS } from './plans/limits.ts';
import type { PlanStore } from './plans/plan-store.ts';

export interface Metering {
  meter: Meter;
  keys: Pick<KeyStore, 'find'>;
  plans: Pick<PlanStore, 'planOf'>;
  limits: PlanLimits;
  addressOf: AddressOf;
}

export interface Knock {
  authorization: string | undefined;
  /** As received. */
  query: string;
  /** Address of the connection's other end. */
  peer: string | undefined;
  /** `X-Forwarded-For`. */
  forwarded: string | undefined;
  /** Path of the endpoint, where its answers are counted. */
  counted: string | undefined;
}

export type Gate = ReturnType<typeof createGate>;

interface GateOptions {
  /** Left out: nothing is counted, and no key is known. */
  metering: Metering | undefined;
  now: () => EpochMs;
  log: Log;
}

const OPEN: Metering = {
  meter: {
    take: async (batch) => batch.map(() => ({ at: 0, daily: undefined, burst: undefined, refused: undefined })),
  },
  keys: { find: () => undefined },
  plans: { planOf: () => ({ plan: 'free', until: null, source: 'default' }) },
  limits: { ...PLAN_LIMITS, uncountedBurst: null },
  addressOf: () => 'anybody',
};

export function createGate({ metering = OPEN, now, log }: GateOptions) {
  const { meter, keys, plans, limits, addressOf } = metering;
  const trouble = troubleLog(log, 'metering');
  const watched = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      trouble.failed(error);
      throw uncountable();
    }
  };
  const tools: Tools = { take: batched(meter), uncounted: uncountedBound(limits.uncountedBurst), now, trouble };
  const anonymous = ({ peer, forwarded }: Pick<Knock, 'peer' | 'forwarded'>): AnonymousCaller => ({
    kind: 'anonymous',
    address: addressOf(peer, forwarded),
    limits: limits.free,
  });
  return {
    /** @throws GatewayError 401 for a key that is not good, 429 when too many of those came, 503 when keys cannot be read */
    enter(knock: Knock): Visit {
      const key = presentedKey(knock.authorization, knock.query);
      const stranger = anonymous(knock);
      if (key === undefined) return new Visit(tools, stranger, knock.counted);
      try {
        const { id: keyId, account } = ownerOf(key, (text) => watched(() => keys.find(text)));
        const { plan } = watched(() => plans.planOf(account));
        return new Visit(tools, { kind: 'keyed', account, keyId, plan, limits: limits[plan] }, knock.counted);
      } catch (error) {
        new Visit(tools, stranger, undefined).passUncounted();
        throw error;
      }
    },

    /** For what is answered without looking at a key. @throws GatewayError 429 */
    passUncounted(knock: Pick<Knock, 'peer' | 'forwarded'>): void {
      new Visit(tools, anonymous(knock), undefined).passUncounted();
    },
  };
}

interface Tools {
  take: Take;
  uncounted: Uncounted;
  now: () => EpochMs;
  trouble: ReturnType<typeof troubleLog>;
}

const isUnbounded = ({ daily, burst }: Limits): boolean => daily === null && burst === null;

type HeaderFields = Record<string, string>;

/** One request, from the gate to its answer. Each method throws GatewayError 429 when a bound of the caller is reached. */
export class Visit {
  readonly caller: Caller;
  readonly #tools: Tools;
  readonly #counted: string | undefined;
  /** When the answer was counted. */
  #paidAt: EpochMs | undefined;
  /** What was said once is not counted again, when an answer takes a second try. */
  #allowance: Promise<HeaderFields> | undefined;

  constructor(tools: Tools, caller: Caller, counted: string | undefined) {
    this.#tools = tools;
    this.caller = caller;
    this.#counted = counted;
  }

  /**
   * Counts the answer, if this endpoint's are counted; resolves when the count is safe.
   * @returns headers that tell a caller with a key what is left
   * @throws GatewayError 503 when it cannot be counted: what cannot be counted is not given
   */
  pay(): Promise<HeaderFields> {
    return (this.#allowance ??= this.#counted === undefined ? this.#pass() : this.#count());
  }

  /** The answer is not counted; it is given also when nothing is left, and when nothing can be counted. */
  free(): Promise<HeaderFields> {
    return (this.#allowance ??= this.#pass());
  }

  async #count(): Promise<HeaderFields> {
    // Nobody's use is told, and nothing is bounded: then there is nothing to keep.
    if (this.caller.kind === 'anonymous' && isUnbounded(this.caller.limits)) return {};
    const decision = await this.#take('count');
    if (decision.refused !== undefined) {
      this.passUncounted();
      throw rateLimited(decision, decision.refused);
    }
    this.#paidAt = decision.at;
    return this.caller.kind === 'keyed' ? rateLimitHeaders(decision) : {};
  }

  async #pass(): Promise<HeaderFields> {
    this.passUncounted();
    if (this.caller.kind !== 'keyed') return {};
    const decision = await this.#take('look').catch(() => undefined);
    return decision ? rateLimitHeaders(decision) : {};
  }

  passUncounted(): void {
    const at = this.#tools.now();
    const { refused, ...left } = this.#tools.uncounted(callerName(this.caller), at);
    if (refused) throw rateLimited({ at, daily: undefined, burst: left }, 'burst', 'uncounted requests');
  }

  /** What to answer instead of an error that an endpoint threw: the client's own faults are counted, ours are not. */
  async fault(error: unknown): Promise<unknown> {
    try {
      if (error instanceof GatewayError && error.status < 500) {
        // A refusal by a bound is what it is; any other error is an answer like others.
        return error.code === 'rate_limited' ? error : error.withHeaders(await this.pay());
      }
      await this.#giveBack();
      this.passUncounted();
      return error;
    } catch (refusal) {
      return refusal;
    }
  }

  async #giveBack(): Promise<void> {
    const at = this.#paidAt;
    this.#paidAt = undefined;
    // Where it fails it was said in the log, and one answer too many is counted.
    if (at !== undefined) await this.#take({ giveBack: at }).catch(() => undefined);
  }

  async #take(what: Charge['what']): Promise<Decision> {
    const { caller } = this;
    const charge = { caller: callerName(caller), bounds: caller.limits, what };
    const key =
      caller.kind === 'keyed'
        ? { key: { account: caller.account, keyId: caller.keyId, endpoint: this.#counted ?? '' } }
        : {};
    try {
      const decision = await this.#tools.take({ ...charge, ...key });
      this.#tools.trouble.over();
      return decision;
    } catch (error) {
      this.#tools.trouble.failed(error);
      throw uncountable();
    }
  }
}
