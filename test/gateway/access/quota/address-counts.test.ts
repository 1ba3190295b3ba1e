import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { AddressCounts, type CountedAddress } from '../../../../gateway/access/quota/address-counts.ts';
import type { QuotaLimits } from '../../../../gateway/access/quota/windows.ts';
import fc from '../../../support/property.ts';
import { MIDNIGHT, NOON } from './meter-contract.ts';
import { naiveMeter } from './naive-meter.ts';

const FREE = { daily: 5, burst: 3 };

function counting(limits: QuotaLimits = FREE, most?: number) {
  const clock = { now: NOON };
  const counts = new AddressCounts(limits, most);
  const count = (address: string) => counts.count(address, clock.now);
  const times = (number: number, address = '192.0.2.1') => Array.from({ length: number }, () => count(address).refused);
  const refund = (decision: ReturnType<typeof count>): void => counts.refund(decision as CountedAddress);
  /** Counts that would be stored, by block. */
  const stored = (): Record<string, [day: number, minute: number]> =>
    Object.fromEntries(
      counts.takeChanges(Infinity).map((change) => [change.window.block, [change.dayCount, change.minuteCount]]),
    );
  return { counts, clock, count, times, refund, stored };
}

test('the limit of a minute ends with the UTC minute, that of a day with the UTC day', () => {
  const { clock, times } = counting();
  clock.now = NOON + MINUTE - 1;
  assert.deepEqual(times(4), [undefined, undefined, undefined, 'burst']);
  clock.now = NOON + MINUTE;
  assert.deepEqual(times(3), [undefined, undefined, 'daily']);
  clock.now = MIDNIGHT - 1;
  assert.deepEqual(times(1), ['daily']);
  clock.now = MIDNIGHT;
  assert.deepEqual(times(4), [undefined, undefined, undefined, 'burst']);
});

test('a refusal says what is left of which limit, and until when', () => {
  const { clock, count, times } = counting();
  clock.now = NOON + 1234;
  times(3);
  const daily = { limit: 5, remaining: 2, resetsAt: MIDNIGHT };
  const burst = { limit: 3, remaining: 0, resetsAt: NOON + MINUTE };
  assert.deepEqual(count('192.0.2.1'), { at: NOON + 1234, daily, burst, refused: 'burst' });
});

test('windows never move back: a clock that jumps a day back and forth resets no quota', () => {
  const { clock, count, times } = counting({ daily: 5, burst: null });
  const allowed = (address: string): number => times(9, address).filter((policy) => policy === undefined).length;
  assert.deepEqual([allowed('x'), allowed('absent')], [5, 5]);
  for (const jump of [-1, 1, -1, 1, -2, 2].map((days) => days * DAY)) {
    clock.now += jump;
    allowed('new');
    if (clock.now <= NOON) assert.equal(allowed('x'), 0, `${jump}`);
  }
  clock.now = NOON + DAY;
  assert.equal(allowed('x'), 5, 'a new day is a new day');
  clock.now = NOON;
  // Also for callers without a request while the clock was ahead.
  assert.deepEqual([allowed('x'), allowed('absent')], [0, 0]);
  const refusal = count('x');
  assert.ok(refusal.refused === 'daily');
  assert.equal(refusal.daily!.resetsAt, MIDNIGHT + DAY);
});

test('a refund applies to its own windows only', () => {
  const { clock, count, times, refund, stored } = counting();
  const [first, second] = [count('x'), count('x')];
  times(1, 'x');
  clock.now = NOON - 1000;
  refund(first);
  assert.deepEqual(times(2, 'x'), [undefined, 'burst'], 'a started minute continues');
  clock.now = NOON + MINUTE;
  times(1, 'x');
  refund(second);
  assert.deepEqual(stored(), { x: [3, 1] });
  clock.now = MIDNIGHT;
  times(1, 'x');
  refund(second);
  assert.deepEqual(stored(), { x: [1, 1] });
});

