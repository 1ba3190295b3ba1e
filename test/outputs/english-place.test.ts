/** A list item has the English place wherever it is another one than the Turkish. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { listItem } from '#core/wire.ts';
import { earthquake } from '../support/earthquake.ts';

const WORDS: [location: string, locationEn: string, isGiven: boolean][] = [
  ['Simav (Kütahya)', 'Simav (Kütahya)', false],
  ['Ege Denizi', 'Aegean Sea, 20 km W of Foça (İzmir)', true],
  ['Akdeniz, Kaş (Antalya) 30 km G', 'Mediterranean Sea, 30 km S of Kaş (Antalya)', true],
  ['Girit, Yunanistan', 'Crete, Greece', true],
  ['Midilli (Yunanistan)', 'Lesbos, Greece', true],
  ['Tiflis', 'Tiflis', false],
];

test('words of an agency have their English form where it is another one', () => {
  for (const [location, locationEn, isGiven] of WORDS) {
    const base = earthquake();
    const solutions = base.solutions.map((one) => ({ ...one, place: location }));
    const item = listItem({ ...base, location, locationEn, solutions });
    assert.equal(item.location_en, isGiven ? locationEn : undefined, location);
  }
});
