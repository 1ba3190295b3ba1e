import assert from 'node:assert/strict';
import test from 'node:test';
import { sourceState, type SourceState } from '#core/source-state.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';

const NOW = 1_700_000_000_000;

/** Age of the last attempt and of the last answer in ms (null: never), error of the last attempt, state. */
const TABLE: [attempt: number | null, success: number | null, error: string | null, SourceState][] = [
  [null, null, null, 'idle'],
  [0, null, 'HTTP 500', 'down'],
  [30 * DAY, null, 'HTTP 500', 'down'],
  [0, null, null, 'down'],
  [0, 0, null, 'ok'],
  [0, 15 * MINUTE, null, 'ok'],
  [0, 15 * MINUTE, 'HTTP 500', 'ok'],
  [0, 15 * MINUTE + 1, null, 'stale'],
  [0, HOUR, 'HTTP 500', 'stale'],
  [0, HOUR + 1, 'HTTP 500', 'down'],
  [30 * DAY, 30 * DAY, null, 'stale'],
  [-DAY, -DAY, null, 'ok'],
];
for (const [attempt, success, error, state] of TABLE)
  for (const lastEvent of [null, NOW])
    test(`a feed asked ${attempt} ms ago that answered ${success} ms ago, last error ${error}, is ${state}`, () => {
      const at = (age: number | null): number | null => (age === null ? null : NOW - age);
      const times = { lastAttempt: at(attempt), lastSuccess: at(success), lastEvent };
      assert.equal(sourceState({ live: true, ...times, error, quarantined: false }, NOW), state);
    });

test('a source that is read from files is idle until one was given', () => {
  const never = { live: false, lastAttempt: null, lastSuccess: null, error: null, quarantined: false };
  assert.equal(sourceState({ ...never, lastEvent: null }, NOW), 'idle');
  assert.equal(sourceState({ ...never, lastEvent: 0 }, NOW), 'ok');
});

test('a feed with its last document quarantined is degraded, until it does not answer at all', () => {
  const at = { live: true, lastAttempt: NOW, lastEvent: NOW, quarantined: true };
  assert.equal(sourceState({ ...at, lastSuccess: NOW - MINUTE, error: null }, NOW), 'degraded');
  assert.equal(sourceState({ ...at, lastSuccess: null, error: null }, NOW), 'degraded');
  assert.equal(sourceState({ ...at, lastSuccess: NOW - DAY, error: null }, NOW), 'degraded');
  assert.equal(sourceState({ ...at, lastSuccess: NOW - DAY, error: 'HTTP 500' }, NOW), 'down');
});
