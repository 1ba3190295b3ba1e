import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { faultOf, readWellKnown, type WellKnown } from '../../scripts/real-data/quality/well-known.ts';
import { at } from '../support/catalog.ts';
import { earthquake } from '../support/earthquake.ts';

const KNOWN: WellKnown = {
  name: 'Gediz',
  time: at('1970-03-28 21:02:00'),
  least: 6.7,
  greatest: 7.7,
  latitude: 39.13,
  longitude: 29.58,
  withinKm: 60,
};

const record = (values: Partial<Earthquake> = {}): Earthquake =>
  earthquake({ time: KNOWN.time + 24 * SECOND, latitude: 39.21, longitude: 29.51, magnitude: 7.2, ...values });

const CASES: [what: string, records: Earthquake[], fault: RegExp | undefined][] = [
  ['nothing', [record()], undefined],
  ['an aftershock beside', [record(), record({ magnitude: 5.3 })], undefined],
  ['it is missing', [], /missing/],
  ['another minute', [record({ time: KNOWN.time + 3 * MINUTE })], /missing/],
  ['too small', [record({ magnitude: 6.2 })], /Mw? ?6\.2 .*not 6\.7 to 7\.7|6\.2.*not/],
  ['too large', [record({ magnitude: 7.8 })], /not 6\.7 to 7\.7/],
  ['far off', [record({ latitude: 39.9 })], /km off/],
  ['twice', [record(), record({ magnitude: 7 })], / and /],
];
for (const [what, records, fault] of CASES)
  test(`a well-known earthquake: ${what}`, () => {
    const found = faultOf(KNOWN, records);
    if (fault) assert.match(found!, fault);
    else assert.equal(found, undefined);
  });

test('the list has a hundred earthquakes in order of time, each with a range and a place', () => {
  const list = readWellKnown();
  assert.ok(list.length >= 100);
  assert.deepEqual(
    list.map(({ time }) => time),
    list.map(({ time }) => time).sort((a, b) => a - b),
  );
  for (const { name, least, greatest, latitude, longitude, withinKm } of list)
    assert.ok(least < greatest && latitude > 34 && longitude > 24 && withinKm <= 130, name);
});
