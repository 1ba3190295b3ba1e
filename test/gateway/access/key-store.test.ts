import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '#core/time.ts';
import { openAccounts } from '../../../gateway/store/database.ts';
import { sqliteEngine } from '../../../gateway/store/sqlite-engine.ts';
import { generateKey } from '../../../gateway/access/key-format.ts';
import type { IssuedKey, KeyError } from '../../../gateway/access/key-store.ts';
import {
  KeyStore,
  MAX_ACTIVE_KEYS,
  MAX_NEW_KEYS_PER_DAY,
  ROTATION_OVERLAP,
} from '../../../gateway/access/key-store.ts';

function store() {
  const db = openAccounts(':memory:');
  const clock = { now: Date.UTC(2026, 6, 1) };
  const rows = (): number => db.prepare<[], number>('SELECT count(*) FROM api_keys').pluck().get()!;
  return { db, clock, rows, keys: new KeyStore(sqliteEngine(db), () => clock.now) };
}

type Keys = ReturnType<typeof store>['keys'];

/** So many keys of an account, one after the other. */
async function issued(keys: Keys, count: number, account = 'a'): Promise<IssuedKey[]> {
  const all: IssuedKey[] = [];
  while (all.length < count) all.push(await keys.issue(account, `key ${all.length}`));
  return all;
}

const reason = (expected: KeyError['reason']) => (error: unknown) => (error as KeyError).reason === expected;

test('a key is issued once, listed without itself, and found by itself alone', async () => {
  const { keys, clock, db } = store();
  const one = await keys.issue('a', '  Poller  ');
  assert.deepEqual(await keys.list('a'), [
    {
      id: one.id,
      name: 'Poller',
      prefix: one.key.slice(0, 8),
      createdAt: clock.now,
      lastUsedAt: null,
      expiresAt: null,
    },
  ]);
  assert.deepEqual(await keys.find(one.key), { id: one.id, account: 'a' });
  assert.deepEqual(await keys.list('b'), []);
  for (const wrong of [generateKey(), one.key.slice(0, -1), `${one.key}0`, '', 'sk_x', one.prefix])
    assert.equal(await keys.find(wrong), undefined);
  const rows = JSON.stringify(db.prepare('SELECT * FROM api_keys').all());
  assert.ok(!rows.includes(one.key.slice(8)) && !rows.includes(one.key.slice(3)));
});

test('keys with the same prefix are distinguished by their hash', async () => {
  const { keys, db } = store();
  const [one, two] = [await keys.issue('a', 'one'), await keys.issue('b', 'two')];
  db.prepare('UPDATE api_keys SET prefix = ?').run(one.prefix);
  assert.deepEqual(await keys.find(one.key), { id: one.id, account: 'a' });
  db.prepare('UPDATE api_keys SET prefix = ?').run(two.prefix);
  assert.deepEqual(await keys.find(two.key), { id: two.id, account: 'b' });
  assert.equal(await keys.find(one.key), undefined);
});

test('names', async () => {
  const { keys } = store();
  const { id } = await keys.issue('a', 'Kırmızı çağrı 📈');
  await keys.rename('a', id, 'x'.repeat(64));
  assert.equal((await keys.list('a'))[0]!.name, 'x'.repeat(64));
  for (const bad of ['', '  ', 'x'.repeat(65), 'a\nb', 'a\0b', 'a\u202eb', 'a\u200bb', '\ud800']) {
    await assert.rejects(() => keys.issue('a', bad), reason('bad_name'), JSON.stringify(bad));
    await assert.rejects(() => keys.rename('a', id, bad), reason('bad_name'));
  }
});

test("a revoked key stops working at once; other accounts' keys cannot be changed", async () => {
  const { keys } = store();
  const { id, key } = await keys.issue('a', 'one');
  for (const touch of [() => keys.revoke('b', id), () => keys.rename('b', id, 'x'), () => keys.rotate('b', id)])
    await assert.rejects(touch, reason('not_found'));
  assert.deepEqual(await keys.find(key), { id, account: 'a' });
  await keys.revoke('a', id);
  assert.equal(await keys.find(key), undefined);
  assert.deepEqual(await keys.list('a'), []);
  await assert.rejects(() => keys.revoke('a', id), reason('not_found'));
});

