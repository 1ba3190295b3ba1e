/** Each file counts in one room, and a room that exceeds its budget is named. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { countRooms, exceeded, ROOMS } from '../../scripts/budgets.ts';

const roomOf = (path: string): string | undefined => {
  const index = countRooms([[path, 1]]).indexOf(1);
  return ROOMS[index]?.name;
};

test('a file counts in the narrowest room that has it', () => {
  assert.equal(roomOf('generator/core/geo.ts'), 'core, seismology, runtime');
  assert.equal(roomOf('generator/site/styles/pages.css'), 'site');
  assert.equal(roomOf('generator/ingest.ts'), 'rest of generator, bin');
  assert.equal(roomOf('gateway/alerts/queue.ts'), 'alerts');
  assert.equal(roomOf('gateway/app.ts'), 'rest of gateway');
  assert.equal(roomOf('test/core/geo.test.ts'), 'tests');
});

test('documents, data and settings of tools count nowhere', () => {
  for (const path of ['docs/api.md', 'data/stations.csv', 'generator/site/icon.svg', 'Dockerfile'])
    assert.equal(roomOf(path), undefined);
});

test('a room is named with its lines and its budget once it has one line too many', () => {
  const full = ROOMS.map(({ most }) => most);
  assert.deepEqual(exceeded(full), []);
  full[2]! += 1;
  assert.deepEqual(exceeded(full).length, 1);
  assert.match(exceeded(full)[0]!, new RegExp(`^sources: ${full[2]} lines, at most ${full[2]! - 1} `));
});

test('no budget is below its goal', () => {
  assert.deepEqual(
    ROOMS.filter(({ most, goal }) => most < goal),
    [],
  );
});
