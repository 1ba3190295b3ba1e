import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeForm } from '#core/place-form.ts';

test('province and country stand in brackets, and nothing else changes', () => {
  for (const [words, form] of [
    ['İzmit, Kocaeli', 'İzmit (Kocaeli)'],
    ['Kandiye, Girit, Yunanistan', 'Kandiye, Girit (Yunanistan)'],
    ['Vrancea, Romanya', 'Vrancea (Romanya)'],
    ['Pazarcık (Kahramanmaraş)', 'Pazarcık (Kahramanmaraş)'],
    ['Akdeniz, Dalaman (Muğla) 34 km G', 'Akdeniz, Dalaman (Muğla) 34 km G'],
    ['Antakya (Antioch), Hatay', 'Antakya (Antioch), Hatay'],
    ['Heraklion, Crete, Greece', 'Heraklion, Crete, Greece'],
    ['Ege Denizi, Sisam', 'Ege Denizi, Sisam'],
    ['Erzincan', 'Erzincan'],
    ['46', '46'],
    ['x, 46', 'x, 46'],
  ] as const) {
    assert.equal(placeForm(words), form);
    assert.equal(placeForm(form), form);
  }
});
