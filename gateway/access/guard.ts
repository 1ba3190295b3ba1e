/** Authentication and quota check for every request. */
import type { EpochMs } from '#core/time.ts';
import type { AddressBlock, AddressOf } from '../http/client-address.ts';
import { type AnonymousCaller, type Caller, ownerOf, presentedKey } from './caller.ts';
import { GatewayError, quotaUnavailable } from '../http/errors.ts';
import type { KeyStore } from './key-store.ts';
import type { Eventually } from '../http/eventually.ts';
import { failureLog, type Log } from '../http/log.ts';
import type { Credentials, Origin } from './credentials.ts';
import { type Accounting, type GuardServices, RequestAccess } from './request-access.ts';
import { AddressCounts } from './quota/address-counts.ts';
import { type Meter, DecisionCounts } from './quota/meter.ts';
import { uncountedQuota } from './quota/uncounted.ts';
import { PLAN_LIMITS, type PlanLimits } from './quota/limits.ts';
import type { PlanStore } from './plan-store.ts';
import { batched } from './quota/batch.ts';

export interface Metering {
  meter: Pick<Meter, 'take'>;
  addresses: AddressCounts;
  keys: Pick<KeyStore, 'find'>;
  plans: Pick<PlanStore, 'planOf'>;
  limits: PlanLimits;
  addressOf: AddressOf;
}

export type RequestGuard = ReturnType<typeof createRequestGuard>;

interface RequestGuardOptions {
  /** Absent: nothing is counted and no key is accepted. */
  metering: Metering | undefined;
  now: () => EpochMs;
  log: Log;
}

const NO_LIMITS: PlanLimits = {
  ...PLAN_LIMITS,
  free: { ...PLAN_LIMITS.free, daily: null, burst: null },
  uncountedBurst: null,
};

const NO_METERING: Metering = {
  meter: { take: async () => [] },
  addresses: new AddressCounts(NO_LIMITS.free),
  keys: { find: async () => undefined },
  plans: { planOf: async () => ({ plan: 'free', until: null, source: 'default' }) },
  limits: NO_LIMITS,
  addressOf: () => 'anybody',
};

/** Log-ins and other changes of accounts, per minute: each costs more than a request that only reads. */
const ACCOUNT_CHANGES = 20;

const SHARED = { counted: false, own: false } as const;

/** Keys and plans may be in another engine than windows: the one may work while the other does not. */
function keyReading(log: Log, decisions: DecisionCounts): <T>(work: Promise<T>) => Promise<T> {
  const failures = failureLog(log, 'reading keys');
  return async (work) => {
    try {
      const value = await work;
      failures.recovered();
      return value;
    } catch (error) {
      failures.failed(error);
      decisions.unavailable += 1;
      throw quotaUnavailable();
    }
  };
}

async function goesOn(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    return error instanceof GatewayError && error.status >= 500;
  }
}

const keyedCallers =
  ({ keys, plans, limits }: Metering, orQuotaUnavailable: ReturnType<typeof keyReading>) =>
  async (key: string, address: AddressBlock): Promise<Caller> => {
    const { id: keyId, account } = await ownerOf(key, (text) => orQuotaUnavailable(keys.find(text)));
    const { plan } = await orQuotaUnavailable(plans.planOf(account));
    return { kind: 'keyed', address, account, keyId, plan, limits: limits[plan] };
  };

export function createRequestGuard({ metering = NO_METERING, now, log }: RequestGuardOptions) {
  const { meter, addresses, limits, addressOf } = metering;
  const decisions = new DecisionCounts();
  const services: GuardServices = {
    take: batched(meter),
    addresses,
    uncounted: uncountedQuota(limits.uncountedBurst),
    decisions,
    now,
    failures: failureLog(log, 'metering'),
  };
  const forChanges: GuardServices = {
    ...services,
    uncounted: uncountedQuota(limits.uncountedBurst === null ? null : ACCOUNT_CHANGES),
  };
  const anonymous = ({ peer, forwarded }: Origin): AnonymousCaller => ({
    kind: 'anonymous',
    address: addressOf(peer, forwarded),
    limits: limits.free,
  });
  const callerOf = keyedCallers(metering, keyReading(log, decisions));
  const withKey = async (key: string, caller: AnonymousCaller, accounting: Accounting): Promise<RequestAccess> => {
    try {
      return new RequestAccess(services, await callerOf(key, caller.address), accounting);
    } catch (error) {
      new RequestAccess(services, caller, SHARED).consumeUncounted();
      throw error;
    }
  };
  return {
    decisions,

    /**
     * Authenticates and counts the caller of an open connection once more.
     * @returns whether it may go on; while the meter fails, it may
     */
    renew(credentials: Credentials): Promise<boolean> {
      return goesOn(async () => (await this.authenticate(credentials)).consume());
    },

    /**
     * At once for a caller without a key.
     * @throws GatewayError 401 for an invalid key, 429 after too many of them, 503 when keys cannot be read
     */
    authenticate(credentials: Credentials): Eventually<RequestAccess> {
      const key = presentedKey(credentials.authorization, credentials.query);
      const caller = anonymous(credentials);
      if (key === undefined) return new RequestAccess(services, caller, credentials.accounting);
      return withKey(key, caller, credentials.accounting);
    },

    /** For responses that need no key. @param isChange may change an account. @throws GatewayError 429 */
    limitUncounted(origin: Origin, isChange = false): void {
      new RequestAccess(services, anonymous(origin), SHARED).consumeUncounted();
      if (isChange) new RequestAccess(forChanges, anonymous(origin), SHARED).consumeUncounted();
    },
  };
}
