/** Keys, plans, quotas and usage, also while their file cannot be written: then what needs them fails until it can. */
import type { EpochMs } from '#core/time.ts';
import { addressReader } from '../http/client-address.ts';
import type { Log } from '../http/log.ts';
import { isUnwritable } from '../store/database.ts';
import { closeEngines, type EngineSettings, openEngines } from '../store/engines.ts';
import type { Metering } from './guard.ts';
import { type AccountStores, createMetering } from './metering.ts';
import type { PlanLimits } from './quota/limits.ts';
import type { UsageStore } from './usage.ts';

interface OpenMeteringOptions {
  settings: EngineSettings;
  limits: PlanLimits;
  trustedProxies: readonly string[];
  log: Log;
  now: () => EpochMs;
  /** `busy_timeout` of SQLite in ms. */
  busyTimeoutMs: number;
}

interface OpenedMetering {
  metering: Metering & { usage: UsageStore };
  close(): Promise<void>;
}

interface Opened {
  stores: AccountStores;
  close(): Promise<void>;
}

/** Between attempts to open the file, in ms. */
const RETRY_MS = 2000;

/** @throws AccountsError for the operator, unless the reason is only that the file cannot be written */
export async function openMetering(options: OpenMeteringOptions): Promise<OpenedMetering> {
  try {
    const { stores, close } = await open(options);
    return { metering: stores, close };
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    return openLater(options, error);
  }
}

async function open({ settings, busyTimeoutMs, ...options }: OpenMeteringOptions): Promise<Opened> {
  // The first process has told the operator.
  const engines = await openEngines(settings, { onAway: () => {} });
  if (engines.database.kind === 'sqlite') engines.database.db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  return { stores: createMetering({ ...engines, ...options }), close: () => closeEngines(engines) };
}

/** Opens it with the first request that needs it, after a pause. */
function openLater(options: OpenMeteringOptions, reason: unknown): OpenedMetering {
  let opening = Promise.reject<Opened>(reason);
  let failedAt: number | undefined;
  const watch = (): void => void opening.catch(() => (failedAt = performance.now()));
  watch();
  const current = async (): Promise<AccountStores> => {
    if (failedAt !== undefined && performance.now() - failedAt > RETRY_MS) {
      failedAt = undefined;
      opening = open(options);
      watch();
    }
    return (await opening).stores;
  };
  return {
    metering: {
      meter: { take: async (requests) => (await current()).meter.take(requests) },
      keys: { find: async (key) => (await current()).keys.find(key) },
      plans: { planOf: async (account) => (await current()).plans.planOf(account) },
      usage: { usageOf: async (account) => (await current()).usage.usageOf(account) },
      limits: options.limits,
      addressOf: addressReader(options.trustedProxies, options.log),
    },
    close: () =>
      opening.then(
        ({ close }) => close(),
        () => {},
      ),
  };
}
