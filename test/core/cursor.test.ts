import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Cursor } from '#core/cursor.ts';
import { readCursor, writeCursor } from '#core/cursor.ts';
import { parseDay } from '#core/time.ts';

const cursors: fc.Arbitrary<Cursor> = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: parseDay('0001-01-01')!, max: parseDay('9999-12-31')! }),
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    )
    .map(([time, id]): Cursor => ({ by: 'time', position: { time, id } })),
  fc.nat({ max: Number.MAX_SAFE_INTEGER }).map((sequence): Cursor => ({ by: 'sequence', sequence })),
);

test('a cursor is read as it was written, and needs no escaping in a URL', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = writeCursor(cursor);
      assert.deepEqual(readCursor(text), cursor);
      assert.equal(encodeURIComponent(text), text);
    }),
  );
});

test('a cursor with any letter changed, lost or added is none', () => {
  const letters = fc.constantFrom(...'ABCabc019-_');
  fc.assert(
    fc.property(cursors, fc.nat(), letters, (cursor, where, letter) => {
      const text = writeCursor(cursor);
      const at = where % text.length;
      const changed = text.slice(0, at) + letter + text.slice(at + 1);
      if (changed !== text) assert.equal(readCursor(changed), undefined);
      assert.equal(readCursor(text.slice(0, at) + text.slice(at + 1)), undefined);
      assert.equal(readCursor(text + letter), undefined);
    }),
  );
});

test('texts at random are no cursors', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(readCursor(text), undefined)));
});

const valid = writeCursor({ by: 'sequence', sequence: 42 });
const FORGED = [
  '',
  'abc',
  `${valid}=`,
  ` ${valid}`,
  valid.toLowerCase(),
  `${valid}${valid}`,
  Buffer.from('s42.').toString('base64url'),
  Buffer.from('t1.2.00000000').toString('base64url'),
  'A'.repeat(121),
  '../../etc/passwd',
  '%00',
];
for (const text of FORGED) test(`"${text.slice(0, 40)}" is no cursor`, () => assert.equal(readCursor(text), undefined));
