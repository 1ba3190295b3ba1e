import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { Candidate } from '../../generator/catalog/residuals.ts';
import { coarseSpan, pairCost, timeApart } from '../../generator/catalog/residuals.ts';
import { at, candidate, NOON } from '../support/catalog.ts';

type Values = Parameters<typeof candidate>[0];

const north = (km: number): number => 37.3 + km / 111.195;
const afad = (values: Values = {}): Candidate => candidate({ slot: 'afad', thread: 2, ...values });

/** `[what, one, other, may be one earthquake]`: on either side of every bound. */
const GATES: [string, Candidate, Candidate, boolean][] = [
  ['the same', candidate(), afad(), true],
  ['one slot', candidate(), candidate({ thread: 2 }), false],
  ['16 s apart', candidate(), afad({ time: NOON + 16 * SECOND }), true],
  ['more than 16 s apart', candidate(), afad({ time: NOON + 16 * SECOND + 1 }), false],
  ['49 km apart, M 3.9', candidate({ magnitude: 3.9 }), afad({ magnitude: 3.9, latitude: north(49) }), true],
  ['51 km apart, M 3.9', candidate({ magnitude: 3.9 }), afad({ magnitude: 3.9, latitude: north(51) }), false],
  ['99 km apart, M 4', candidate({ magnitude: 4 }), afad({ magnitude: 3.9, latitude: north(99) }), true],
  ['101 km apart, M 4', candidate({ magnitude: 4 }), afad({ magnitude: 4, latitude: north(101) }), false],
  ['149 km apart, M 6', candidate({ magnitude: 6 }), afad({ magnitude: 6, latitude: north(149) }), true],
  ['151 km apart, M 7', candidate({ magnitude: 7 }), afad({ magnitude: 7, latitude: north(151) }), false],
  ['1.2 in magnitude', candidate({ magnitude: 3 }), afad({ magnitude: 4.2 }), true],
  ['1.3 in magnitude', candidate({ magnitude: 3 }), afad({ magnitude: 4.3 }), false],
  ['2 in magnitude, saturated', candidate({ magnitude: 5.8 }), afad({ magnitude: 7.8 }), true],
  ['no magnitude', candidate({ magnitude: null }), afad({ magnitude: 5.9 }), true],
  [
    'neither with a magnitude, 49 km',
    candidate({ magnitude: null }),
    afad({ magnitude: null, latitude: north(49) }),
    true,
  ],
  [
    'neither with a magnitude, 51 km',
    candidate({ magnitude: null }),
    afad({ magnitude: null, latitude: north(51) }),
    false,
  ],
  [
    'near every bound at once',
    candidate({ magnitude: 3 }),
    afad({ time: NOON + 15 * SECOND, latitude: north(48), magnitude: 3.9 }),
    false,
  ],
  [
    '30 s apart in 2006',
    candidate({ time: at('2006-05-01 00:00:00') }),
    afad({ time: at('2006-05-01 00:00:30') }),
    true,
  ],
  [
    '31 s apart in 2006',
    candidate({ time: at('2006-05-01 00:00:00') }),
    afad({ time: at('2006-05-01 00:00:31') }),
    false,
  ],
  [
    '60 s apart in 1965',
    candidate({ time: at('1965-05-01 00:00:00') }),
    afad({ time: at('1965-05-01 00:01:00') }),
    true,
  ],
  [
    '61 s apart in 1965',
    candidate({ time: at('1965-05-01 00:00:00') }),
    afad({ time: at('1965-05-01 00:01:01') }),
    false,
  ],
  [
    "AFAD's two catalogues, 20 s apart (Van 2011)",
    afad({ time: at('2011-10-23 10:41:20'), magnitude: 6.7 }),
    candidate({ slot: 'afad-unified', time: at('2011-10-23 10:41:00'), magnitude: 7.1 }),
    true,
  ],
  [
    'other pairs of 2011, 20 s apart',
    candidate({ time: at('2011-10-23 10:41:20'), magnitude: 6.7 }),
    candidate({ slot: 'afad-unified', time: at('2011-10-23 10:41:00'), magnitude: 7.1 }),
    false,
  ],
  ['either side of 180°', candidate({ longitude: 179.98 }), afad({ longitude: -179.98 }), true],
  ['opposite meridians', candidate({ longitude: 0 }), afad({ longitude: 180 }), false],
];

for (const [what, one, other, possible] of GATES)
  test(`${possible ? 'may be' : 'cannot be'} one earthquake: ${what}`, () => {
    assert.equal(pairCost(one, other) !== undefined, possible);
    assert.equal(pairCost(other, one), pairCost(one, other));
  });

const historical = (
  text: string,
  precision: Values & object extends { precision?: infer P } ? P : never,
  values: Values = {},
) => candidate({ slot: 'historical', time: at(text), ...(precision === undefined ? {} : { precision }), ...values });

