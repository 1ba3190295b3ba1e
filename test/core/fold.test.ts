import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#core/text.ts';

test('Turkish letters fold to their base letters, composed or not, in either case', () => {
  for (const [text, folded] of [
    ['İIıi', 'iiii'],
    ['ŞşĞğÜüÖöÇç', 'ssgguuoocc'],
    ['İZMİR', 'izmir'],
    ['IĞDIR'.normalize('NFD'), 'igdir'],
    ['  Ege\u00a0\n Denizi ', 'ege denizi'],
    ['Крит É', 'крит e'],
  ] as const)
    assert.equal(fold(text), folded);
});

test('folding is idempotent for every character', () => {
  const unstable: string[] = [];
  for (let first = 0; first <= 0x10ffff; first += 0x100) {
    if (first >= 0xd800 && first <= 0xdfff) continue;
    const letters = Array.from({ length: 0x100 }, (_, index) => String.fromCodePoint(first + index));
    const text = letters.join('x');
    // Letters are folded one by one: where a text of them stays, each of them does.
    if (fold(text) !== text) unstable.push(...letters.filter((letter) => fold(fold(letter)) !== fold(letter)));
  }
  assert.deepEqual(unstable, []);
});
