import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import type { QuotaRequest } from '../../../../gateway/access/quota/meter.ts';
import type { QuotaLimits } from '../../../../gateway/access/quota/windows.ts';
import { dayOf, minuteOf } from '../../../../gateway/access/quota/windows.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { countsOf, testMetering, UNLIMITED } from '../../../support/metering.ts';
import fc from '../../../support/property.ts';

const NOON = Date.UTC(2026, 6, 1, 12);
const MIDNIGHT = Date.UTC(2026, 6, 2);

function metered() {
  const clock = { now: NOON };
  const statements: string[] = [];
  const metering = testMetering({ now: () => clock.now, onStatement: (text) => void statements.push(text) });
  const commits = (): number => statements.filter((text) => text === 'COMMIT').length;
  const writes = (): string[] => statements.filter((text) => /^(INSERT|UPDATE|DELETE)/.test(text));
  return { ...metering, metering, clock, statements, commits, writes };
}

const countRequest = (name: string, bounds: QuotaLimits = { daily: 5, burst: 3 }): QuotaRequest => ({
  own: { name, limits: bounds },
  operation: 'count',
});

async function refusalsOf(
  { meter }: { meter: { take: (batch: QuotaRequest[]) => Promise<{ refused: unknown }[]> } },
  times: number,
) {
  return (await meter.take(Array.from({ length: times }, () => countRequest('x')))).map(({ refused }) => refused);
}

test('a batch is one transaction with one write per caller, however many requests it has', async () => {
  const { meter, commits, writes, metering } = metered();
  const unbounded = { daily: null, burst: null };
  await meter.take([]);
  const before = [commits(), writes().length] as const;
  const batch = Array.from({ length: 500 }, (_, number) => countRequest(`caller ${number % 4}`, unbounded));
  const decisions = await meter.take(batch);
  assert.equal(decisions.length, 500);
  assert.equal(commits() - before[0], 1);
  assert.equal(writes().length - before[1], 4);
  assert.equal(countsOf(metering, 'caller 0')!.day_count, 125);
});

test('the burst limit resets with the UTC minute, the daily limit with the UTC day', async () => {
  const metering = metered();
  const { clock } = metering;
  clock.now = NOON + MINUTE - 1;
  assert.deepEqual(await refusalsOf(metering, 4), [undefined, undefined, undefined, 'burst']);
  clock.now = NOON + MINUTE;
  assert.deepEqual(await refusalsOf(metering, 3), [undefined, undefined, 'daily']);
  clock.now = MIDNIGHT - 1;
  assert.deepEqual(await refusalsOf(metering, 1), ['daily']);
  clock.now = MIDNIGHT;
  assert.deepEqual(await refusalsOf(metering, 4), [undefined, undefined, undefined, 'burst']);
});

test('windows never move back: a clock that jumps a day back and forth resets no quota', async () => {
  const metering = metered();
  const { clock, meter } = metering;
  const daily = { daily: 5, burst: null };
  const count = async (name: string, times: number) =>
    (await meter.take(Array.from({ length: times }, () => countRequest(name, daily)))).filter(({ refused }) => !refused)
      .length;
  assert.equal(await count('x', 9), 5);
  assert.equal(await count('absent', 9), 5);
  for (const jump of [-1, 1, -1, 1, -2, 2].map((days) => days * DAY)) {
    clock.now += jump;
    await count('new', 1);
    if (clock.now <= NOON) assert.equal(await count('x', 9), 0, `${jump}`);
  }
  clock.now = NOON + DAY;
  assert.equal(await count('x', 9), 5, 'a new day is a new day');
  clock.now = NOON;
  // Also for callers without a request while the clock was ahead.
  assert.deepEqual([await count('x', 9), await count('absent', 9)], [0, 0]);
  assert.deepEqual(
    (await meter.take([countRequest('x', { daily: 5, burst: 3 })])).map(({ refused, daily }) => [
      refused,
      daily!.resetsAt,
    ]),
    [['daily', MIDNIGHT + DAY]],
  );
});

test('a started minute continues when the clock is set back, and refunds apply to it', async () => {
  const metering = metered();
  const { meter, clock } = metering;
  await refusalsOf(metering, 2);
  clock.now = NOON - 1000;
  const [third, fourth] = await meter.take([countRequest('x'), countRequest('x')]);
  assert.deepEqual([third!.refused, fourth!.refused], [undefined, 'burst']);
  await meter.take([{ ...countRequest('x'), operation: { refund: third!.window } }]);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 2, minute_count: 2 });
});

