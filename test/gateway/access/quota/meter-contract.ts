/** What a meter does on every engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import { addressWindows } from '../../../../gateway/access/quota/blocks.ts';
import type { Decision, Meter, QuotaRequest } from '../../../../gateway/access/quota/meter.ts';
import { dayOf, minuteOf, type QuotaLimits } from '../../../../gateway/access/quota/windows.ts';
import fc from '../../../support/property.ts';
import { naiveMeter } from './naive-meter.ts';

export interface MeterOptions {
  now: () => EpochMs;
  /** Address windows per day. */
  addresses?: number;
}

/** @returns a meter without counts; with `again`, another gateway's on the counts of the one before */
export type OpenMeter = (options: MeterOptions, again?: 'again') => Promise<Meter> | Meter;

export const NOON = Date.UTC(2026, 6, 1, 12);
export const MIDNIGHT = Date.UTC(2026, 6, 2);
const HUGE = { daily: 1e9, burst: 1e9 };
const FREE = { daily: 5, burst: 3, exportRows: 50, webhooks: 1 };

export const countRequest = (name: string, limits: QuotaLimits = { daily: 5, burst: 3 }): QuotaRequest => ({
  own: { name, limits },
  operation: 'count',
});

const countFrom = (block: string): QuotaRequest => ({ ...addressWindows(block, FREE), operation: 'count' });

const refused = (decisions: readonly Decision[]) => decisions.map((decision) => decision.refused);

async function metered(open: OpenMeter, addresses?: number) {
  const clock = { now: NOON };
  const options = { now: () => clock.now, ...(addresses === undefined ? {} : { addresses }) };
  const meter = await open(options);
  const times = (count: number, name = 'x', limits?: QuotaLimits) =>
    meter.take(Array.from({ length: count }, () => countRequest(name, limits)));
  /** Counts of a window, today and in this minute. */
  const countsOf = async (name: string): Promise<[day: number, minute: number]> => {
    const [{ daily, burst }] = (await meter.take([{ own: { name, limits: HUGE }, operation: 'peek' }])) as [Decision];
    return [1e9 - daily!.remaining, 1e9 - burst!.remaining];
  };
  return { meter, clock, times, countsOf, another: () => open(options, 'again') };
}

/** @param name of the engine @param runs of the property */
export function meterContract(name: string, open: OpenMeter, { skip = false as string | false, runs = 30 } = {}): void {
  const check = (what: string, work: () => Promise<void>): void => void test(`${name}: ${what}`, { skip }, work);
  windowContract(check, open);
  blockContract(check, open);
  usageContract(check, open);

  check('any sequence of batches decides like a naive count of all requests', async () => {
    const step = fc.record({
      forward: fc.constantFrom(0, 1, 20_000, MINUTE - 1, MINUTE, 3 * 3_600_000, DAY),
      callers: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { meter, clock } = await metered(open);
        const decide = naiveMeter();
        for (const { forward, callers } of steps) {
          clock.now += forward;
          const expected = callers.map((caller) => decide(caller, clock.now, { daily: 5, burst: 3 }));
          const decisions = await meter.take(callers.map((caller) => countRequest(caller)));
          assert.deepEqual(refused(decisions), expected);
        }
      }),
      { numRuns: runs },
    );
  });
}

type Check = (what: string, work: () => Promise<void>) => void;

