import assert from 'node:assert/strict';
import test from 'node:test';
import { searchText } from '#core/record/search-text.ts';
import { earthquake } from '../../support/earthquake.ts';

const wordsOf = (...parameters: Parameters<typeof earthquake>): string[] =>
  searchText(earthquake(...parameters)).split('\n');

test('a search finds the place and the words of every agency, each once', () => {
  assert.deepEqual(wordsOf(), ['pazarcik (kahramanmaras)', '26 km ene of nurdagi, turkey', '']);
  const [solution] = earthquake().solutions;
  assert.deepEqual(wordsOf({ solutions: [{ ...solution!, place: null }] }), ['pazarcik (kahramanmaras)', '']);
});

test('a search finds both names, and the provinces that the earthquake may have reached', () => {
  const [solution] = earthquake().solutions;
  const named = { ...solution!, eventName: '1943 Tosya–Ladik depremi', eventNameEn: '1943 Tosya–Ladik earthquake' };
  assert.deepEqual(wordsOf({ solutions: [named], provincesReached: ['18', '37'] }), [
    ...['pazarcik (kahramanmaras)', '1943 tosya-ladik depremi', '1943 tosya-ladik earthquake'],
    ...['cankiri', 'kastamonu', ''],
  ]);
});
