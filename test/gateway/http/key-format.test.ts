import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hashOf, isWellFormed, generateKey, prefixOf } from '../../../gateway/http/key-format.ts';

test('a key has 190 random bits and a checksum, and no two are alike', () => {
  const keys = Array.from({ length: 2000 }, generateKey);
  for (const key of keys) {
    assert.match(key, /^sk_[0-9A-Za-z]{38}$/);
    assert.ok(isWellFormed(key));
  }
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(32 * Math.log2(62) - 5 * Math.log2(62) >= 160, 'also with the characters shown known');
});

test('every character of the alphabet is about as likely', () => {
  const counts = new Map<string, number>();
  const keys = Array.from({ length: 2000 }, () => generateKey().slice(3, 35));
  for (const character of keys.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 64,000 draws: 1032 expected, standard deviation 32.
  for (const [character, count] of counts) assert.ok(Math.abs(count - 1032) < 8 * 32, `${character}: ${count}`);
});

test('one character wrong, missing, doubled or swapped is detected without a lookup', () => {
  const key = generateKey();
  for (let place = 0; place < key.length; place += 1) {
    const other = key[place] === 'a' ? 'b' : 'a';
    assert.ok(!isWellFormed(key.slice(0, place) + other + key.slice(place + 1)), `place ${place}`);
    assert.ok(!isWellFormed(key.slice(0, place) + key.slice(place + 1)));
    assert.ok(!isWellFormed(key.slice(0, place) + key[place] + key.slice(place)));
    const next = key[place + 1];
    if (next !== undefined && next !== key[place])
      assert.ok(!isWellFormed(key.slice(0, place) + next + key[place] + key.slice(place + 2)), `swap at ${place}`);
  }
  for (const wrong of ['', 'sk_', `${key} `, ` ${key}`, `${key}\n`, key.replace('sk_', 'sk_live_'), key.toUpperCase()])
    assert.ok(!isWellFormed(wrong), JSON.stringify(wrong));
});

test('what is stored: a SHA-256 and eight characters', () => {
  const key = generateKey();
  assert.deepEqual(hashOf(key), createHash('sha256').update(key, 'utf8').digest());
  assert.equal(prefixOf(key), key.slice(0, 8));
});
