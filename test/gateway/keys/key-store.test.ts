import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#core/time.ts';
import { openAccounts } from '../../../gateway/accounts/database.ts';
import { makeKey } from '../../../gateway/keys/key-format.ts';
import type { KeyError } from '../../../gateway/keys/key-store.ts';
import { createKeyStore, MOST_KEYS, ROTATION_OVERLAP } from '../../../gateway/keys/key-store.ts';

function store() {
  const db = openAccounts(':memory:');
  const clock = { now: Date.UTC(2026, 6, 1) };
  return { db, clock, keys: createKeyStore(db, () => clock.now) };
}

const reason = (expected: KeyError['reason']) => (error: unknown) => (error as KeyError).reason === expected;

test('a key is issued once, listed without itself, and found by itself alone', () => {
  const { keys, clock, db } = store();
  const one = keys.issue('a', '  Poller  ');
  assert.deepEqual(keys.list('a'), [
    {
      id: one.id,
      name: 'Poller',
      prefix: one.key.slice(0, 8),
      createdAt: clock.now,
      lastUsedAt: null,
      expiresAt: null,
    },
  ]);
  assert.deepEqual(keys.find(one.key), { id: one.id, account: 'a' });
  assert.deepEqual(keys.list('b'), []);
  for (const wrong of [makeKey(), one.key.slice(0, -1), `${one.key}0`, '', 'sk_x', one.prefix])
    assert.equal(keys.find(wrong), undefined);
  const rows = JSON.stringify(db.prepare('SELECT * FROM api_keys').all());
  assert.ok(!rows.includes(one.key.slice(8)) && !rows.includes(one.key.slice(3)));
});

test('keys with the same first characters are told apart by their hash', () => {
  const { keys, db } = store();
  const [one, two] = [keys.issue('a', 'one'), keys.issue('b', 'two')];
  db.prepare('UPDATE api_keys SET prefix = ?').run(one.prefix);
  assert.deepEqual(keys.find(one.key), { id: one.id, account: 'a' });
  db.prepare('UPDATE api_keys SET prefix = ?').run(two.prefix);
  assert.deepEqual(keys.find(two.key), { id: two.id, account: 'b' });
  assert.equal(keys.find(one.key), undefined);
});

test('names', () => {
  const { keys } = store();
  const { id } = keys.issue('a', 'Kırmızı çağrı 📈');
  keys.rename('a', id, 'x'.repeat(64));
  assert.equal(keys.list('a')[0]!.name, 'x'.repeat(64));
  for (const bad of ['', '  ', 'x'.repeat(65), 'a\nb', 'a\0b', 'a\u202eb', 'a\u200bb', '\ud800']) {
    assert.throws(() => keys.issue('a', bad), reason('bad_name'), JSON.stringify(bad));
    assert.throws(() => keys.rename('a', id, bad), reason('bad_name'));
  }
});

test('a revoked key is refused at once; nobody touches the keys of another account', () => {
  const { keys } = store();
  const { id, key } = keys.issue('a', 'one');
  for (const touch of [() => keys.revoke('b', id), () => keys.rename('b', id, 'x'), () => keys.rotate('b', id)])
    assert.throws(touch, reason('not_found'));
  assert.deepEqual(keys.find(key), { id, account: 'a' });
  keys.revoke('a', id);
  assert.equal(keys.find(key), undefined);
  assert.deepEqual(keys.list('a'), []);
  assert.throws(() => keys.revoke('a', id), reason('not_found'));
});

test('rotation: both keys work for a day, then the new one alone', () => {
  const { keys, clock } = store();
  const old = keys.issue('a', 'one');
  const next = keys.rotate('a', old.id);
  assert.equal(next.name, 'one');
  assert.notEqual(next.id, old.id);
  assert.deepEqual(
    keys
      .list('a')
      .map(({ id, expiresAt }) => [id, expiresAt])
      .toSorted(),
    [
      [old.id, clock.now + ROTATION_OVERLAP],
      [next.id, null],
    ].toSorted(),
  );
  assert.throws(() => keys.rotate('a', old.id), reason('already_rotated'));
  clock.now += 24 * HOUR - 1;
  assert.ok(keys.find(old.key) && keys.find(next.key));
  clock.now += 1;
  assert.equal(keys.find(old.key), undefined);
  assert.ok(keys.find(next.key));
  assert.equal(keys.list('a').length, 1);
});

test('however often a key is rotated, two of it work at most', () => {
  const { keys } = store();
  let key = keys.issue('a', 'one');
  const all = [key];
  for (let times = 0; times < 50; times += 1) all.push((key = keys.rotate('a', key.id)));
  assert.deepEqual(
    all.filter((one) => keys.find(one.key)),
    all.slice(-2),
  );
  assert.equal(keys.list('a').length, 2);
});

test(`an account has ${MOST_KEYS} keys at most, and may rotate them all`, () => {
  const { keys } = store();
  const issued = Array.from({ length: MOST_KEYS }, (_, number) => keys.issue('a', `key ${number}`));
  assert.throws(() => keys.issue('a', 'one more'), reason('too_many'));
  keys.issue('b', 'of another account');
  for (const { id } of issued) keys.rotate('a', id);
  assert.throws(() => keys.issue('a', 'one more'), reason('too_many'));
  assert.equal(keys.list('a').length, 2 * MOST_KEYS);
  assert.equal(keys.revokeAll('a'), 2 * MOST_KEYS);
  keys.issue('a', 'again');
});
