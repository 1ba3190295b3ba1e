/** Keys, plans, quotas and usage, also while their file cannot be written: then what needs them fails until it can. */
import type { EpochMs } from '#core/time.ts';
import { addressReader } from '../http/client-address.ts';
import type { Log } from '../http/log.ts';
import type { OnAway } from '../store/away.ts';
import { isUnwritable } from '../store/database.ts';
import { closeEngines, type EngineSettings, openEngines } from '../store/engines.ts';
import type { Metering } from './guard.ts';
import { type AccountStores, createMetering } from './metering.ts';
import { AddressCounts } from './quota/address-counts.ts';
import type { AddressStore } from './quota/address-store.ts';
import type { PlanLimits } from './quota/limits.ts';
import { WriteBehind } from './quota/write-behind.ts';
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
  const { log, limits, now } = options;
  const { addressStore, close, ...metering } = await openStores(options);
  const addresses = new AddressCounts(limits.free);
  const written = new WriteBehind({ counts: addresses, store: addressStore, now, log });
  await written.start();
  return {
    metering: { ...metering, addresses },
    async close() {
      await written.close();
      await close();
    },
  };
}

type OpenedStores = Omit<OpenedMetering['metering'], 'addresses'> & {
  addressStore: AddressStore;
  close(): Promise<void>;
};

async function openStores(options: OpenMeteringOptions): Promise<OpenedStores> {
  const onAway = (message: string): void =>
    options.log(`${message} Until it can, what needs it gets 503; requests without a key are served.`);
  try {
    const { stores, close } = await open(options, onAway);
    return { ...stores, close };
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    onAway((error as Error).message);
    return openLater(options, error);
  }
}

async function open(options: OpenMeteringOptions, onAway: OnAway = () => {}): Promise<Opened> {
  const { settings, busyTimeoutMs, log } = options;
  const engines = await openEngines(settings, { onAway });
  if (engines.redis?.status === 'ready') {
    const { evictionWarning } = await import('../store/redis.ts');
    const warning = await evictionWarning(engines.redis);
    if (warning !== undefined) log(warning);
  }
  if (engines.database.kind === 'sqlite') engines.database.db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  return { stores: createMetering({ ...engines, ...options }), close: () => closeEngines(engines) };
}

/** Opens it with the first request or count that needs it, after a pause. */
function openLater(options: OpenMeteringOptions, reason: unknown): OpenedStores {
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
    meter: { take: async (requests) => (await current()).meter.take(requests) },
    keys: { find: async (key) => (await current()).keys.find(key) },
    plans: { planOf: async (account) => (await current()).plans.planOf(account) },
    usage: { usageOf: async (account) => (await current()).usage.usageOf(account) },
    addressStore: {
      async *windows(at) {
        yield* (await current()).addressStore.windows(at);
      },
      add: async (changes, at) => (await current()).addressStore.add(changes, at),
    },
    limits: options.limits,
    addressOf: addressReader(options.trustedProxies, options.log),
    close: () =>
      opening.then(
        ({ close }) => close(),
        () => {},
      ),
  };
}
