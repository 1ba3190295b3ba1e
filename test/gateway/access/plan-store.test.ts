import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingError } from '#runtime/environment.ts';
import { openAccounts } from '../../../gateway/store/database.ts';
import { sqliteEngine } from '../../../gateway/store/sqlite-engine.ts';
import { PLAN_LIMITS, readPlanLimits } from '../../../gateway/access/quota/limits.ts';
import { createPlanStore } from '../../../gateway/access/plan-store.ts';

test('the limits of the contract', () => {
  assert.deepEqual(readPlanLimits(''), {
    free: { daily: 100, burst: 60, exportRows: 50, webhooks: 1 },
    pro: { daily: null, burst: 600, exportRows: 100_000, webhooks: 20 },
    uncountedBurst: 600,
  });
});

test('limits are overridden one by one, and the defaults stay as they are', () => {
  const limits = readPlanLimits(
    ' free.burst=none, free.daily=200 ,pro.export_rows=5,,pro.daily=1000000000,pro.webhooks=3,uncounted.burst=none',
  );
  assert.deepEqual(limits, {
    free: { daily: 200, burst: null, exportRows: 50, webhooks: 1 },
    pro: { daily: 1_000_000_000, burst: 600, exportRows: 5, webhooks: 3 },
    uncountedBurst: null,
  });
  assert.equal(PLAN_LIMITS.free.daily, 100);
});

const BAD = ['free', 'free.daily', 'free.daily=', 'free.daily=0', 'free.daily=-1', 'free.daily=1e3', 'free.daily=1.5'];
BAD.push(
  'free.daily=1000000001',
  'free.export_rows=none',
  'free.webhooks=none',
  'gold.daily=1',
  'free.hourly=1',
  'free.daily=1;pro.daily=2',
);
BAD.push('uncounted.daily=1', '__proto__.daily=1', '{"free":{"daily":1}}', 'FREE.daily=1', 'free.daily = 1');

for (const text of BAD)
  test(`PLAN_LIMITS=${text} is refused`, () =>
    assert.throws(
      () => readPlanLimits(text),
      (error) => error instanceof SettingError && error.message.startsWith('PLAN_LIMITS has "'),
    ));

test('a plan holds until its end, by the clock', async () => {
  const clock = { now: 1000 };
  const plans = createPlanStore(sqliteEngine(openAccounts(':memory:')), () => clock.now);
  const free = { plan: 'free', until: null, source: 'default' };
  assert.deepEqual(await plans.planOf('a'), free);
  await plans.grant('a', 'pro', { until: 2000, source: 'stripe' });
  assert.deepEqual(await plans.planOf('a'), { plan: 'pro', until: 2000, source: 'stripe' });
  assert.deepEqual(await plans.planOf('b'), free);
  clock.now = 2000;
  assert.deepEqual(await plans.planOf('a'), free);
  await plans.grant('a', 'pro', { source: 'operator' });
  assert.deepEqual(await plans.planOf('a'), { plan: 'pro', until: null, source: 'operator' });
});
