import assert from 'node:assert/strict';
import test from 'node:test';
import type { Magnitude } from '#core/earthquake.ts';
import type { Member } from '../../../generator/catalog/documents/solution-version.ts';
import { at } from '../../support/catalog.ts';
import { draft, mag, member } from '../../support/composition.ts';

test('before 1977 an Ms of 5.5 or more comes directly after a measured Mw', () => {
  const primary = (time: string, ...magnitudes: Magnitude[]): unknown => {
    const { magnitude, magnitudeType } = draft(member('kandilli-zeqdb', { time: at(time), magnitudes }));
    return [magnitudeType, magnitude];
  };
  const [gediz, later] = ['1970-03-28 21:02:23', '1977-01-01 00:00:00'];
  assert.deepEqual(primary(gediz, mag('Mw*', 6.2), mag('ML', 6.8), mag('Ms', 7)), ['Ms', 7]);
  assert.deepEqual(primary(gediz, mag('Mw', 7.2), mag('Ms', 7)), ['Mw', 7.2]);
  assert.deepEqual(primary(gediz, mag('ML', 5.5), mag('Ms', 5.4)), ['ML', 5.5]);
  assert.deepEqual(primary(later, mag('ML', 6.8), mag('Ms', 7)), ['ML', 6.8]);
});

test("AFAD's unified catalogue gives AFAD's solution before 2007, its own solutions since", () => {
  const key = (time: string): string =>
    draft(member('afad', { time: at(time), key: '1' }), member('afad-unified', { time: at(time), key: '2' }))
      .solutions[0]!.eventId;
  assert.deepEqual([key('2006-12-31 23:59:59'), key('2007-01-01 00:00:00')], ['2', '1']);
});

test('an epicentre in whole degrees gives way to a finer one, of its own agency or another', () => {
  const coarse = { latitude: 40, longitude: 40 };
  const fine = { latitude: 39.71, longitude: 39.6 };
  const sources = (...members: Member[]): string[] => draft(...members).solutions.map(({ agency }) => agency);
  assert.deepEqual(sources(member('afad', coarse), member('usgs', fine)), ['usgs', 'afad']);
  assert.deepEqual(sources(member('afad', coarse), member('usgs', { ...coarse, latitude: 39 })), ['afad', 'usgs']);
  assert.deepEqual(sources(member('afad', fine), member('usgs', coarse)), ['afad', 'usgs']);
  assert.deepEqual(sources(member('afad', coarse), member('historical', { ...fine, precision: 'minute' })), [
    ...['afad', 'historical'],
  ]);
  assert.equal(draft(member('afad', coarse), member('afad-unified', fine)).latitude, 39.71);
});

test('an epicentre far from others that agree gives way, with its magnitude and words', () => {
  const duzce = { latitude: 40.77, longitude: 31.11, magnitudes: [mag('MD', 5)] };
  const korfez = { latitude: 40.8, longitude: 29.72, magnitudes: [mag('MD', 4.1)], place: 'Körfez (Kocaeli)' };
  const usgs = member('usgs', { ...duzce, longitude: 31.23, magnitudes: [mag('mb', 4.6)], place: null });
  const { source, magnitude, longitude, location } = draft(
    member('afad', korfez),
    member('kandilli-zeqdb', duzce),
    usgs,
  );
  assert.deepEqual([source, magnitude, longitude], ['kandilli', 4.6, 31.11]);
  assert.doesNotMatch(location, /Kocaeli/);
  assert.equal(draft(member('afad', korfez), usgs).source, 'afad', 'nobody else agrees');
  const near = { ...korfez, longitude: 30.7 };
  assert.equal(draft(member('afad', near), member('kandilli-zeqdb', duzce), usgs).source, 'afad', '35 km');
});
