import assert from 'node:assert/strict';
import test from 'node:test';
import { correctedBy } from '#core/server-clock.ts';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';

const NOON = Date.UTC(2026, 6, 1, 12);

/** An answer that arrives at noon, where the reader's clock is wrong by `error` ms. */
const received = (error: number, answer: { date?: number; age?: number; elapsed?: number } = {}) => ({
  ...{ date: NOON, age: 0, elapsed: 200, at: NOON + error },
  ...answer,
});

for (const error of [-40 * MINUTE, 40 * MINUTE, -26 * HOUR, 3 * HOUR])
  test(`a clock wrong by ${error / MINUTE} minutes is set within 2 seconds`, () => {
    const left = error + correctedBy(0, received(error));
    assert.ok(Math.abs(left) < 2 * SECOND, String(left));
  });

test('a clock that the answer allows is left as it is', () => {
  for (const error of [0, 300, SECOND]) assert.equal(correctedBy(0, received(error)), 0);
  assert.equal(correctedBy(-7 * MINUTE, received(7 * MINUTE)), -7 * MINUTE);
  const late = received(0, { date: NOON - 25 * SECOND, elapsed: 25 * SECOND });
  assert.equal(correctedBy(0, late), 0, 'an answer that took long');
});

test('an answer of a cache is not taken for the present', () => {
  // RFC 9111: `Date` is the origin's. Some caches write their own.
  for (const date of [NOON - 4 * MINUTE, NOON]) assert.equal(correctedBy(0, received(0, { date, age: 240 })), 0);
  const fast = correctedBy(0, received(HOUR, { date: NOON - 4 * MINUTE, age: 240 }));
  assert.ok(Math.abs(HOUR + fast) < 2 * SECOND);
});

test('without a date it says nothing', () => {
  assert.equal(correctedBy(5, received(HOUR, { date: NaN })), 5);
});
