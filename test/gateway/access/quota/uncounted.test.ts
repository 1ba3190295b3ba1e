import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { MAX_CALLERS, uncountedQuota } from '../../../../gateway/access/quota/uncounted.ts';

test('a minute has its limit per caller, and a clock that is set back does not reset it', () => {
  const uncounted = uncountedQuota(3);
  const refusals = (caller: string, at: number): boolean[] =>
    Array.from({ length: 4 }, () => uncounted(caller, at).refused);
  assert.deepEqual(refusals('a', DAY), [false, false, false, true]);
  assert.deepEqual(refusals('b', DAY), [false, false, false, true]);
  assert.equal(uncounted('a', DAY - MINUTE).refused, true);
  assert.deepEqual(refusals('a', DAY + MINUTE), [false, false, false, true]);
});

test('memory is limited: beyond the maximum, the least recent callers are forgotten', () => {
  const uncounted = uncountedQuota(1);
  for (let caller = 0; caller <= MAX_CALLERS; caller += 1) uncounted(String(caller), DAY);
  assert.equal(uncounted(String(MAX_CALLERS), DAY).refused, true);
  assert.equal(uncounted('0', DAY).refused, false);
});