/** `[precision, its time, the other time, may be one]`. */
const COARSE: [Candidate, string, boolean][] = [
  [historical('1900-05-10 12:30:00', 'minute'), '1900-05-10 12:30:59', true],
  [historical('1900-05-10 12:30:00', 'minute'), '1900-05-10 12:31:59', true],
  [historical('1900-05-10 12:30:00', 'minute'), '1900-05-10 12:32:30', false],
  [historical('2000-05-10 12:30:00', 'minute'), '2000-05-10 12:29:31', true],
  [historical('2000-05-10 12:30:00', 'minute'), '2000-05-10 12:29:00', false],
  [historical('1900-05-10 12:00:00', 'hour'), '1900-05-10 12:59:59', true],
  [historical('1900-05-10 12:00:00', 'hour'), '1900-05-10 13:02:00', false],
  [historical('1900-05-10 00:00:00', 'day'), '1900-05-09 12:00:00', true],
  [historical('1900-05-10 00:00:00', 'day'), '1900-05-11 11:59:59', true],
  [historical('1900-05-10 00:00:00', 'day'), '1900-05-11 13:00:00', false],
  [historical('1900-05-01 00:00:00', 'month'), '1900-05-31 23:00:00', true],
  [historical('1900-05-01 00:00:00', 'month'), '1900-06-02 00:00:00', false],
  [historical('1900-01-01 00:00:00', 'year'), '1900-11-05 00:00:00', true],
  [historical('1900-01-01 00:00:00', 'year'), '1901-01-02 00:00:00', false],
];

for (const [old, text, possible] of COARSE)
  test(`a date known to index ${old.precision} at ${old.time} ${possible ? 'takes in' : 'leaves out'} ${text}`, () => {
    assert.equal(pairCost(old, afad({ time: at(text) })) !== undefined, possible);
  });

test('a shock of quite another magnitude is not the great one of that day', () => {
  const great = historical('1939-12-26 00:00:00', 'day', { magnitude: 7.8 });
  assert.equal(pairCost(great, afad({ time: at('1939-12-26 04:00:00'), magnitude: 4.1 })), undefined);
  assert.notEqual(pairCost(great, afad({ time: at('1939-12-26 23:57:00'), magnitude: 7.9 })), undefined);
});

test('an ambiguous local hour counts as either reading', () => {
  const ambiguous = candidate({ slot: 'kandilli-xml', alternativeTime: NOON + HOUR });
  assert.equal(timeApart(ambiguous, afad({ time: NOON + HOUR + SECOND })), SECOND);
  assert.equal(timeApart(ambiguous, afad({ time: NOON - 2 * SECOND })), 2 * SECOND);
  assert.equal(timeApart(ambiguous, afad({ time: NOON, alternativeTime: NOON + 2 * HOUR })), 0);
  assert.equal(pairCost(ambiguous, afad({ time: NOON + 30 * MINUTE })), undefined);
});

test('a closer pair costs less', () => {
  const cost = (values: Values): number => pairCost(candidate(), afad(values))!;
  assert.ok(cost({}) < cost({ time: NOON + 3 * SECOND }));
  assert.ok(cost({}) < cost({ latitude: north(5) }));
  assert.ok(cost({}) < cost({ magnitude: 4.5 }));
  assert.equal(cost({}), 0);
});

const anyCandidate = fc
  .record({
    time: fc.integer({ min: 0, max: 90 }).map((seconds) => NOON + seconds * SECOND),
    latitude: fc.double({ min: 36, max: 39, noNaN: true }),
    longitude: fc.double({ min: 36, max: 39, noNaN: true }),
    magnitude: fc.option(fc.double({ min: 0, max: 8, noNaN: true })),
    slot: fc.constantFrom('kandilli-zeqdb' as const, 'afad' as const, 'afad-unified' as const, 'usgs' as const),
    precision: fc.constantFrom('second' as const, 'minute' as const, 'day' as const),
    alternativeTime: fc.option(fc.constant(NOON + HOUR)),
  })
  .map(candidate);

test('agreement is symmetric, never negative, and looser bounds only ever admit more', () => {
  fc.assert(
    fc.property(anyCandidate, anyCandidate, (one, other) => {
      const cost = pairCost(one, other);
      assert.equal(pairCost(other, one), cost);
      if (cost === undefined) return;
      assert.ok(cost >= 0);
      assert.equal(pairCost(one, other, 1.5), cost);
    }),
  );
});

test('the span of a coarse time holds the time itself', () => {
  fc.assert(
    fc.property(anyCandidate, (one) => {
      const { from, to } = coarseSpan(one);
      assert.ok(from <= one.time && one.time <= to);
    }),
  );
});
