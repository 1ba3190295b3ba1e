import assert from 'node:assert/strict';
import test from 'node:test';
import type { SourceState } from '#core/source-state.ts';
import { sourceState } from '#core/source-state.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';

const NOW = 1_700_000_000_000;

/** Age of the last answer in ms (null: never), error of the last attempt, state. */
const TABLE: [number | null, string | null, SourceState][] = [
  [null, null, 'down'],
  [null, 'HTTP 500', 'down'],
  [0, null, 'ok'],
  [15 * MINUTE, null, 'ok'],
  [15 * MINUTE, 'HTTP 500', 'ok'],
  [15 * MINUTE + 1, null, 'stale'],
  [HOUR, 'HTTP 500', 'stale'],
  [HOUR + 1, 'HTTP 500', 'down'],
  [30 * DAY, null, 'stale'],
  [-DAY, null, 'ok'],
];
for (const [age, error, state] of TABLE)
  test(`a source that answered ${age} ms ago, last error ${error}, is ${state}`, () => {
    assert.equal(sourceState({ live: true, lastSuccess: age === null ? null : NOW - age, error }, NOW), state);
  });

test('a source that is not asked is always ok', () => {
  assert.equal(sourceState({ live: false, lastSuccess: null, error: null }, NOW), 'ok');
});
