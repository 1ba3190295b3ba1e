import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { decluster, type Shock } from '#seismology/declustering.ts';
import { isForeshock, mainOf, sequencesOf } from '#seismology/sequences.ts';

const NOON = Date.UTC(2025, 7, 10, 12);

/** North of 39° by so many kilometres. */
const shock = (id: number, after: number, magnitude: number, km = 0): Shock => ({
  ...{ id, time: NOON + after, magnitude, longitude: 28, latitude: 39 + km / 111.2 },
});

const idsOf = (shocks: readonly Shock[]): [number, number[]][] =>
  sequencesOf(shocks).map(({ main, aftershocks }) => [main.id, aftershocks.map(({ id }) => id)]);

test('a sequence is a main shock and all that lead to it, also by an aftershock', () => {
  // Windows: M 6.1 reaches 54.7 km, M 5.5 46.1 km.
  const main = shock(1, 0, 6.1);
  const far = shock(2, HOUR, 5.5, 50);
  const beyond = shock(3, 2 * HOUR, 3, 90);
  const outside = shock(4, 3 * HOUR, 3, 120);
  assert.deepEqual(idsOf([outside, beyond, main, far]), [[1, [2, 3]]], 'in any order');
  assert.deepEqual(idsOf([main, beyond]), [], 'without the one between them');
});

test('of two equal ones the first is the main shock; a larger one begins a sequence of its own', () => {
  assert.deepEqual(idsOf([shock(1, 0, 6.1), shock(2, 70 * DAY, 6.1), shock(3, 71 * DAY, 4)]), [[1, [2, 3]]]);
  const [small, large] = [shock(1, 0, 5.2), shock(3, 2 * HOUR, 6)];
  const between = shock(2, HOUR, 3);
  const later = shock(4, 3 * HOUR, 3);
  assert.deepEqual(idsOf([small, between, large, later]), [
    [1, [2]],
    [3, [4]],
  ]);
  assert.ok(isForeshock(small, large));
  assert.ok(!isForeshock(large, later), 'an aftershock is smaller');
  assert.ok(!isForeshock(later, large), 'it came later');
});

test('a foreshock is one in whose own window the larger one came', () => {
  // M 4: 30.1 km and 41.4 days; M 2.4 has no window.
  const large = shock(9, 0, 6);
  assert.ok(isForeshock(shock(1, -41 * DAY, 4, 30), large));
  assert.ok(!isForeshock(shock(1, -42 * DAY, 4), large));
  assert.ok(!isForeshock(shock(1, -MINUTE, 4, 31), large));
  assert.ok(!isForeshock(shock(1, -MINUTE, 2.4), large));
  assert.ok(!isForeshock(shock(1, -MINUTE, 6), large), 'of equal ones the first is the main shock');
});

test('each earthquake has one main shock, that of its parents', () => {
  const shocks = Array.from({ length: 400 }, (_, n) =>
    shock(n + 1, n * HOUR, 2 + ((n * 37) % 41) / 10, ((n * 53) % 97) - 48),
  );
  const { parents } = decluster(shocks, []);
  const found = sequencesOf(shocks);
  const members = found.flatMap(({ main, aftershocks }) => aftershocks.map(({ id }) => [id, main.id]));
  assert.equal(members.length, parents.size);
  for (const [id, main] of members) assert.equal(mainOf(parents, id!), main);
  for (const { main, aftershocks } of found)
    assert.ok(aftershocks.every(({ magnitude, time }) => magnitude <= main.magnitude && time >= main.time));
});
