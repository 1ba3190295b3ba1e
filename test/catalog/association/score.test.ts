import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { modelFor } from '../../../generator/catalog/association/models.ts';
import { coarseSpan, scorePair, timeBetween, type Candidate } from '../../../generator/catalog/association/score.ts';
import { at, candidate, NOON } from '../../support/catalog.ts';
import fc from '../../support/property.ts';

type Values = Parameters<typeof candidate>[0];

const north = (km: number): number => 37.3 + km / 111.195;
const afad = (values: Values = {}): Candidate => candidate({ feedGroup: 'afad', agencyEvent: 2, ...values });
const usgs = (values: Values = {}): Candidate => candidate({ feedGroup: 'usgs', agencyEvent: 2, ...values });

type Verdict = 'one' | 'two' | 'never';
const verdictOf = (a: Candidate, b: Candidate): Verdict => {
  const score = scorePair(a, b);
  return score === undefined ? 'never' : score.total > 0 ? 'one' : 'two';
};

const EARLY = at('1998-06-27 13:55:52');

/** `[what, one, other, likelier one earthquake or two, or never one]`. */
const PAIRS: [string, Candidate, Candidate, Verdict][] = [
  ['the same', candidate(), afad(), 'one'],
  ['one slot', candidate(), candidate({ agencyEvent: 2 }), 'never'],
  ['61 s apart since 2014', candidate(), afad({ time: NOON + 61 * SECOND }), 'never'],
  ['67 s apart before', candidate({ time: EARLY }), afad({ time: EARLY + 67 * SECOND }), 'never'],
  ['a minute and 1 s apart before', candidate({ time: EARLY }), afad({ time: EARLY + 61 * SECOND }), 'one'],
  ['two minutes apart before', candidate({ time: EARLY }), afad({ time: EARLY - 120 * SECOND }), 'one'],
  [
    'a minute and 31 km apart before',
    candidate({ time: EARLY }),
    afad({ time: EARLY + 61 * SECOND, latitude: north(31) }),
    'never',
  ],
  [
    '40 s apart at one place before: mistimed',
    candidate({ time: EARLY }),
    afad({ time: EARLY + 40 * SECOND, latitude: north(3) }),
    'one',
  ],
  [
    'seconds divided by ten in 1965',
    candidate({ time: at('1965-12-22 08:43:04') + 400, magnitude: 4.7 }),
    afad({ time: at('1965-12-22 08:43:44'), magnitude: 4.5, magnitudeType: 'Ms' }),
    'one',
  ],
  ['151 km apart, M 7', candidate({ magnitude: 7 }), afad({ magnitude: 7, latitude: north(151) }), 'one'],
  ['151 km apart, M 3.9', candidate({ magnitude: 3.9 }), afad({ magnitude: 3.9, latitude: north(151) }), 'never'],
  ['151 km apart, ΔM 0.6', candidate({ magnitude: 5 }), afad({ magnitude: 5.6, latitude: north(151) }), 'never'],
  [
    '151 km and 16 s apart',
    candidate({ magnitude: 7 }),
    afad({ magnitude: 7, latitude: north(151), time: NOON + 16 * SECOND }),
    'never',
  ],
  ['401 km apart', candidate({ magnitude: 7 }), afad({ magnitude: 7, latitude: north(401) }), 'never'],
  ['16 s apart, M 4.2, quiet', candidate(), afad({ time: NOON + 16 * SECOND }), 'one'],
  [
    '30 s apart, M 3.2, 30 others around',
    candidate({ magnitude: 3.2, activity: 30 }),
    afad({ magnitude: 3.2, activity: 30, time: NOON + 30 * SECOND }),
    'two',
  ],
  ['45 s apart, M 3', candidate({ magnitude: 3 }), afad({ magnitude: 3, time: NOON + 45 * SECOND }), 'two'],
  ['40 km apart, M 2', candidate({ magnitude: 2 }), afad({ magnitude: 2, latitude: north(40) }), 'one'],
  [
    '80 km and 9 s apart, M 3, 30 others around',
    candidate({ magnitude: 3, activity: 30 }),
    afad({ magnitude: 3, activity: 30, latitude: north(80), time: NOON + 9 * SECOND }),
    'two',
  ],
  ['90 km apart, M 4', candidate({ magnitude: 4 }), afad({ magnitude: 4, latitude: north(90) }), 'one'],
  [
    '80 km and 9 s apart: one error explains the other',
    candidate({ magnitude: 4 }),
    afad({ magnitude: 4, latitude: north(80), time: NOON + 9 * SECOND }),
    'one',
  ],
  [
    '140 km and 15 s apart, M 2',
    candidate({ magnitude: 2 }),
    afad({ magnitude: 2, latitude: north(140), time: NOON + 15 * SECOND }),
    'two',
  ],
  ['0.8 in magnitude', candidate({ magnitude: 3 }), afad({ magnitude: 3.8 }), 'one'],
  ['1.9 in expected Mw', candidate({ magnitude: 5.5 }), afad({ magnitude: 7.4, magnitudeType: 'Mw' }), 'one'],
  ['more than 2 in expected Mw', candidate({ magnitude: 5.2 }), afad({ magnitude: 7.4, magnitudeType: 'Mw' }), 'never'],
  ['0 and 0.3 in magnitude', candidate({ magnitude: 0 }), afad({ magnitude: 0.3 }), 'one'],
  ['saturated: ML 6.4 and Mw 7.8', candidate({ magnitude: 6.4 }), afad({ magnitude: 7.8, magnitudeType: 'Mw' }), 'one'],
  ['one without magnitude', candidate({ magnitude: null }), afad({ magnitude: 5.9 }), 'one'],
  [
    'neither with a magnitude, 40 km',
    candidate({ magnitude: null }),
    afad({ magnitude: null, latitude: north(40) }),
    'one',
  ],
  [
    '20 s apart in 1995',
    candidate({ time: at('1995-05-01 00:00:00') }),
    afad({ time: at('1995-05-01 00:00:20') }),
    'one',
  ],
  [
    "AFAD's two catalogues, 20 s apart (Van 2011)",
    afad({ time: at('2011-10-23 10:41:20'), magnitude: 6.7 }),
    candidate({ feedGroup: 'afad-unified', time: at('2011-10-23 10:41:00'), magnitude: 7.1, magnitudeType: 'Mw' }),
    'one',
  ],
  ['either side of 180°', candidate({ longitude: 179.98 }), afad({ longitude: -179.98 }), 'one'],
  ['opposite meridians', candidate({ longitude: 0 }), afad({ longitude: 180 }), 'never'],
  ['local time for UTC, 3 h off', candidate(), afad({ time: NOON + 3 * HOUR }), 'never'],
];

