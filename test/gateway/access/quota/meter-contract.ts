/** What a meter of accounts does on every engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import type { Decision, Meter, QuotaRequest } from '../../../../gateway/access/quota/meter.ts';
import { dayOf, minuteOf, type QuotaLimits } from '../../../../gateway/access/quota/windows.ts';
import fc from '../../../support/property.ts';
import { naiveMeter } from './naive-meter.ts';

export interface MeterOptions {
  now: () => EpochMs;
}

/** @returns a meter without counts; with `again`, another gateway's on the counts of the one before */
export type OpenMeter = (options: MeterOptions, again?: 'again') => Promise<Meter> | Meter;

export const NOON = Date.UTC(2026, 6, 1, 12);
export const MIDNIGHT = Date.UTC(2026, 6, 2);

export const countRequest = (account: string, limits: QuotaLimits = { daily: 5, burst: 3 }): QuotaRequest => ({
  key: { account, keyId: 'key', endpoint: '/rss' },
  limits,
  operation: 'count',
});

const refused = (decisions: readonly Decision[]) => decisions.map((decision) => decision.refused);

async function metered(open: OpenMeter) {
  const clock = { now: NOON };
  const options = { now: () => clock.now };
  const meter = await open(options);
  const times = (count: number, name = 'x', limits?: QuotaLimits) =>
    meter.take(Array.from({ length: count }, () => countRequest(name, limits)));
  /** Counts of an account, today and in this minute. */
  const countsOf = async (name: string): Promise<[day: number, minute: number]> => {
    const { counts } = await meter.usedBy(name);
    return [counts.dayCount, counts.minuteCount];
  };
  return { meter, clock, times, countsOf, another: () => open(options, 'again') };
}

/** @param name of the engine @param runs of the property */
export function meterContract(name: string, open: OpenMeter, { skip = false as string | false, runs = 30 } = {}): void {
  const check = (what: string, work: () => Promise<void>): void => void test(`${name}: ${what}`, { skip }, work);
  windowContract(check, open);
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

function usageContract(check: Check, open: OpenMeter): void {
  check('uses of keys by day and endpoint, without what was refused, refunded or older than 30 days', async () => {
    const { meter, clock } = await metered(open);
    const use = (endpoint: string, keyId: string): QuotaRequest => ({
      ...countRequest('a', { daily: 7, burst: null }),
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
