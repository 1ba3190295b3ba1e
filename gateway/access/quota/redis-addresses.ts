/** The counts of addresses in Redis or Valkey: a hash for each day and for each minute. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { DAY, MINUTE } from '#core/time.ts';
import type { AddressStore } from './address-store.ts';
import { addressDayKey, addressMinuteKey } from './redis-windows.ts';
import { dayOf, minuteOf } from './windows.ts';

const SCRIPT = readFileSync(join(import.meta.dirname, 'addresses.lua'), 'utf8');

type Script = (keys: number, ...keysAndArguments: (string | number)[]) => Promise<number[]>;

/** Fields of one step of HSCAN, about. */
const PAGE = 5000;

export function redisAddresses(redis: Redis): AddressStore {
  redis.defineCommand('addAddresses', { lua: SCRIPT });
  const { addAddresses } = redis as unknown as { addAddresses: Script };
  return {
    async *windows(at) {
      const [day, minute] = [dayOf(at), minuteOf(at)];
      const ofMinute = new Map(Object.entries(await redis.hgetall(addressMinuteKey(minute))));
      for (let [cursor, isLast] = ['0', false]; !isLast;) {
        const [next, fields] = await redis.hscan(addressDayKey(day), cursor, 'COUNT', PAGE);
        const counts = new Map<string, number>();
        for (let field = 0; field < fields.length; field += 2) counts.set(fields[field]!, Number(fields[field + 1]));
        yield Array.from(counts, ([block, dayCount]) => ({
          ...{ block, day, dayCount },
          ...{ minute, minuteCount: Number(ofMinute.get(block) ?? 0) },
        }));
        isLast = next === '0';
        cursor = next;
      }
    },
    async add(changes, at) {
      const lifetimes = new Map<string, number>();
      const numbers = new Map<string, number>();
      /** Until the end of the following day or minute. */
      const numberOf = (key: string, end: number): number =>
        numbers.getOrInsertComputed(key, () => lifetimes.set(key, Math.max(1, end - at)).size);
      const parts = changes.flatMap(({ window, day, dayCount, minute, minuteCount }) => [
        window.block,
        ...[numberOf(addressDayKey(day), (day + 2) * DAY), dayCount],
        ...[numberOf(addressMinuteKey(minute), (minute + 2) * MINUTE), minuteCount],
      ]);
      const keys = [...lifetimes.keys()];
      const totals = await addAddresses.call(redis, keys.length, ...keys, ...lifetimes.values(), ...parts);
      return changes.map(({ day, minute }, index) => ({
        ...{ day, dayCount: totals[2 * index]! },
        ...{ minute, minuteCount: totals[2 * index + 1]! },
      }));
    },
  };
}
