import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeForm, spokenPlace } from '#core/place-form.ts';

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

test('directions are words for readers', () => {
  assert.equal(spokenPlace('Ege Denizi, Bodrum (Muğla) 12 km GB'), 'Ege Denizi, Bodrum (Muğla) 12 km güneybatısı');
  assert.equal(spokenPlace('Girit Adası (Yunanistan) 31 km K'), 'Girit Adası (Yunanistan) 31 km kuzeyi');
  assert.equal(spokenPlace('Adilcevaz (Bitlis) 25 km KKD'), 'Adilcevaz (Bitlis) 25 km kuzey-kuzeydoğusu');
  for (const words of ['Pazarcık (Kahramanmaraş)', '38.12° K, 27.45° D', 'x 5 km KGB', '5 km GB Adası'])
    assert.equal(spokenPlace(words), words);
});
