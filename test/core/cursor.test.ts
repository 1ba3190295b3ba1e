import assert from 'node:assert/strict';
import test from 'node:test';
import { readCursor, writeCursor, type Cursor } from '#core/cursor.ts';
import { contentHash } from '#core/etag.ts';
import { DAY, MINUTE, parseDay, SECOND } from '#core/time.ts';
import fc, { anyText } from '../support/property.ts';

const FIRST = parseDay('0001-01-01')!;
const LAST = parseDay('9999-12-31')! + DAY - SECOND;

const positions = fc
  .tuple(fc.integer({ min: FIRST / SECOND, max: LAST / SECOND }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
  .map(([second, id]) => ({ time: second * SECOND, id }));
const magnitudes = fc.oneof(
  fc.integer({ min: -30, max: 99 }).map((tenths) => tenths / 10),
  fc.constantFrom(5.6000000000000005, 0.0000001),
);
const places: fc.Arbitrary<Cursor> = fc.oneof(
  positions.map((position): Cursor => ({ by: 'time', position })),
  fc
    .tuple(magnitudes, positions)
    .map(([magnitude, position]): Cursor => ({ by: 'magnitude', position: { magnitude, ...position } })),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map((sequence): Cursor => ({ by: 'sequence', sequence })),
);
const minutes = fc.integer({ min: FIRST / MINUTE, max: Math.floor(LAST / MINUTE) }).map((minute) => minute * MINUTE);
const cursors: fc.Arbitrary<Cursor> = fc
  .tuple(places, fc.option(minutes, { nil: undefined }))
  .map(([place, asOf]) => (asOf === undefined ? place : { ...place, asOf }));

test('a cursor round-trips, and needs no escaping in a URL', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = writeCursor(cursor);
      assert.deepEqual(readCursor(text), cursor);
      assert.equal(encodeURIComponent(text), text);
    }),
  );
});

test('a cursor with any character changed, removed or added is invalid', () => {
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

test('random texts are no cursors', () => {
  fc.assert(fc.property(anyText(), (text) => assert.equal(readCursor(text), undefined)));
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

/** A forged cursor with a correct checksum. */
const withChecksum = (plain: string): string =>
  Buffer.from(plain + contentHash(`cursor:${plain}`).slice(0, 8)).toString('base64url');

test('the first and the last position that can be are read', () => {
  for (const cursor of [
    { by: 'time', position: { time: FIRST, id: 1 } },
    { by: 'time', position: { time: LAST, id: Number.MAX_SAFE_INTEGER } },
    { by: 'sequence', sequence: 1 },
  ] as const)
    assert.deepEqual(readCursor(writeCursor(cursor)), cursor);
  assert.deepEqual(readCursor(withChecksum('t1000.7.')), { by: 'time', position: { time: 1000, id: 7 } });
});

const OUT_OF_RANGE = [
  's0.',
  's-1.',
  's01.',
  's1.2.',
  's9007199254740992.',
  's99999999999999999999999999.',
  't1000.0.',
  't1000.-1.',
  't1000.01.',
  't01000.1.',
  't-0.1.',
  't1000.9007199254740992.',
  't1001.1.',
  't0.5.1.',
  `t${FIRST - SECOND}.1.`,
  `t${LAST + SECOND}.1.`,
  't9007199254740991000.1.',
  't1000.',
  't.1.',
  't1e3.1.',
  'tNaN.1.',
  't１000.1.',
  'x1000.1.',
  't1000.1.2.',
  '',
];
for (const plain of OUT_OF_RANGE)
  test(`"${plain}" under a right checksum is no cursor`, () =>
    assert.equal(readCursor(withChecksum(plain)), undefined));
