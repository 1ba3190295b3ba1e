import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { addressWindows } from '../../../../gateway/access/quota/blocks.ts';
import type { QuotaRequest, Decision } from '../../../../gateway/access/quota/meter.ts';
import type { QuotaLimits } from '../../../../gateway/access/quota/windows.ts';
import { dayOf, minuteOf } from '../../../../gateway/access/quota/windows.ts';
import { sqliteMeter } from '../../../../gateway/access/quota/sqlite-meter.ts';
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

const charge = (name: string, bounds: QuotaLimits = { daily: 5, burst: 3 }): QuotaRequest => ({
  own: { name, limits: bounds },
  operation: 'count',
});

async function taken(
  { meter }: { meter: { take: (batch: QuotaRequest[]) => Promise<{ refused: unknown }[]> } },
  times: number,
) {
  return (await meter.take(Array.from({ length: times }, () => charge('x')))).map(({ refused }) => refused);
}

test('a batch is one transaction with one write a caller, however many charges it holds', async () => {
  const { meter, commits, writes, metering } = metered();
  const unbounded = { daily: null, burst: null };
  await meter.take([]);
  const before = [commits(), writes().length] as const;
  const batch = Array.from({ length: 500 }, (_, number) => charge(`caller ${number % 4}`, unbounded));
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
  assert.deepEqual(await taken(metering, 4), [undefined, undefined, undefined, 'burst']);
  clock.now = NOON + MINUTE;
  assert.deepEqual(await taken(metering, 3), [undefined, undefined, 'daily']);
  clock.now = MIDNIGHT - 1;
  assert.deepEqual(await taken(metering, 1), ['daily']);
  clock.now = MIDNIGHT;
  assert.deepEqual(await taken(metering, 4), [undefined, undefined, undefined, 'burst']);
});

test('windows never go back: a clock that jumps a day back and forth resets no quota', async () => {
  const metering = metered();
  const { clock, meter } = metering;
  const daily = { daily: 5, burst: null };
  const count = async (name: string, times: number) =>
    (await meter.take(Array.from({ length: times }, () => charge(name, daily)))).filter(({ refused }) => !refused)
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
    (await meter.take([charge('x', { daily: 5, burst: 3 })])).map(({ refused, daily }) => [refused, daily!.resetsAt]),
    [['daily', MIDNIGHT + DAY]],
  );
});

test('a minute that has begun goes on when the clock is set back within it, and what is given back is taken from it', async () => {
  const metering = metered();
  const { meter, clock } = metering;
  await taken(metering, 2);
  clock.now = NOON - 1000;
  const [third, fourth] = await meter.take([charge('x'), charge('x')]);
  assert.deepEqual([third!.refused, fourth!.refused], [undefined, 'burst']);
  await meter.take([{ ...charge('x'), operation: { refund: third!.window } }]);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 2, minute_count: 2 });
});

test('remaining quota and reset time', async () => {
  const { meter, clock } = metered();
  clock.now = NOON + 1234;
  const [first] = await meter.take([charge('x')]);
  assert.deepEqual(first, {
    at: NOON + 1234,
    window: { day: dayOf(NOON), minute: minuteOf(NOON) },
    daily: { limit: 5, remaining: 4, resetsAt: MIDNIGHT },
    burst: { limit: 3, remaining: 2, resetsAt: NOON + MINUTE },
    refused: undefined,
  });
  const [free] = await meter.take([charge('y', { daily: null, burst: null })]);
  assert.deepEqual([free!.daily, free!.burst], [undefined, undefined]);
});

test('a look writes nothing; what is given back is there again, within its own windows alone', async () => {
  const metering = metered();
  const { meter, clock, writes } = metering;
  await taken(metering, 3);
  const before = writes().length;
  const [look] = await meter.take([{ ...charge('x'), operation: 'peek' }]);
  assert.deepEqual([look!.daily!.remaining, look!.burst!.remaining], [2, 0]);
  assert.equal(writes().length, before);
  const giveBack = (at: number) =>
    meter.take([{ ...charge('x'), operation: { refund: { day: dayOf(at), minute: minuteOf(at) } } }]);
  await giveBack(NOON);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 2, minute_count: 2 });
  clock.now = NOON + MINUTE;
  await giveBack(NOON);
  assert.equal(countsOf(metering.metering, 'x')!.day_count, 1);
  await taken(metering, 1);
  clock.now = MIDNIGHT;
  await giveBack(NOON);
  await taken(metering, 1);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 1, minute_count: 1 });
  for (let times = 0; times < 3; times += 1) await giveBack(MIDNIGHT);
  assert.deepEqual(countsOf(metering.metering, 'x'), { day_count: 0, minute_count: 0 });
});

/** The oracle: every counted instant kept, and counted again for each question. */
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