for (const [what, one, other, verdict] of PAIRS)
  test(`${verdict}: ${what}`, () => {
    assert.equal(verdictOf(one, other), verdict);
    assert.equal(verdictOf(other, one), verdict);
  });

const historical = (
  text: string,
  precision: Values & object extends { precision?: infer P } ? P : never,
  values: Values = {},
) =>
  candidate({
    feedGroup: 'historical',
    time: at(text),
    magnitude: 7,
    ...(precision === undefined ? {} : { precision }),
    ...values,
  });

/** `[precision, its time, the other time, may be one]`. */
const COARSE: [Candidate, string, boolean][] = [
  [historical('1900-05-10 12:30:00', 'minute'), '1900-05-10 12:30:59', true],
  [historical('1900-05-10 12:30:00', 'minute'), '1900-05-10 12:31:59', true],
  [historical('1900-05-10 12:30:00', 'minute'), '1900-05-10 12:32:30', false],
  [historical('2000-05-10 12:30:00', 'minute'), '2000-05-10 12:29:31', true],
  [historical('2000-05-10 12:30:00', 'minute'), '2000-05-10 12:27:59', false],
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
    assert.equal(verdictOf(old, afad({ time: at(text), magnitude: 7 })) === 'one', possible);
  });

test('a shock of a very different magnitude does not match the great one of that day', () => {
  const great = historical('1939-12-26 00:00:00', 'day', { magnitude: 7.8 });
  assert.equal(verdictOf(great, afad({ time: at('1939-12-26 04:00:00'), magnitude: 4.1 })), 'never');
  assert.equal(verdictOf(great, afad({ time: at('1939-12-26 23:57:00'), magnitude: 7.9 })), 'one');
});

