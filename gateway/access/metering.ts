/** Keys, plans, quotas and usage in one `accounts.db`. */
import type { EpochMs } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';
import { addressReader } from '../http/client-address.ts';
import type { Metering } from './guard.ts';
import { KeyStore } from './key-store.ts';
import type { Meter } from './quota/meter.ts';
import { sqliteMeter } from './quota/sqlite-meter.ts';
import type { PlanLimits } from './quota/limits.ts';
import { PLAN_LIMITS } from './quota/limits.ts';
import type { PlanStore } from './plan-store.ts';
import { createPlanStore } from './plan-store.ts';
import type { UsageStore } from './usage.ts';
import { createUsageStore } from './usage.ts';

export interface AccountStores extends Metering {
  meter: Meter;
  keys: KeyStore;
  plans: PlanStore;
  usage: UsageStore;
}

interface MeteringOptions {
  db: AccountsDb;
  now: () => EpochMs;
  limits?: PlanLimits;
  /** IP addresses and CIDR blocks. */
  trustedProxies?: readonly string[];
  /** Maximum address windows per day, not counting shared ones. */
  addresses?: number;
}

export function createMetering({
  db,
  now,
  limits = PLAN_LIMITS,
  trustedProxies = [],
  addresses,
}: MeteringOptions): AccountStores {
  const plans = createPlanStore(db, now);
  const meter = sqliteMeter({ db, now, ...(addresses === undefined ? {} : { addresses }) });
  return {
    keys: new KeyStore(db, now),
    plans,
    usage: createUsageStore({ meter, plans, limits, now }),
    meter,
    limits,
    addressOf: addressReader(trustedProxies),
  };
}
