/** Keys, plans, bounds and usage over one `accounts.db`. */
import type { EpochMs } from '#core/time.ts';
import type { AccountsDb } from './accounts/database.ts';
import { addressReader } from './address.ts';
import type { Metering } from './gate.ts';
import type { KeyStore } from './keys/key-store.ts';
import { createKeyStore } from './keys/key-store.ts';
import { sqliteMeter } from './meter/sqlite-meter.ts';
import type { PlanLimits } from './plans/limits.ts';
import { PLAN_LIMITS } from './plans/limits.ts';
import type { PlanStore } from './plans/plan-store.ts';
import { createPlanStore } from './plans/plan-store.ts';
import type { UsageStore } from './usage/usage-store.ts';
import { createUsageStore } from './usage/usage-store.ts';

export interface AccountStores extends Metering {
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
}

export function createMetering({ db, now, limits = PLAN_LIMITS, trustedProxies = [] }: MeteringOptions): AccountStores {
  const plans = createPlanStore(db, now);
  return {
    keys: createKeyStore(db, now),
    plans,
    usage: createUsageStore({ db, plans, limits, now }),
    meter: sqliteMeter(db, now),
    limits,
    addressOf: addressReader(trustedProxies),
  };
}