test('an ambiguous local hour counts as either reading', () => {
  const ambiguous = candidate({ feedGroup: 'kandilli-xml', alternativeTime: NOON + HOUR });
  assert.equal(timeBetween(ambiguous, afad({ time: NOON + HOUR + SECOND })), SECOND);
  assert.equal(timeBetween(ambiguous, afad({ time: NOON - 2 * SECOND })), -2 * SECOND);
  assert.equal(timeBetween(ambiguous, afad({ time: NOON, alternativeTime: NOON + 2 * HOUR })), 0);
  assert.equal(verdictOf(ambiguous, afad({ time: NOON + 30 * MINUTE })), 'never');
});

test('a closer pair scores higher, and USGS is expected a second late', () => {
  const score = (values: Values, of = afad): number => scorePair(candidate(), of(values))!.total;
  assert.ok(score({}) > score({ time: NOON + 3 * SECOND }));
  assert.ok(score({}) > score({ latitude: north(5) }));
  assert.ok(score({}) > score({ magnitude: 4.5 }));
  assert.ok(score({}) > score({ magnitude: 4.2, magnitudeType: 'MD' }));
  assert.ok(score({ time: NOON + SECOND }, usgs) > score({ time: NOON - SECOND }, usgs));
});

test('agreeing on a large magnitude weighs more than on a small one', () => {
  const score = (magnitude: number): number => scorePair(candidate({ magnitude }), afad({ magnitude }))!.total;
  assert.ok(score(6) > score(5) && score(5) > score(3));
});

test('the parts of a score add up, and are named by pair, era and region', () => {
  const score = scorePair(candidate({ magnitude: 4.4 }), usgs({ time: NOON + 2 * SECOND, latitude: north(12) }))!;
  assert.ok(Math.abs(score.time + score.distance + score.magnitude + score.background - score.total) < 1e-9);
  assert.equal(score.residuals.seconds, 2);
  assert.equal(score.residuals.magnitude, -0.2);
  assert.ok(Math.abs(score.residuals.km - 12) < 0.01);
  const nameFor = (a: Candidate, b: Candidate): string => modelFor(a, b).name;
  assert.equal(score.model.name, 'national and global, since 2012, inside the national networks');
  const old = at('1998-01-01 00:00:00');
  assert.equal(
    nameFor(candidate({ time: old, latitude: 33.5 }), afad({ time: old, latitude: 33.5 })),
    'kandilli and afad, 1990 to 2006, outside the national networks',
  );
  assert.equal(
    nameFor(
      candidate({ time: at('1969-12-31 23:59:59') }),
      candidate({ feedGroup: 'historical', time: at('1970-01-01 00:00:00') }),
    ),
    'historical list, before 1970, inside the national networks',
  );
});

const anyCandidate = fc
  .record({
    time: fc.integer({ min: 0, max: 90 }).map((seconds) => NOON + seconds * SECOND),
    latitude: fc.double({ min: 36, max: 39, noNaN: true }),
    longitude: fc.double({ min: 36, max: 39, noNaN: true }),
    magnitude: fc.option(fc.double({ min: 0, max: 8, noNaN: true })),
    feedGroup: fc.constantFrom('kandilli-zeqdb' as const, 'afad' as const, 'afad-unified' as const, 'usgs' as const),
    precision: fc.constantFrom('second' as const, 'minute' as const, 'day' as const),
    alternativeTime: fc.option(fc.constant(NOON + HOUR)),
  })
  .map(candidate);

test('a score is symmetric and a finite number', () => {
  fc.assert(
    fc.property(anyCandidate, anyCandidate, (one, other) => {
      const score = scorePair(one, other);
      assert.deepEqual(scorePair(other, one), score);
      if (score !== undefined) assert.ok(Number.isFinite(score.total));
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

test('TURHEC, which was not measured, is expected neither before nor after any other agency', () => {
  const turhec = (seconds: number): Candidate =>
    candidate({ feedGroup: 'turhec', agencyEvent: 2, time: NOON + seconds * SECOND });
  for (const other of [candidate(), afad(), usgs()])
    assert.equal(scorePair(other, turhec(2))!.total, scorePair(other, turhec(-2))!.total);
  assert.notEqual(
    scorePair(candidate(), usgs({ time: NOON + 2 * SECOND }))!.total,
    scorePair(candidate(), usgs({ time: NOON - 2 * SECOND }))!.total,
  );
});
