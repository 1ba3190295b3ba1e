/** The meter in Redis or Valkey: windows by one script per batch, uses of keys in the database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { DAY, type EpochMs } from '#core/time.ts';
import { KeyUses, MAX_ADDRESSES } from './batch.ts';
import type { Decision, KeyUse, Meter, QuotaRequest, UsageLog, Window } from './meter.ts';
import { addressesKey, countsFrom, windowKey } from './redis-windows.ts';
import { type WindowCounts, countsAt, dayOf, minuteOf, quotaStatusOf, accountWindow } from './windows.ts';

interface MeterOptions {
  redis: Redis;
  usage: UsageLog;
  now: () => EpochMs;
  /** Address windows per day before new addresses share a window with their block. */
  addresses?: number;
}

const SCRIPT = readFileSync(join(import.meta.dirname, 'windows.lua'), 'utf8');

/** One window of a batch: index of its key, limits per day and minute; -1 for no limit. */
type ScriptWindow = [key: number, daily: number, burst: number];

type ScriptRequest = { windows: ScriptWindow[]; shared: ScriptWindow[] } & (
  | { operation: 'count' | 'peek' }
  | { operation: 'refund'; window: [day: number, minute: number] }
);

type Script = (keys: number, ...keysAndBatch: (string | number)[]) => Promise<number[]>;

interface Decided {
  decision: Decision;
  /** Change of the count: 1, 0 or -1. */
  change: number;
}

export function redisMeter({ redis, usage, now, addresses: maxAddresses = MAX_ADDRESSES }: MeterOptions): Meter {
  redis.defineCommand('takeQuota', { lua: SCRIPT });
  const { takeQuota } = redis as unknown as { takeQuota: Script };
  const decide = async (requests: readonly QuotaRequest[], at: EpochMs): Promise<Decided[]> => {
    const keys = new ScriptKeys(dayOf(at));
    const batch = {
      day: dayOf(at),
      minute: minuteOf(at),
      maxAddresses,
      // Until the end of tomorrow, so that a clock set back by a day resets no quota.
      keepMs: (dayOf(at) + 2) * DAY - at,
      requests: requests.map((request) => keys.requestOf(request)),
    };
    const values = await takeQuota.call(redis, keys.names.length, ...keys.names, JSON.stringify(batch));
    return requests.map((request, index) => keys.decisionOf(request, values.slice(7 * index, 7 * index + 7), at));
  };
  return {
    async take(requests) {
      if (requests.length === 0) return [];
      const at = now();
      const decided = await decide(requests, at);
      try {
        await usage.record(usesOf(requests, decided), at);
      } catch (error) {
        await decide(refundsOf(requests, decided), at);
        throw error;
      }
      return decided.map(({ decision }) => decision);
    },
    async usedBy(account) {
      const at = now();
      const [stored, uses] = await Promise.all([
        redis.get(windowKey(accountWindow(account))),
        usage.of(account, dayOf(at)),
      ]);
      return { counts: countsAt(countsFrom(stored), at), uses };
    },
  };
}

function usesOf(requests: readonly QuotaRequest[], decided: readonly Decided[]): KeyUse[] {
  const uses = new KeyUses();
  for (const [index, { key }] of requests.entries()) if (key) uses.add(key, decided[index]!.change);
  return uses.all();
}

/** Requests that undo the counts of others. */
const refundsOf = (requests: readonly QuotaRequest[], decided: readonly Decided[]): QuotaRequest[] =>
  requests.flatMap((request, index) => {
    const { decision, change } = decided[index]!;
    return change === 1 ? [{ ...request, operation: { refund: decision.window } }] : [];
  });

/** The keys of a batch, and its requests and decisions in the form of the script. */
class ScriptKeys {
  readonly names: string[];
  readonly #indexes = new Map<string, number>();

  constructor(day: number) {
    this.names = [addressesKey(day)];
  }

  requestOf({ own, wider, shared = [], operation }: QuotaRequest): ScriptRequest {
    const windows = (wider ? [own, wider] : [own]).map((window) => this.#windowOf(window));
    const common = { windows, shared: shared.map((window) => this.#windowOf(window)) };
    if (typeof operation === 'string') return { ...common, operation };
    return { ...common, operation: 'refund', window: [operation.refund.day, operation.refund.minute] };
  }

  decisionOf({ own, wider, shared = [] }: QuotaRequest, values: number[], at: EpochMs): Decided {
    const [reported, day, dayCount, minute, minuteCount, reached, change] = values as [number, ...number[]];
    const counts = { day, dayCount, minute, minuteCount } as WindowCounts;
    const window = [own, wider, ...shared].find((one) => one && this.#indexes.get(one.name) === reported)!;
    return {
      change: change!,
      decision: {
        ...quotaStatusOf(counts, window.limits, at),
        window: { day: counts.day, minute: counts.minute },
        refused: reached === 0 ? undefined : reached === 1 ? 'daily' : 'burst',
      },
    };
  }

  #windowOf({ name, limits }: Window): ScriptWindow {
    const index = this.#indexes.getOrInsertComputed(name, () => this.names.push(windowKey(name)));
    return [index, limits.daily ?? -1, limits.burst ?? -1];
  }
}