test('remaining quota and reset time', async () => {
  const { meter, clock } = metered();
  clock.now = NOON + 1234;
  const [first] = await meter.take([countRequest('x')]);
  assert.deepEqual(first, {
    at: NOON + 1234,
    window: { day: dayOf(NOON), minute: minuteOf(NOON) },
    daily: { limit: 5, remaining: 4, resetsAt: MIDNIGHT },
    burst: { limit: 3, remaining: 2, resetsAt: NOON + MINUTE },
    refused: undefined,
  });
  const [free] = await meter.take([countRequest('y', { daily: null, burst: null })]);
  assert.deepEqual([free!.daily, free!.burst], [undefined, undefined]);
});

test('a peek writes nothing; a refund applies to its own windows only', async () => {
  const metering = metered();
  const { meter, clock, writes } = metering;
  await refusalsOf(metering, 3);
  const before = writes().length;
  const [peeked] = await meter.take([{ ...countRequest('x'), operation: 'peek' }]);
  assert.deepEqual([peeked!.daily!.remaining, peeked!.burst!.remaining], [2, 0]);
  assert.equal(writes().length, before);
  const refund = (at: number) =>
    meter.take([{ ...countRequest('x'), operation: { refund: { day: dayOf(at), minute: minuteOf(at) } } }]);
  await refund(NOON);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 2, minute_count: 2 });
  clock.now = NOON + MINUTE;
  await refund(NOON);
  assert.equal(countsOf(metering.metering, 'x')!.day_count, 1);
  await refusalsOf(metering, 1);
  clock.now = MIDNIGHT;
  await refund(NOON);
  await refusalsOf(metering, 1);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 1, minute_count: 1 });
  for (let times = 0; times < 3; times += 1) await refund(MIDNIGHT);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 0, minute_count: 0 });
});

/** The oracle: keeps every counted time and counts anew for each decision. */
function naive() {
  const counted: { caller: string; at: number }[] = [];
  return (caller: string, at: number, { daily, burst }: QuotaLimits) => {
    const within = (span: number): number =>
      counted.filter((one) => one.caller === caller && Math.floor(one.at / span) === Math.floor(at / span)).length;
    const refused = within(DAY) >= daily! ? 'daily' : within(MINUTE) >= burst! ? 'burst' : undefined;
    if (refused === undefined) counted.push({ caller, at });
    return refused;
  };
}

test('any sequence of batches decides like a naive count of all requests', async () => {
  const step = fc.record({
    forward: fc.constantFrom(0, 1, 20_000, MINUTE - 1, MINUTE, 3 * 3_600_000, DAY),
    callers: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { meter, clock, db } = metered();
      const decide = naive();
      for (const { forward, callers } of steps) {
        clock.now += forward;
        const decisions = await meter.take(callers.map((caller) => countRequest(caller)));
        const expected = callers.map((caller) => decide(caller, clock.now, { daily: 5, burst: 3 }));
        assert.deepEqual(
          decisions.map(({ refused }) => refused),
          expected,
        );
      }
      db.close();
    }),
    { numRuns: 60 },
  );
});

test('counts of past days are deleted, a few with each batch', async () => {
  const { meter, clock, db } = metered();
  const unbounded = { daily: null, burst: null };
  const callers = Array.from({ length: 2200 }, (_, number) => countRequest(`address:${number}`, unbounded));
  await meter.take(callers);
  clock.now = MIDNIGHT + DAY;
  const rows = (): number => db.prepare<[], number>('SELECT count(*) FROM meter_windows').pluck().get()!;
  const counts: number[] = [];
  for (let batches = 0; batches < 6; batches += 1) {
    await meter.take([countRequest('new', unbounded)]);
    counts.push(rows());
  }
  assert.ok(counts[0]! >= 1600 && counts[0]! < 2200, String(counts));
  assert.equal(counts.at(-1), 1);
});

test('through the gateway: one commit for all requests of one event-loop turn', async () => {
  const { metering, commits } = metered();
  const { get, from } = testGateway(syntheticDataset({ count: 200 }).files, {
    metering: { ...metering, limits: UNLIMITED },
  });
  const { key } = await metering.keys.issue('a', 'x');
  // Files are read and answers put together once, so that all that follows happens in one turn.
  for (const path of ['/api.php?limit=2', '/api.php?limit=x']) await get(path);
  const request = async (number: number): Promise<number> => {
    if (number % 3 === 0) return (await get('/api.php?limit=2', { Authorization: `Bearer ${key}` })).status;
    return (await from(`192.0.2.${number % 7}`, number % 3 === 1 ? '/api.php?limit=2' : '/api.php?limit=x')).status;
  };
  for (const requests of [1, 64, 1000]) {
    const before = commits();
    const statuses = await Promise.all(Array.from({ length: requests }, (_, number) => request(number)));
    assert.equal(statuses.filter((status) => status === 200 || status === 400).length, requests);
    assert.equal(commits() - before, 1, `${requests} requests`);
  }
});
