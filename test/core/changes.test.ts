import assert from 'node:assert/strict';
import test from 'node:test';
import { changeLine, readSegmentFile, segmentBody, tombstone, type Change } from '#core/changes.ts';
import { SECOND, parseDay } from '#core/time.ts';
import fc from '../support/property.ts';

const base = {
  sequence: fc.integer({ min: 1, max: 1e9 }),
  updatedAt: fc.integer({ min: 0, max: parseDay('9999-01-01')! }),
  id: fc.integer({ min: 1, max: 1e9 }),
};
const seconds = fc
  .integer({ min: parseDay('0001-01-01')! / SECOND, max: parseDay('9999-01-01')! / SECOND })
  .map((at) => at * SECOND);
const eventId = fc.constant('0123456789abcdef');
const changes: fc.Arbitrary<Change> = fc
  .oneof(
    fc.record({ ...base, kind: fc.constant('record' as const), band: fc.integer({ min: 0, max: 6 }), time: seconds }),
    fc.record({ ...base, kind: fc.constantFrom('retracted' as const, 'unlisted' as const), eventId }),
    fc.record({ ...base, kind: fc.constant('merged' as const), eventId, into: base.id }),
  )
  .map((change) => ({ ...change }));

test('a segment is read as it was written, a change a line', () => {
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 20 }), (some) => {
      const body = segmentBody(some.map(changeLine));
      assert.deepEqual(readSegmentFile(body), some);
      assert.equal(body.split('\n').length, some.length + 3);
    }),
  );
});

test('a tombstone says what became of an earthquake', () => {
  const gone = { sequence: 5, updatedAt: 0, id: 7, eventId: '0123456789abcdef' };
  for (const kind of ['retracted', 'unlisted'] as const)
    assert.deepEqual(JSON.parse(tombstone({ ...gone, kind })), {
      id: 7,
      event_id: '0123456789abcdef',
      retracted: true,
    });
  assert.deepEqual(JSON.parse(tombstone({ ...gone, kind: 'merged', into: 3 })), {
    id: 7,
    event_id: '0123456789abcdef',
    merged_into: 3,
  });
});

for (const text of ['', '{}', 'null', '{"changes":[', '{"changes":null}'])
  test(`"${text}" is no segment`, () => assert.throws(() => readSegmentFile(text)));