test('IPv6: a /48 block has a hundred times the quota of a /64', () => {
  const { count, refund, stored } = counting();
  const block = (number: number): string => `2001:db8:1:${number.toString(16)}::/64`;
  for (let number = 0; number < 300; number += 1) assert.equal(count(block(number)).refused, undefined);
  const refusal = count(block(1000));
  assert.ok(refusal.refused === 'burst');
  assert.equal(refusal.daily!.limit, 500);
  // A caller over its own limit gets that one reported.
  const own = Array.from({ length: 4 }, () => count('2001:db8:2:0::/64')).at(-1)!;
  assert.ok(own.refused === 'burst');
  assert.equal(own.daily!.limit, 5);
  refund(count('2001:db8:3:0::/64'));
  const counts = stored();
  assert.deepEqual(counts['2001:db8:1::/48'], [300, 300]);
  assert.equal(counts[block(1000)], undefined, 'who is refused is not counted');
  assert.deepEqual([counts['2001:db8:3:0::/64'], counts['2001:db8:3::/48']], [[0, 0], [0, 0]]); // prettier-ignore
});

test('beyond the maximum of addresses a day new ones share the windows of their range, then one', () => {
  const { counts, clock, count, stored } = counting(FREE, 10);
  const address = (number: number): string => `198.${number}.0.1`;
  const range = (from: number, to: number): void => {
    for (let number = from; number < to; number += 1) count(address(number));
  };
  range(0, 20);
  for (let number = 0; number < 200; number += 1) count(`198.12.${number}.9`);
  count(address(3));
  range(20, 120);
  count('2001:db8:9:9::/64');
  const written = stored();
  assert.deepEqual(written['198.12.0.0/16'], [201, 201]);
  assert.deepEqual(written[address(3)], [2, 2], 'an address of before keeps its own');
  assert.deepEqual(written['others'], [101, 101]);
  assert.equal(written[address(12)], undefined);
  assert.equal(counts.size, 10 + 10 + 1);
  clock.now = MIDNIGHT;
  range(100, 105);
  assert.deepEqual(stored()[address(104)], [1, 1]);
});

test('a million addresses: memory is bounded, and nobody else begins anew', () => {
  const { counts, clock, count, times } = counting({ daily: 5, burst: null });
  assert.deepEqual(times(5), Array(5).fill(undefined));
  const block = (number: number): string =>
    `2001:db8:${(number >> 8).toString(16)}:${(number & 255).toString(16)}::/64`;
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 1_000_000; number += 1) count(block(number));
  assert.ok(counts.size <= 150_001, `${counts.size} windows`);
  assert.ok(counts.changed <= counts.size, `${counts.changed} to be stored`);
  clock.now = MIDNIGHT;
  for (let number = 0; number < 1_000_000; number += 1) count(block(number));
  assert.ok(counts.size <= 2 * 150_001, `${counts.size} windows of two days`);
  const bytes = (process.memoryUsage().heapUsed - before) / counts.size;
  assert.ok(bytes < 1000, `${bytes} bytes a window, with what is not collected yet`);
  clock.now = NOON;
  assert.deepEqual(times(1), ['daily']);
});

test('an address whose counts are taken back again and again has one window', () => {
  const { count, refund, counts, stored } = counting(FREE, 3);
  for (let number = 0; number < 100; number += 1) refund(count('192.0.2.1'));
  for (const other of ['a', 'b']) count(other);
  assert.deepEqual([counts.size, Object.keys(stored())], [3, ['192.0.2.1', 'a', 'b']]);
});

test('any sequence of requests decides like a naive count of all', () => {
  const step = fc.record({
    forward: fc.constantFrom(0, 1, 20_000, MINUTE - 1, MINUTE, 3 * 3_600_000, DAY),
    callers: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { counts, clock, count } = counting();
      const decide = naiveMeter();
      for (const { forward, callers } of steps) {
        clock.now += forward;
        for (const caller of callers) assert.equal(count(caller).refused, decide(caller, clock.now, FREE));
        // What is stored changes no decision.
        for (const change of counts.takeChanges(2)) counts.restore(change);
      }
    }),
  );
});