function windowContract(check: Check, open: OpenMeter): void {
  check('the burst limit resets with the UTC minute, the daily limit with the UTC day', async () => {
    const { clock, times } = await metered(open);
    clock.now = NOON + MINUTE - 1;
    assert.deepEqual(refused(await times(4)), [undefined, undefined, undefined, 'burst']);
    clock.now = NOON + MINUTE;
    assert.deepEqual(refused(await times(3)), [undefined, undefined, 'daily']);
    clock.now = MIDNIGHT - 1;
    assert.deepEqual(refused(await times(1)), ['daily']);
    clock.now = MIDNIGHT;
    assert.deepEqual(refused(await times(4)), [undefined, undefined, undefined, 'burst']);
  });

  check('windows never move back: a clock that jumps a day back and forth resets no quota', async () => {
    const { clock, times } = await metered(open);
    const daily = { daily: 5, burst: null };
    const allowed = async (name: string, count: number): Promise<number> =>
      refused(await times(count, name, daily)).filter((policy) => policy === undefined).length;
    assert.equal(await allowed('x', 9), 5);
    assert.equal(await allowed('absent', 9), 5);
    for (const jump of [-1, 1, -1, 1, -2, 2].map((days) => days * DAY)) {
      clock.now += jump;
      await allowed('new', 1);
      if (clock.now <= NOON) assert.equal(await allowed('x', 9), 0, `${jump}`);
    }
    clock.now = NOON + DAY;
    assert.equal(await allowed('x', 9), 5, 'a new day is a new day');
    clock.now = NOON;
    // Also for callers without a request while the clock was ahead.
    assert.deepEqual([await allowed('x', 9), await allowed('absent', 9)], [0, 0]);
    const [decision] = await times(1, 'x', { daily: 5, burst: 3 });
    assert.deepEqual([decision!.refused, decision!.daily!.resetsAt], ['daily', MIDNIGHT + DAY]);
  });

  check('a started minute continues when the clock is set back, and refunds apply to it', async () => {
    const { meter, clock, times, countsOf } = await metered(open);
    await times(2);
    clock.now = NOON - 1000;
    const [third, fourth] = await times(2);
    assert.deepEqual([third!.refused, fourth!.refused], [undefined, 'burst']);
    await meter.take([{ ...countRequest('x'), operation: { refund: third!.window } }]);
    assert.deepEqual(await countsOf('x'), [2, 2]);
  });

  check('remaining quota and reset time', async () => {
    const { clock, times } = await metered(open);
    clock.now = NOON + 1234;
    assert.deepEqual((await times(1))[0], {
      at: NOON + 1234,
      window: { day: dayOf(NOON), minute: minuteOf(NOON) },
      daily: { limit: 5, remaining: 4, resetsAt: MIDNIGHT },
      burst: { limit: 3, remaining: 2, resetsAt: NOON + MINUTE },
      refused: undefined,
    });
    const [free] = await times(1, 'y', { daily: null, burst: null });
    assert.deepEqual([free!.daily, free!.burst], [undefined, undefined]);
  });

  check('a peek counts nothing; a refund applies to its own windows only', async () => {
    const { meter, clock, times, countsOf } = await metered(open);
    const refund = (at: number) =>
      meter.take([{ ...countRequest('x'), operation: { refund: { day: dayOf(at), minute: minuteOf(at) } } }]);
    await times(3);
    const [peeked] = await meter.take([{ ...countRequest('x'), operation: 'peek' }]);
    assert.deepEqual([peeked!.refused, peeked!.daily!.remaining, peeked!.burst!.remaining], [undefined, 2, 0]);
    await refund(NOON);
    assert.deepEqual(await countsOf('x'), [2, 2]);
    clock.now = NOON + MINUTE;
    await refund(NOON);
    assert.deepEqual(await countsOf('x'), [1, 0]);
    await times(1);
    clock.now = MIDNIGHT;
    await refund(NOON);
    await times(1);
    assert.deepEqual(await countsOf('x'), [1, 1]);
    for (let round = 0; round < 3; round += 1) await refund(MIDNIGHT);
    assert.deepEqual(await countsOf('x'), [0, 0]);
  });
}

