import assert from 'node:assert/strict';
import test from 'node:test';
import { QUAKEML_EVENT_TYPES, quakemlEventType } from '../../../generator/sources/parsing/event-type.ts';
import { normaliseMagnitudeType } from '../../../generator/sources/parsing/rows.ts';

const SPELLINGS: [unknown, string | null][] = [
  ['ML', 'ML'],
  ['Ml', 'ML'],
  [' ml ', 'ML'],
  ['MD', 'MD'],
  ['Md', 'MD'],
  ['md', 'MD'],
  ['MW', 'Mw'],
  ['Mw', 'Mw'],
  ['mw', 'Mw'],
  ['mww', 'Mww'],
  ['Mwc', 'Mwc'],
  ['mwb', 'Mwb'],
  ['MWR', 'Mwr'],
  ['Mwp', 'Mwp'],
  ['Mw*', 'Mw*'],
  ['mw*', 'Mw*'],
  ['mb', 'mb'],
  ['MB', 'mb'],
  ['mb_lg', 'mb_Lg'],
  ['MS', 'Ms'],
  ['ms', 'Ms'],
  ['MS(BB)', 'Ms_BB'],
  ['ms_20', 'Ms_20'],
  ['M', 'M'],
  ['Mfa', 'Mfa'],
  ['x\u0000y\u202Ez', 'xyz'],
  ['a very long name of a magnitude', 'a very long name of'],
  ['', null],
  ['-', null],
  ['UK', null],
  [null, null],
  [7, null],
];

for (const [given, expected] of SPELLINGS) {
  test(`magnitude type ${JSON.stringify(given)} is ${expected}`, () =>
    assert.equal(normaliseMagnitudeType(given), expected));
}

test('a normalised type stays as it is', () => {
  for (const [given] of SPELLINGS) {
    const once = normaliseMagnitudeType(given);
    assert.equal(normaliseMagnitudeType(once), once);
  }
});

test('event types are QuakeML names, whatever the input', () => {
  assert.equal(QUAKEML_EVENT_TYPES.size, 44);
  for (const given of ['earthquake', 'Quarry_Blast', 'Göçük', 'dragon', '', null, 3]) {
    assert.ok(QUAKEML_EVENT_TYPES.has(quakemlEventType(given)), String(given));
  }
  assert.equal(quakemlEventType('Göçük'), 'collapse');
});
