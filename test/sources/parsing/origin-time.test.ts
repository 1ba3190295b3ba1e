import assert from 'node:assert/strict';
import test from 'node:test';
import { formatInstant } from '#core/time.ts';
import { momentMagnitude, nodalPlane } from '../../../generator/sources/parsing/focal-mechanism.ts';
import { originTime, precisionOfRoundTime } from '../../../generator/sources/parsing/origin-time.ts';
import fc from '../../support/property.ts';
import { at } from '../../support/catalog.ts';

const FULL = { year: 2005, month: 6, day: 20, hour: 2, minute: 32, second: 7.25 };

for (const [change, text, precision] of [
  [{}, '2005-06-20T02:32:07.250Z', 'second'],
  [{ second: 60 }, '2005-06-20T02:33:00Z', 'second'],
  [{ hour: 23, minute: 59, second: 60.5, month: 12, day: 31 }, '2006-01-01T00:00:00.500Z', 'second'],
  [{ second: null }, '2005-06-20T02:32:00Z', 'minute'],
  [{ minute: null }, '2005-06-20T02:00:00Z', 'hour'],
  [{ hour: null }, '2005-06-20T00:00:00Z', 'day'],
  [{ day: null }, '2005-06-01T00:00:00Z', 'month'],
  [{ month: null }, '2005-01-01T00:00:00Z', 'year'],
  [{ year: 1500, month: 2, day: 29 }, '1500-02-29T02:32:07.250Z', 'second'],
] as const) {
  test(`${JSON.stringify(change)} is ${text}, known to the ${precision}`, () => {
    const origin = originTime({ ...FULL, ...change });
    assert.deepEqual([formatInstant(origin!.time), origin!.precision], [text, precision]);
  });
}

test('an impossible time is undefined', () => {
  for (const change of [
    { month: 13 },
    { day: 31 },
    { hour: 24 },
    { minute: 60 },
    { second: 61 },
    { second: -1 },
    { second: NaN },
    { year: 0 },
    { day: 1.5 },
  ]) {
    assert.equal(originTime({ ...FULL, ...change }), undefined, JSON.stringify(change));
  }
});

test('every two-decimal second keeps its milliseconds', () => {
  for (let hundredths = 0; hundredths < 6000; hundredths += 1) {
    const { time } = originTime({ ...FULL, second: hundredths / 100 })!;
    assert.equal(time % 60_000, hundredths * 10);
  }
});

test('nodal planes are brought into range and keep their direction', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -360, max: 360 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: -360, max: 360 }),
      (strike, dip, rake) => {
        const plane = nodalPlane(strike, dip, rake)!;
        assert.ok(plane.strike >= 0 && plane.strike < 360 && plane.rake > -180 && plane.rake <= 180);
        assert.equal((((plane.strike - strike) % 360) + 360) % 360, 0);
        assert.equal((((plane.rake - rake) % 360) + 360) % 360, 0);
        assert.equal(plane.dip, dip);
      },
    ),
  );
});

test('invalid angles are refused', () => {
  for (const [strike, dip, rake] of [
    [361, 1, 1],
    [1, 90.1, 1],
    [1, -1, 1],
    [1, 1, 400],
    [NaN, 1, 1],
  ] as const) {
    assert.equal(nodalPlane(strike, dip, rake), undefined);
  }
});

test('moment magnitude as GCMT gives it', () => {
  assert.equal(momentMagnitude(1.149e17), 5.31);
  assert.equal(momentMagnitude(7.04e20), 7.83);
});

for (const [time, precision] of [
  ['1935-07-12 00:00:00', 'day'],
  ['1948-03-02 07:00:00', 'hour'],
  ['1957-04-26 06:33:00', 'minute'],
  ['1957-04-26 06:33:00.1', 'second'],
  ['1961-05-23 02:45:00', 'second'],
  ['1973-03-01 00:00:00', 'day'],
  ['1983-03-01 00:00:00', 'second'],
] as const)
  test(`${time} in a list without precision is known to the ${precision}`, () =>
    assert.equal(precisionOfRoundTime(at(time)), precision));
