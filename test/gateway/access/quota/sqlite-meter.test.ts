import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '#core/time.ts';
import { databaseMeter } from '../../../../gateway/access/quota/database-meter.ts';
import { sqliteEngine } from '../../../../gateway/store/sqlite-engine.ts';
import { PLAN_LIMITS, type PlanLimits } from '../../../../gateway/access/quota/limits.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { countsOf, type TestMetering, testMetering, UNLIMITED } from '../../../support/metering.ts';
import { countRequest, meterContract, MIDNIGHT, NOON } from './meter-contract.ts';

let latest: TestMetering | undefined;

meterContract('SQLite', (options, again) => {
  if (!again) latest = testMetering({ now: options.now });
  return databaseMeter({ database: sqliteEngine(latest!.db), ...options });
});

function metered(limits: PlanLimits = PLAN_LIMITS) {
  const clock = { now: NOON };
  const statements: string[] = [];
  const metering = testMetering({ limits, now: () => clock.now, onStatement: (text) => void statements.push(text) });
  const commits = (): number => statements.filter((text) => text === 'COMMIT').length;
  const writes = (): string[] =>
    statements.filter((text) => /^(INSERT INTO|UPDATE|DELETE FROM) meter_windows/.test(text));
  return { ...metering, metering, clock, statements, commits, writes };
}

test('a batch is one transaction with one write per caller, however many requests it has', async () => {
  const { meter, commits, writes, metering } = metered();
  const unbounded = { daily: null, burst: null };
  await meter.take([countRequest('first of the day')]);
  const before = [commits(), writes().length] as const;
  const batch = Array.from({ length: 500 }, (_, number) => countRequest(`caller ${number % 4}`, unbounded));
  const decisions = await meter.take(batch);
  assert.equal(decisions.length, 500);
  assert.equal(commits() - before[0], 1);
  assert.equal(writes().length - before[1], 4);
  assert.equal((await countsOf(metering, 'account:caller 0'))!.day_count, 125);
});

test('a peek writes nothing', async () => {
  const { meter, writes } = metered();
  await meter.take([countRequest('x')]);
  const before = writes().length;
  await meter.take([{ ...countRequest('x'), operation: 'peek' }]);
  assert.equal(writes().length, before);
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

test('through the gateway: one commit for all requests with keys of one event-loop turn, none for others', async () => {
  const { metering, commits } = metered(UNLIMITED);
  const { get, from } = testGateway(syntheticDataset({ count: 200 }).files, { metering });
  const { key } = await metering.keys.issue('a', 'x');
  // Files are read and answers put together once, so that all that follows happens in one turn.
  for (const path of ['/api.php?limit=2', '/api.php?limit=x']) await get(path);
  const keyed = async (): Promise<number> => (await get('/api.php?limit=2', { Authorization: `Bearer ${key}` })).status;
  const anonymous = async (number: number): Promise<number> =>
    (await from(`192.0.2.${number % 7}`, number % 2 === 1 ? '/api.php?limit=2' : '/api.php?limit=x')).status;
  for (const requests of [1, 64, 300]) {
    const before = commits();
    const work = Array.from({ length: 3 * requests }, (_, number) => (number % 3 === 0 ? keyed() : anonymous(number)));
    const statuses = await Promise.all(work);
    assert.ok(statuses.every((status) => status === 200 || status === 400));
    assert.equal(commits() - before, 1, `${requests} requests`);
  }
});
