/** Keys, plans, bounds and usage over one `accounts.db`. */
import type { EpochMs } from '#core/time.ts';
import type { AccountsDb } from './accounts/database.ts';
import { addressReader } from './address.ts';
import type { Metering } from './gate.ts';
import type { KeyStore } from './keys/key-store.ts';
import { createKeyStore } from './keys/key-store.ts';
import type { Meter } from './meter/meter.ts';
import { sqliteMeter } from './meter/sqlite-meter.ts';
import type { PlanLimits } from './plans/limits.ts';
import { PLAN_LIMITS } from './plans/limits.ts';
import type { PlanStore } from './plans/plan-store.ts';
import { createPlanStore } from './plans/plan-store.ts';
import type { UsageStore } from './usage/usage-store.ts';
import { createUsageStore } from './usage/usage-store.ts';

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
  /** Windows of addresses that one day has at most, but for those that many addresses share. */
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
    keys: createKeyStore(db, now),
    plans,
    usage: createUsageStore({ meter, plans, limits, now }),
    meter,
    limits,
    addressOf: addressReader(trustedProxies),
  };
}