test('rotation: both keys work for a day, then the new one alone', async () => {
  const { keys, clock } = store();
  const old = await keys.issue('a', 'one');
  const next = await keys.rotate('a', old.id);
  assert.equal(next.name, 'one');
  assert.notEqual(next.id, old.id);
  assert.deepEqual(
    (await keys.list('a')).map(({ id, expiresAt }) => [id, expiresAt]).toSorted(),
    [
      [old.id, clock.now + ROTATION_OVERLAP],
      [next.id, null],
    ].toSorted(),
  );
  await assert.rejects(() => keys.rotate('a', old.id), reason('already_rotated'));
  clock.now += 24 * HOUR - 1;
  assert.ok((await keys.find(old.key)) && (await keys.find(next.key)));
  clock.now += 1;
  assert.equal(await keys.find(old.key), undefined);
  assert.ok(await keys.find(next.key));
  assert.equal((await keys.list('a')).length, 1);
});

test('however often a key is rotated, two of it work at most', async () => {
  const { keys } = store();
  let key = await keys.issue('a', 'one');
  const all = [key];
  for (let times = 1; times < MAX_NEW_KEYS_PER_DAY; times += 1) all.push((key = await keys.rotate('a', key.id)));
  const working = await Promise.all(all.map(async (one) => ((await keys.find(one.key)) ? [one] : [])));
  assert.deepEqual(working.flat(), all.slice(-2));
  assert.equal((await keys.list('a')).length, 2);
});

test(`an account has ${MAX_ACTIVE_KEYS} active keys at most, including rotated ones that still work`, async () => {
  const { keys, clock } = store();
  const all = await issued(keys, MAX_ACTIVE_KEYS - 1);
  const next = await keys.rotate('a', all[0]!.id);
  for (const one of [() => keys.issue('a', 'one more'), () => keys.rotate('a', all[1]!.id)])
    await assert.rejects(one, reason('too_many'));
  assert.ok(await keys.find(all[1]!.key), 'what was not rotated works as before');
  assert.equal((await keys.list('a')).find(({ id }) => id === all[1]!.id)!.expiresAt, null);
  await keys.issue('b', 'of another account');
  // The one before gives its place to the one after.
  await keys.rotate('a', next.id);
  assert.equal(await keys.find(all[0]!.key), undefined);
  assert.equal((await keys.list('a')).length, MAX_ACTIVE_KEYS);
  clock.now += ROTATION_OVERLAP;
  await keys.issue('a', 'when the rotated one has ended');
  assert.equal(await keys.revokeAll('a'), MAX_ACTIVE_KEYS);
  await keys.issue('a', 'again');
});

test(`an account makes ${MAX_NEW_KEYS_PER_DAY} keys a UTC day at most, also when the clock is set back`, async () => {
  const { keys, clock } = store();
  const makeAndRevoke = async (): Promise<void> => keys.revoke('a', (await keys.issue('a', 'x')).id);
  for (let times = 0; times < MAX_NEW_KEYS_PER_DAY; times += 1) await makeAndRevoke();
  await assert.rejects(makeAndRevoke, reason('too_many_today'));
  clock.now -= DAY;
  await assert.rejects(makeAndRevoke, reason('too_many_today'));
  await keys.issue('b', 'of another account');
  clock.now += 2 * DAY;
  await makeAndRevoke();
});

test('keys that work no longer are forgotten after 30 days', async () => {
  const { keys, clock, rows } = store();
  const [kept, revoked, rotated] = (await issued(keys, 3)) as [IssuedKey, IssuedKey, IssuedKey];
  await keys.revoke('a', revoked.id);
  await keys.rotate('a', rotated.id);
  clock.now += 30 * DAY;
  await keys.issue('b', 'x');
  assert.equal(rows(), 5);
  clock.now += 2 * DAY;
  await keys.issue('b', 'y');
  assert.equal(rows(), 4, 'the revoked and the rotated one are gone, two of each account are left');
  assert.ok(await keys.find(kept.key));
  assert.equal((await keys.list('a')).length, 2);
});
