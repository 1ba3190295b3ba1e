/** Authentication and quota check for every request. */
import { LRUCache } from 'lru-cache';
import type { EpochMs } from '#core/time.ts';
import type { AddressBlock, AddressOf } from '../http/client-address.ts';
import { entryLimit } from '../http/loading-cache.ts';
import { type AnonymousCaller, ownerOf, presentedKey } from './caller.ts';
import { GatewayError, quotaUnavailable } from '../http/errors.ts';
import type { KeyStore } from './key-store.ts';
import { failureLog, type Log } from '../http/log.ts';
import type { Credentials, Origin } from './credentials.ts';
import { type GuardServices, RequestAccess } from './request-access.ts';
import { type AddressWindows, addressWindows } from './quota/blocks.ts';
import { type Meter, DecisionCounts } from './quota/meter.ts';
import { uncountedQuota } from './quota/uncounted.ts';
import type { WindowTime } from './quota/windows.ts';
import { PLAN_LIMITS, type PlanLimits } from './quota/limits.ts';
import type { PlanStore } from './plan-store.ts';
import { batched } from './quota/batch.ts';

export interface Metering {
  meter: Pick<Meter, 'take'>;
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

/** Log-ins and other changes of accounts, per minute: each costs more than a request that only reads. */
const ACCOUNT_CHANGES = 20;

/** Addresses with windows in memory. */
const REMEMBERED = 10_000;

const SHARED = { counted: false, own: false } as const;

function rememberedWindows({ free }: PlanLimits): GuardServices['windowsOf'] {
  const windows = new LRUCache<AddressBlock, AddressWindows>({
    ...entryLimit(REMEMBERED),
    memoMethod: (address) => addressWindows(address, free),
  });
  return (address) => windows.memo(address);
}

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

const goesOn = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => error instanceof GatewayError && error.status >= 500,
  );

export function createRequestGuard({ metering = NO_METERING, now, log }: RequestGuardOptions) {
  const { meter, keys, plans, limits, addressOf } = metering;
  const decisions = new DecisionCounts();
  const orQuotaUnavailable = keyReading(log, decisions);
  const services: GuardServices = {
    take: batched(meter),
    windowsOf: rememberedWindows(limits),
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
  return {
    decisions,

    /**
     * Authenticates and counts the caller of an open connection once more.
     * @returns whether it may go on; while the meter fails, it may
     */
    renew(credentials: Credentials): Promise<boolean> {
      return goesOn(this.authenticate(credentials).then((access) => access.consume()));
    },

    /** @throws GatewayError 401 for an invalid key, 429 after too many of them, 503 when keys cannot be read */
    async authenticate(credentials: Credentials): Promise<RequestAccess> {
      const { authorization, query, accounting } = credentials;
      const key = presentedKey(authorization, query);
      const anonymousCaller = anonymous(credentials);
      if (key === undefined) return new RequestAccess(services, anonymousCaller, accounting);
      try {
        const { id: keyId, account } = await ownerOf(key, (text) => orQuotaUnavailable(keys.find(text)));
        const { address } = anonymousCaller;
        const { plan } = await orQuotaUnavailable(plans.planOf(account));
        return new RequestAccess(
          services,
          { kind: 'keyed', address, account, keyId, plan, limits: limits[plan] },
          accounting,
        );
      } catch (error) {
        new RequestAccess(services, anonymousCaller, SHARED).consumeUncounted();
        throw error;
      }
    },

    /** For responses that need no key. @param isChange may change an account. @throws GatewayError 429 */
    limitUncounted(origin: Origin, isChange = false): void {
      new RequestAccess(services, anonymous(origin), SHARED).consumeUncounted();
      if (isChange) new RequestAccess(forChanges, anonymous(origin), SHARED).consumeUncounted();
    },
  };
}
