/** What keys do on every engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '#core/time.ts';
import { generateKey } from '../../../gateway/http/key-format.ts';
import {
  type IssuedKey,
  type KeyError,
  KeyStore,
  MAX_ACTIVE_KEYS,
  MAX_NEW_KEYS_PER_DAY,
  ROTATION_OVERLAP,
} from '../../../gateway/access/key-store.ts';
import type { SqlDatabase } from '../../../gateway/store/sql-database.ts';

/** @returns a database without rows */
export type OpenDatabase = () => Promise<SqlDatabase> | SqlDatabase;

async function store(open: OpenDatabase) {
  const database = await open();
  const clock = { now: Date.UTC(2026, 6, 1) };
  const rows = async (): Promise<number> =>
    (await database.query<{ count: number }>('SELECT count(*) AS count FROM api_keys')).rows[0]!.count;
  return { database, clock, rows, keys: new KeyStore(database, () => clock.now) };
}

/** So many keys of an account, one after the other. */
async function issued(keys: KeyStore, count: number, account = 'a'): Promise<IssuedKey[]> {
  const all: IssuedKey[] = [];
  while (all.length < count) all.push(await keys.issue(account, `key ${all.length}`));
  return all;
}

const reason = (expected: KeyError['reason']) => (error: unknown) => (error as KeyError).reason === expected;

export function keyStoreContract(name: string, open: OpenDatabase, skip: string | false = false): void {
  const check = (what: string, work: () => Promise<void>): void => void test(`${name}: ${what}`, { skip }, work);
  lookUps(check, open);
  rotation(check, open);
  limits(check, open);
}

type Check = (what: string, work: () => Promise<void>) => void;

function lookUps(check: Check, open: OpenDatabase): void {
  check('a key is issued once, listed without itself, and found by itself alone', async () => {
    const { keys, clock, database } = await store(open);
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
    const rows = JSON.stringify((await database.query('SELECT * FROM api_keys')).rows);
    assert.ok(!rows.includes(one.key.slice(8)) && !rows.includes(one.key.slice(3)));
  });

  check('keys with the same prefix are distinguished by their hash', async () => {
    const { keys, database } = await store(open);
    const [one, two] = [await keys.issue('a', 'one'), await keys.issue('b', 'two')];
    await database.query('UPDATE api_keys SET prefix = :prefix', { prefix: one.prefix });
    assert.deepEqual(await keys.find(one.key), { id: one.id, account: 'a' });
    await database.query('UPDATE api_keys SET prefix = :prefix', { prefix: two.prefix });
    assert.deepEqual(await keys.find(two.key), { id: two.id, account: 'b' });
    assert.equal(await keys.find(one.key), undefined);
  });

  check('names', async () => {
    const { keys } = await store(open);
    const { id } = await keys.issue('a', 'Kırmızı çağrı 📈');
    await keys.rename('a', id, 'x'.repeat(64));
    assert.equal((await keys.list('a'))[0]!.name, 'x'.repeat(64));
    for (const bad of ['', '  ', 'x'.repeat(65), 'a\nb', 'a\0b', 'a\u202eb', 'a\u200bb', '\ud800']) {
      await assert.rejects(() => keys.issue('a', bad), reason('bad_name'), JSON.stringify(bad));
      await assert.rejects(() => keys.rename('a', id, bad), reason('bad_name'));
    }
  });

  check("a revoked key stops working at once; other accounts' keys cannot be changed", async () => {
    const { keys } = await store(open);
    const { id, key } = await keys.issue('a', 'one');
    for (const touch of [() => keys.revoke('b', id), () => keys.rename('b', id, 'x'), () => keys.rotate('b', id)])
      await assert.rejects(touch, reason('not_found'));
    assert.deepEqual(await keys.find(key), { id, account: 'a' });
    await keys.revoke('a', id);
    assert.equal(await keys.find(key), undefined);
    assert.deepEqual(await keys.list('a'), []);
    await assert.rejects(() => keys.revoke('a', id), reason('not_found'));
  });
}

function rotation(check: Check, open: OpenDatabase): void {
  check('rotation: both keys work for a day, then the new one alone', async () => {
    const { keys, clock } = await store(open);
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

  check('however often a key is rotated, two of it work at most', async () => {
    const { keys } = await store(open);
    let key = await keys.issue('a', 'one');
    const all = [key];
    for (let times = 1; times < MAX_NEW_KEYS_PER_DAY; times += 1) all.push((key = await keys.rotate('a', key.id)));
    const working = await Promise.all(all.map(async (one) => ((await keys.find(one.key)) ? [one] : [])));
    assert.deepEqual(working.flat(), all.slice(-2));
    assert.equal((await keys.list('a')).length, 2);
  });
}

function limits(check: Check, open: OpenDatabase): void {
  check(`an account has ${MAX_ACTIVE_KEYS} active keys at most, including rotated ones that still work`, async () => {
    const { keys, clock } = await store(open);
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

  check(
    `an account makes ${MAX_NEW_KEYS_PER_DAY} keys a UTC day at most, also when the clock is set back`,
    async () => {
      const { keys, clock } = await store(open);
      const makeAndRevoke = async (): Promise<void> => keys.revoke('a', (await keys.issue('a', 'x')).id);
      for (let times = 0; times < MAX_NEW_KEYS_PER_DAY; times += 1) await makeAndRevoke();
      await assert.rejects(makeAndRevoke, reason('too_many_today'));
      clock.now -= DAY;
      await assert.rejects(makeAndRevoke, reason('too_many_today'));
      await keys.issue('b', 'of another account');
      clock.now += 2 * DAY;
      await makeAndRevoke();
    },
  );

  check('keys that work no longer are forgotten after 30 days', async () => {
    const { keys, clock, rows } = await store(open);
    const [kept, revoked, rotated] = (await issued(keys, 3)) as [IssuedKey, IssuedKey, IssuedKey];
    await keys.revoke('a', revoked.id);
    await keys.rotate('a', rotated.id);
    clock.now += 30 * DAY;
    await keys.issue('b', 'x');
    assert.equal(await rows(), 5);
    clock.now += 2 * DAY;
    await keys.issue('b', 'y');
    assert.equal(await rows(), 4, 'the revoked and the rotated one are gone, two of each account are left');
    assert.ok(await keys.find(kept.key));
    assert.equal((await keys.list('a')).length, 2);
  });

  check('keys issued at the same time never exceed the limit', async () => {
    const { keys } = await store(open);
    const issue = async (): Promise<boolean> =>
      keys.issue('a', 'x').then(
        () => true,
        (error: unknown) => (reason('too_many')(error) ? false : Promise.reject(error)),
      );
    const issued = await Promise.all(Array.from({ length: MAX_ACTIVE_KEYS + 7 }, issue));
    assert.equal(issued.filter(Boolean).length, MAX_ACTIVE_KEYS);
    assert.equal((await keys.list('a')).length, MAX_ACTIVE_KEYS);
  });
}