function blockContract(check: Check, open: OpenMeter): void {
  const outcomeOf = ({ refused: policy, daily }: Decision) => [policy, daily!.limit];
  check('IPv6: a /48 block has a hundred times the quota of a /64', async () => {
    const { meter, countsOf } = await metered(open);
    const block = (number: number): string => `2001:db8:1:${number.toString(16)}::/64`;
    const first = await meter.take(Array.from({ length: 300 }, (_, number) => countFrom(block(number))));
    assert.ok(first.every((decision) => decision.refused === undefined));
    const next = await meter.take([countFrom(block(1000)), countFrom('2001:db8:2:0::/64'), countFrom('192.0.2.1')]);
    assert.deepEqual(next.map(outcomeOf), [
      ['burst', 500],
      [undefined, 5],
      [undefined, 5],
    ]);
    assert.deepEqual(await countsOf('address:2001:db8:1::/48'), [300, 300]);
    assert.deepEqual(await countsOf(`address:${block(1000)}`), [0, 0], 'who is refused is not counted');
    // A caller over its own limit gets that one reported.
    const own = await meter.take(Array.from({ length: 5 }, () => countFrom('2001:db8:2:0::/64')));
    assert.deepEqual(outcomeOf(own.at(-1)!), ['burst', 5]);
    const [, back] = await meter.take([countFrom('2001:db8:3:0::/64'), countFrom('2001:db8:3:0::/64')]);
    await meter.take([{ ...countFrom('2001:db8:3:0::/64'), operation: { refund: back!.window } }]);
    for (const one of ['2001:db8:3:0::/64', '2001:db8:3::/48'])
      assert.deepEqual(await countsOf(`address:${one}`), [1, 1], one);
  });

  check('beyond the maximum of addresses a day new ones share the windows of their block, then one', async () => {
    const { meter, clock, countsOf, another } = await metered(open, 10);
    const address = (number: number): string => `198.${number}.0.1`;
    const range = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, number) => countFrom(address(from + number)));
    await meter.take(range(0, 10));
    await meter.take(range(10, 20));
    assert.deepEqual(await countsOf('address:198.12.0.1'), [0, 0]);
    assert.deepEqual(await countsOf('address:198.12.0.0/16'), [1, 1]);
    // Neighbours share one window; an existing one is kept.
    await meter.take(Array.from({ length: 200 }, (_, number) => countFrom(`198.12.${number}.9`)));
    const [known, neighbour] = await meter.take([countFrom(address(3)), countFrom('198.12.7.7')]);
    assert.deepEqual([known!.daily!.remaining, neighbour!.daily!.remaining], [3, 500 - 202]);
    // Another gateway knows of them.
    for (const one of [meter, await another()]) await one.take([...range(20, 120), countFrom('2001:db8:9:9::/64')]);
    assert.deepEqual(await countsOf('address:others'), [202, 202]);
    const [peeked] = await meter.take([{ ...countFrom(address(50)), operation: 'peek' }]);
    assert.equal(peeked!.daily!.remaining, 500 - 202);
    clock.now = MIDNIGHT;
    await meter.take(range(100, 105));
    assert.deepEqual(await countsOf(`address:${address(104)}`), [1, 1]);
  });
}

function usageContract(check: Check, open: OpenMeter): void {
  check('uses of keys by day and endpoint, without what was refused, refunded or older than 30 days', async () => {
    const { meter, clock } = await metered(open);
    const use = (endpoint: string, keyId: string): QuotaRequest => ({
      ...countRequest('account:a', { daily: 7, burst: null }),
      key: { account: 'a', keyId, endpoint },
    });
    clock.now = NOON - 30 * DAY;
    await meter.take([use('/rss', 'one')]);
    clock.now = NOON - 29 * DAY;
    await meter.take([use('/rss', 'one')]);
    clock.now = NOON;
    const batch = [use('/rss', 'one'), use('/rss', 'two'), use('/rss', 'two'), use('/api.php', 'two')];
    const [first] = await meter.take([...batch, ...batch]);
    await meter.take([{ ...use('/rss', 'one'), operation: { refund: first!.window } }]);
    await meter.take([{ ...use('/rss', 'three'), operation: 'peek' }]);
    const { counts, uses } = await meter.usedBy('a');
    assert.deepEqual([counts.day, counts.dayCount], [dayOf(NOON), 6]);
    const [day, earlier] = [dayOf(NOON), dayOf(NOON) - 29];
    assert.deepEqual(uses, [
      { day, endpoint: '/api.php', keyId: 'two', count: 1 },
      { day, endpoint: '/rss', keyId: 'one', count: 1 },
      { day, endpoint: '/rss', keyId: 'two', count: 4 },
      { day: earlier, endpoint: '/rss', keyId: 'one', count: 1 },
    ]);
    assert.deepEqual(await meter.usedBy('b'), { counts: { ...counts, dayCount: 0, minuteCount: 0 }, uses: [] });
    assert.deepEqual(await meter.take([]), []);
  });

  check('meters that count at the same time share one allowance', async () => {
    const { meter, another } = await metered(open);
    const meters = [meter, await another(), await another()];
    const take = (one: Meter) =>
      one.take(Array.from({ length: 20 }, () => countRequest('x', { daily: 70, burst: null })));
    const decisions = await Promise.all([...meters, ...meters].map(take));
    assert.equal(refused(decisions.flat()).filter((policy) => policy === undefined).length, 70);
  });
}
