import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, SECOND } from '#core/time.ts';
import { CHAIN_REACH_MS, chainRows, type ObservedRow } from '../../../generator/catalog/documents/chains.ts';
import { NOON } from '../../support/catalog.ts';
import fc from '../../support/property.ts';

/** A row listed on the first page only. */
const observed = (key: string, values: Partial<ObservedRow> = {}): ObservedRow => ({
  key,
  time: NOON,
  latitude: 37.3,
  longitude: 37.1,
  replaces: [],
  first: NOON + HOUR,
  last: NOON + HOUR,
  gone: true,
  ...values,
});

const second = { first: NOON + 2 * HOUR, last: NOON + 2 * HOUR, gone: false };

/** Kilometres north of the first row, in degrees of latitude. */
const north = (km: number): number => 37.3 + km / 111.195;

const keys = (chains: ObservedRow[][]): string[] => chains.map((chain) => chain.map(({ key }) => key).join('>')).sort();

const CASES: [name: string, rows: ObservedRow[], chains: string[]][] = [
  ['a row that goes when another comes is replaced', [observed('a'), observed('b', second)], ['a>b']],
  ['6 s away', [observed('a'), observed('b', { ...second, time: NOON + 6 * SECOND })], ['a>b']],
  ['6 s earlier', [observed('a'), observed('b', { ...second, time: NOON - 6 * SECOND })], ['a>b']],
  ['more than 6 s away', [observed('a'), observed('b', { ...second, time: NOON + 6 * SECOND + 1 })], ['a', 'b']],
  ['29.9 km away', [observed('a'), observed('b', { ...second, latitude: north(29.9) })], ['a>b']],
  ['30.1 km away', [observed('a'), observed('b', { ...second, latitude: north(30.1) })], ['a', 'b']],
  ['the old row is still there', [observed('a', { gone: false }), observed('b', second)], ['a', 'b']],
  [
    'both stood on one page',
    [observed('a', { last: second.first }), observed('b', { ...second, last: NOON + 3 * HOUR })],
    ['a', 'b'],
  ],
  ['both came on one page and went', [observed('a'), observed('b')], ['a', 'b']],
  [
    'the new one was there first',
    [observed('a', { first: NOON + 3 * HOUR, last: NOON + 3 * HOUR }), observed('b', second)],
    ['a', 'b'],
  ],
  [
    'a stamp reaches 10 s',
    [observed('a'), observed('b', { ...second, time: NOON + 10 * SECOND, replaces: [NOON] })],
    ['a>b'],
  ],
  [
    'a stamp is cut to the second',
    [observed('a', { time: NOON + 999 }), observed('b', { ...second, time: NOON + 9 * SECOND, replaces: [NOON] })],
    ['a>b'],
  ],
  [
    'a stamp reaches no further',
    [observed('a'), observed('b', { ...second, time: NOON + 10 * SECOND + 1, replaces: [NOON] })],
    ['a', 'b'],
  ],
  [
    'a stamp of another row does not reach 9 s',
    [observed('a'), observed('b', { ...second, time: NOON + 9 * SECOND, replaces: [NOON + 3 * SECOND] })],
    ['a', 'b'],
  ],
  [
    'any of the stamps that a row carried',
    [observed('a'), observed('b', { ...second, time: NOON + 9 * SECOND, replaces: [NOON + 20 * SECOND, NOON] })],
    ['a>b'],
  ],
  [
    'replaced twice',
    [
      observed('a'),
      observed('b', { ...second, gone: true, time: NOON + SECOND }),
      observed('c', { first: NOON + 3 * HOUR, last: NOON + 3 * HOUR, gone: false, time: NOON + 4 * SECOND }),
    ],
    ['a>b>c'],
  ],
  [
    'replaced twice, further than one step from the first',
    [
      observed('a'),
      observed('b', { ...second, gone: true, time: NOON + 4 * SECOND }),
      observed('c', { first: NOON + 3 * HOUR, last: NOON + 3 * HOUR, gone: false, time: NOON + 8 * SECOND }),
    ],
    ['a>b>c'],
  ],
  [
    'two old rows compete: the nearer one is replaced',
    [
      observed('a', { latitude: north(20) }),
      observed('b', { time: NOON + SECOND }),
      observed('c', { ...second, time: NOON + SECOND, latitude: north(1) }),
    ],
    ['a', 'b>c'],
  ],
  [
    'the stamped one is replaced, though another is nearer',
    [
      observed('a', { time: NOON + 8 * SECOND }),
      observed('b'),
      observed('c', { ...second, time: NOON + 8 * SECOND, replaces: [NOON] }),
    ],
    ['a', 'b>c'],
  ],
  [
    'a row that came back is no replacement of the one between',
    [observed('a', { last: NOON + 3 * HOUR, gone: false }), observed('b', { ...second, gone: true })],
    ['a', 'b'],
  ],
  [
    'far in time',
    [observed('a'), observed('b', { ...second, time: NOON + CHAIN_REACH_MS + 1, replaces: [NOON] })],
    ['a', 'b'],
  ],
  ['none', [], []],
];

for (const [name, rows, chains] of CASES)
  test(`chains: ${name}`, () => {
    assert.deepEqual(keys(chainRows(rows)), chains);
    assert.deepEqual(keys(chainRows(rows.toReversed())), chains);
  });

test('rows that no document shows together are one, unless their chain has a row that is shown with one of them', () => {
  const [a, b, c] = [observed('a'), observed('b', { time: NOON + SECOND }), observed('c', { time: NOON + 3 * SECOND })];
  const areStates = (one: ObservedRow, other: ObservedRow): boolean => `${one.key}${other.key}` !== 'ac';
  assert.deepEqual(keys(chainRows([a, b], areStates)), ['a>b']);
  assert.deepEqual(keys(chainRows([c, b, a], areStates)), ['a>b', 'c']);
  assert.deepEqual(keys(chainRows([a, observed('b', { time: NOON + 6 * SECOND + 1 })], areStates)), ['a', 'b']);
});

const anyRow = fc
  .record({
    time: fc.nat({ max: 8 }).map((seconds) => NOON + seconds * SECOND),
    latitude: fc.constantFrom(37.3, 37.4, 37.6),
    replaces: fc.subarray([NOON, NOON + 2 * SECOND]),
    first: fc.nat({ max: 4 }),
    stays: fc.nat({ max: 2 }),
    gone: fc.boolean(),
  })
  .map(({ stays, ...row }) => ({ ...row, last: row.first + stays }));

const anyRows = fc
  .array(anyRow, { maxLength: 8 })
  .map((rows) => rows.map((row, index) => observed(`row ${index}`, row)));

test('every row is in one chain; a chain follows time and links rows that vanished before the next came', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const chains = chainRows(rows);
      assert.deepEqual(
        chains
          .flat()
          .map(({ key }) => key)
          .sort(),
        rows.map(({ key }) => key).sort(),
      );
      for (const chain of chains)
        for (const [index, row] of chain.slice(1).entries()) {
          const old = chain[index]!;
          assert.ok(old.gone && old.last < row.first, `${old.key} > ${row.key}`);
          assert.ok(Math.abs(row.time - old.time) <= CHAIN_REACH_MS);
        }
    }),
  );
});

test('chains do not depend on the order in which rows are given', () => {
  fc.assert(
    fc.property(
      anyRows.chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })),
      ),
      ([rows, shuffled]) => assert.deepEqual(keys(chainRows(shuffled)), keys(chainRows(rows))),
    ),
  );
});
