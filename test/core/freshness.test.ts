import assert from 'node:assert/strict';
import test from 'node:test';
import { freshnessOf } from '#core/freshness.ts';
import { formatInstant, HOUR, MINUTE } from '#core/time.ts';

const NOW = 1_700_000_000_000;

/** Age of the newest answer in ms; null: none yet. */
const live = (age: number | null) => ({ live: true, last_success: age === null ? null : formatInstant(NOW - age) });

test('the newest answer of a live agency counts, from 10 minutes on as late', () => {
  const stateOf = (...ages: (number | null)[]) => freshnessOf(ages.map(live), NOW).state;
  assert.equal(stateOf(0), 'current');
  assert.equal(stateOf(10 * MINUTE - 1000, 3 * HOUR, null), 'current', 'one that answers is enough');
  assert.equal(stateOf(10 * MINUTE, null), 'late');
  assert.equal(stateOf(16 * MINUTE, 16 * MINUTE, 3 * HOUR), 'late');
  assert.deepEqual(freshnessOf([live(16 * MINUTE), live(HOUR)], NOW).lastAnswer, NOW - 16 * MINUTE);
});

test('where no live agency ever answered there is no age', () => {
  const archive = { live: false, last_success: formatInstant(NOW) };
  for (const sources of [[], [live(null), live(null)], [archive, live(null)]])
    assert.deepEqual(freshnessOf(sources, NOW), { state: 'never', lastAnswer: null });
});
