/** The meter in Redis or Valkey: windows by one script per batch, uses of keys in the database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { DAY, type EpochMs } from '#core/time.ts';
import { KeyUses } from './batch.ts';
import type { Decision, KeyUse, Meter, QuotaRequest, UsageLog } from './meter.ts';
import { countsFrom, windowKey } from './redis-windows.ts';
import { countsAt, dayOf, minuteOf, quotaStatusOf, accountWindow } from './windows.ts';

interface MeterOptions {
  redis: Redis;
  usage: UsageLog;
  now: () => EpochMs;
}

const SCRIPT = readFileSync(join(import.meta.dirname, 'windows.lua'), 'utf8');

type ScriptRequest = {
  /** Index of the window. */
  key: number;
  /** -1 for no limit. */
  limits: [daily: number, burst: number];
} & ({ operation: 'count' | 'peek' } | { operation: 'refund'; window: [day: number, minute: number] });

type Script = (keys: number, ...keysAndBatch: (string | number)[]) => Promise<number[]>;

interface Decided {
  decision: Decision;
  /** Change of the count: 1, 0 or -1. */
  change: number;
}

export function redisMeter({ redis, usage, now }: MeterOptions): Meter {
  redis.defineCommand('takeQuota', { lua: SCRIPT });
  const { takeQuota } = redis as unknown as { takeQuota: Script };
  const decide = async (requests: readonly QuotaRequest[], at: EpochMs): Promise<Decided[]> => {
    const windows = [...new Set(requests.map(({ key }) => windowKey(accountWindow(key.account))))];
    const indexes = new Map(windows.map((window, index) => [window, index + 1]));
    const batch = {
      day: dayOf(at),
      minute: minuteOf(at),
      // Until the end of tomorrow, so that a clock set back by a day resets no quota.
      keepMs: (dayOf(at) + 2) * DAY - at,
      requests: requests.map((request) =>
        scriptRequest(request, indexes.get(windowKey(accountWindow(request.key.account)))!),
      ),
    };
    const values = await takeQuota.call(redis, windows.length, ...windows, JSON.stringify(batch));
    return requests.map((request, index) => decidedBy(request, values.slice(6 * index, 6 * index + 6), at));
  };
  return {
    async take(requests) {
      if (requests.length === 0) return [];
      const at = now();
      const decided = await decide(requests, at);
      try {
        await usage.record(usesOf(requests, decided), at);
      } catch (error) {
        const refunds = refundsOf(requests, decided);
        if (refunds.length > 0) await decide(refunds, at);
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

function scriptRequest({ limits, operation }: QuotaRequest, key: number): ScriptRequest {
  const common = { key, limits: [limits.daily ?? -1, limits.burst ?? -1] as [number, number] };
  if (typeof operation === 'string') return { ...common, operation };
  return { ...common, operation: 'refund', window: [operation.refund.day, operation.refund.minute] };
}

function decidedBy({ limits }: QuotaRequest, values: number[], at: EpochMs): Decided {
  const [day, dayCount, minute, minuteCount, reached, change] = values as [number, number, number, number, number, number]; // prettier-ignore
  return {
    change,
    decision: {
      ...quotaStatusOf({ day, dayCount, minute, minuteCount }, limits, at),
      window: { day, minute },
      refused: reached === 0 ? undefined : reached === 1 ? 'daily' : 'burst',
    },
  };
}

function usesOf(requests: readonly QuotaRequest[], decided: readonly Decided[]): KeyUse[] {
  const uses = new KeyUses();
  for (const [index, { key }] of requests.entries()) uses.add(key, decided[index]!.change);
  return uses.all();
}

/** Requests that undo the counts of others. */
const refundsOf = (requests: readonly QuotaRequest[], decided: readonly Decided[]): QuotaRequest[] =>
  requests.flatMap((request, index) => {
    const { decision, change } = decided[index]!;
    return change === 1 ? [{ ...request, operation: { refund: decision.window } }] : [];
  });
