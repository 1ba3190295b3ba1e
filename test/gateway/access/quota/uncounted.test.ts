import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { widerOf } from '../../../../gateway/access/quota/blocks.ts';
import { MAX_WINDOWS, uncountedQuota } from '../../../../gateway/access/quota/uncounted.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { testMetering, UNLIMITED } from '../../../support/metering.ts';

test('a minute has its limit per caller, and a clock that is set back does not reset it', () => {
  const uncounted = uncountedQuota(3);
  const refusals = (name: string, at: number): boolean[] =>
    Array.from({ length: 4 }, () => uncounted(name, undefined, at) !== undefined);
  assert.deepEqual(refusals('a', DAY), [false, false, false, true]);
  assert.deepEqual(refusals('b', DAY), [false, false, false, true]);
  assert.notEqual(uncounted('a', undefined, DAY - MINUTE), undefined);
  assert.deepEqual(refusals('a', DAY + MINUTE), [false, false, false, true]);
});

test('memory is limited: beyond the maximum, callers that were not seen lately are forgotten', () => {
  const uncounted = uncountedQuota(1);
  for (let one = 0; one <= MAX_WINDOWS; one += 1) {
    uncounted(String(one), undefined, DAY);
    uncounted('seen', undefined, DAY);
  }
  const isRefused = (name: string): boolean => uncounted(name, undefined, DAY) !== undefined;
  assert.deepEqual([String(MAX_WINDOWS), 'seen', '0'].map(isRefused), [true, true, false]);
});

test('a /48 has 100 times the limit, and who is refused by it uses up nothing', () => {
  const uncounted = uncountedQuota(2);
  const from = (number: number, at = DAY) => {
    const block = `2001:db8:${number >> 16}:${(number & 0xffff).toString(16)}::/64`;
    return uncounted(block, widerOf(block), at);
  };
  const answers = Array.from({ length: 30_000 }, (_, number) => from(number));
  assert.equal(answers.filter((reached) => !reached).length, 200);
  assert.deepEqual(answers.at(-1), { limit: 200, remaining: 0, resetsAt: DAY + MINUTE });
  assert.equal(from(0x1_0000), undefined, 'another /48');
  assert.equal(from(1, DAY + MINUTE), undefined);
});

test('4,000 files for 4,000 addresses of one /48: as many as it may have', async () => {
  const { files } = syntheticDataset({ count: 60 });
  const metering = testMetering({ limits: { ...UNLIMITED, uncountedBurst: 6 } });
  const { from } = testGateway(files, { metering });
  const statuses = new Map<number, number>();
  for (let number = 0; number < 4000; number += 1) {
    const { status } = await from(`2001:db8:7:${number.toString(16)}::1`, '/manifest.json');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [200, 600],
      [429, 3400],
    ],
  );
});
