/** Keys, plans, quotas and usage on the engines that the settings name. */
import type { EpochMs } from '#core/time.ts';
import type { Engines } from '../store/engines.ts';
import { addressReader } from '../http/client-address.ts';
import type { Log } from '../http/log.ts';
import type { Metering } from './guard.ts';
import { KeyStore } from './key-store.ts';
import { databaseMeter } from './quota/database-meter.ts';
import type { Meter } from './quota/meter.ts';
import { redisMeter } from './quota/redis-meter.ts';
import { usageLog } from './quota/usage-log.ts';
import { PLAN_LIMITS, type PlanLimits } from './quota/limits.ts';
import { createPlanStore, type PlanStore } from './plan-store.ts';
import { createUsageStore, type UsageStore } from './usage.ts';

export interface AccountStores extends Metering {
  meter: Meter;
  keys: KeyStore;
  plans: PlanStore;
  usage: UsageStore;
}

interface MeteringOptions extends Engines {
  now: () => EpochMs;
  limits?: PlanLimits;
  /** IP addresses and CIDR blocks. */
  trustedProxies?: readonly string[];
  log?: Log;
  /** Maximum address windows per day, not counting shared ones. */
  addresses?: number;
}

export function createMetering({
  database,
  redis,
  now,
  limits = PLAN_LIMITS,
  trustedProxies = [],
  log,
  addresses,
}: MeteringOptions): AccountStores {
  const plans = createPlanStore(database, now);
  const options = { now, ...(addresses === undefined ? {} : { addresses }) };
  const meter = redis
    ? redisMeter({ redis, usage: usageLog(database), ...options })
    : databaseMeter({ database, ...options });
  return {
    keys: new KeyStore(database, now),
    plans,
    usage: createUsageStore({ meter, plans, limits, now }),
    meter,
    limits,
    addressOf: addressReader(trustedProxies, log),
  };
}