test('any sequence of batches decides as a naive count of everything', async () => {
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
        const decisions = await meter.take(callers.map((caller) => charge(caller)));
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

test('counts of days gone by are forgotten, a few with each batch', async () => {
  const { meter, clock, db } = metered();
  const unbounded = { daily: null, burst: null };
  const callers = Array.from({ length: 2200 }, (_, number) => charge(`address:${number}`, unbounded));
  await meter.take(callers);
  clock.now = MIDNIGHT + DAY;
  const rows = (): number => db.prepare<[], number>('SELECT count(*) FROM meter_windows').pluck().get()!;
  const left: number[] = [];
  for (let batches = 0; batches < 6; batches += 1) {
    await meter.take([charge('new', unbounded)]);
    left.push(rows());
  }
  assert.ok(left[0]! >= 1600 && left[0]! < 2200, String(left));
  assert.equal(left.at(-1), 1);
});

test('through the gateway: one commit for the requests of one turn, of any caller', async () => {
  const { metering, commits } = metered();
  const { get, from } = testGateway(syntheticDataset({ count: 200 }).files, {
    metering: { ...metering, limits: UNLIMITED },
  });
  const { key } = await metering.keys.issue('a', 'x');
  // Files are read and answers put together once, so that all that follows happens in one turn.
  for (const path of ['/api.php?limit=2', '/api.php?limit=x']) await get(path);
  const ask = async (number: number): Promise<number> => {
    if (number % 3 === 0) return (await get('/api.php?limit=2', { Authorization: `Bearer ${key}` })).status;
    return (await from(`192.0.2.${number % 7}`, number % 3 === 1 ? '/api.php?limit=2' : '/api.php?limit=x')).status;
  };
  for (const requests of [1, 64, 1000]) {
    const before = commits();
    const statuses = await Promise.all(Array.from({ length: requests }, (_, number) => ask(number)));
    assert.equal(statuses.filter((status) => status === 200 || status === 400).length, requests);
    assert.equal(commits() - before, 1, `${requests} requests`);
  }
});

const FREE = { daily: 5, burst: 3, exportRows: 50 };
const countFrom = (block: string): QuotaRequest => ({ ...addressWindows(block, FREE), operation: 'count' });
const told = ({ refused, daily }: Decision) => [refused, daily!.limit];

test('IPv6: a /48 block has a hundred times what a /64 of it has', async () => {
  const { meter, metering } = metered();
  const block = (number: number): string => `2001:db8:1:${number.toString(16)}::/64`;
  const first = await meter.take(Array.from({ length: 300 }, (_, number) => countFrom(block(number))));
  assert.ok(first.every(({ refused }) => refused === undefined));
  const next = await meter.take([countFrom(block(1000)), countFrom('2001:db8:2:0::/64'), countFrom('192.0.2.1')]);
  assert.deepEqual(next.map(told), [
    ['burst', 500],
    [undefined, 5],
    [undefined, 5],
  ]);
  assert.deepEqual(countsOf(metering, 'address:2001:db8:1::/48'), { day_count: 300, minute_count: 300 });
  assert.equal(countsOf(metering, `address:${block(1000)}`), undefined, 'who is refused has no row');
  // A caller over its own limit gets that one reported.
  const own = await meter.take(Array.from({ length: 5 }, () => countFrom('2001:db8:2:0::/64')));
  assert.deepEqual(told(own.at(-1)!), ['burst', 5]);
  const [, back] = await meter.take([countFrom('2001:db8:3:0::/64'), countFrom('2001:db8:3:0::/64')]);
  await meter.take([{ ...countFrom('2001:db8:3:0::/64'), operation: { refund: back!.window } }]);
  for (const name of ['2001:db8:3:0::/64', '2001:db8:3::/48'])
    assert.deepEqual(countsOf(metering, `address:${name}`), { day_count: 1, minute_count: 1 }, name);
});

test('past so many addresses a day new ones share the windows of their neighbourhood, and then one', async () => {
  const { db, clock } = metered();
  const rows = (): number => db.prepare<[], number>('SELECT count(*) FROM meter_windows').pluck().get()!;
  const meter = sqliteMeter({ db, now: () => clock.now, addresses: 10 });
  const address = (number: number): string => `198.${number}.0.1`;
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, number) => countFrom(address(from + number)));
  await meter.take(range(0, 10));
  assert.equal(rows(), 10);
  await meter.take(range(10, 20));
  const shared = { day_count: 1, minute_count: 1 };
  const of = (name: string) =>
    db.prepare('SELECT day_count, minute_count FROM meter_windows WHERE caller = ?').get(`address:${name}`);
  assert.deepEqual([of('198.12.0.1'), of('198.12.0.0/16')], [undefined, shared]);
  // Neighbours share one row; an existing row is kept.
  await meter.take(Array.from({ length: 200 }, (_, number) => countFrom(`198.12.${number}.9`)));
  const [known, neighbour] = await meter.take([countFrom(address(3)), countFrom('198.12.7.7')]);
  assert.deepEqual([known!.daily!.remaining, neighbour!.daily!.remaining], [3, 500 - 202]);
  assert.equal(rows(), 20);
  // Another process knows from the file.
  const other = sqliteMeter({ db, now: () => clock.now, addresses: 10 });
  for (const one of [meter, other]) await one.take([...range(20, 120), countFrom('2001:db8:9:9::/64')]);
  assert.equal(rows(), 21);
  assert.deepEqual(of('others'), { day_count: 202, minute_count: 202 });
  const [look] = await meter.take([{ ...countFrom(address(50)), operation: 'peek' }]);
  assert.equal(look!.daily!.remaining, 500 - 202);
  clock.now = MIDNIGHT;
  await meter.take(range(100, 105));
  assert.deepEqual(of(address(104)), shared);
});
