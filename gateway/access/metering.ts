/** Keys, plans, quotas and usage on the engines that the settings name. */
import type { EpochMs } from '#core/time.ts';
import type { Engines } from '../store/engines.ts';
import { addressReader } from '../http/client-address.ts';
import type { Log } from '../http/log.ts';
import type { Metering } from './guard.ts';
import { KeyStore } from './key-store.ts';
import { type AddressStore, databaseAddresses } from './quota/address-store.ts';
import { databaseMeter } from './quota/database-meter.ts';
import type { Meter } from './quota/meter.ts';
import { redisAddresses } from './quota/redis-addresses.ts';
import { redisMeter } from './quota/redis-meter.ts';
import { usageLog } from './quota/usage-log.ts';
import { PLAN_LIMITS, type PlanLimits } from './quota/limits.ts';
import { createPlanStore, type PlanStore } from './plan-store.ts';
import { createUsageStore, type UsageStore } from './usage.ts';

export interface AccountStores extends Omit<Metering, 'addresses'> {
  meter: Meter;
  keys: KeyStore;
  plans: PlanStore;
  usage: UsageStore;
  /** Keeps the counts of callers without a key. */
  addressStore: AddressStore;
}

interface MeteringOptions extends Engines {
  now: () => EpochMs;
  limits?: PlanLimits;
  /** IP addresses and CIDR blocks. */
  trustedProxies?: readonly string[];
  log?: Log;
}

export function createMetering({
  database,
  redis,
  now,
  limits = PLAN_LIMITS,
  trustedProxies = [],
  log,
}: MeteringOptions): AccountStores {
  const plans = createPlanStore(database, now);
  const meter = redis ? redisMeter({ redis, usage: usageLog(database), now }) : databaseMeter({ database, now });
  return {
    keys: new KeyStore(database, now),
    plans,
    usage: createUsageStore({ meter, plans, limits, now }),
    meter,
    addressStore: redis ? redisAddresses(redis) : databaseAddresses(database),
    limits,
    addressOf: addressReader(trustedProxies, log),
  };
}
