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
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const once = fold(String.fromCodePoint(point));
    if (fold(once) !== once) unstable.push(point.toString(16));
  }
  assert.deepEqual(unstable, []);
});
