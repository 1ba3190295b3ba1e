/** Hashing is limited, and a flood from many addresses does not prevent log-in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHashQueue } from '../../../gateway/accounts/hashing-queue.ts';
import { cheapHashing, EMAIL, loggedInClient, PASSWORD, testAccounts } from '../../support/accounts.ts';

/** Work that ends on demand. */
function gated() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    most: () => most,
    async work(): Promise<void> {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
    async endAll(): Promise<void> {
      do {
        await new Promise((resolve) => setImmediate(resolve));
        ends.shift()?.();
      } while (ends.length > 0 || running > 0);
    },
  };
}

test('a few run, some wait, and the client with the most attempts is rejected', async () => {
  const queue = createHashQueue({ concurrency: 2, maxQueued: 3 });
  const { work, endAll, most } = gated();
  const order: string[] = [];
  const take = (name: string, rank: number): Promise<string> =>
    queue.take(rank, work).then(
      () => (order.push(name), name),
      (error: { status?: number }) => `${name} ${error.status}`,
    );
  const accepted = [
    take('a', 9),
    take('b', 9),
    take('third time', 3),
    take('second time', 2),
    take('first time', 1),
    take('known browser', 0),
    take('fourth time', 4),
    take('another first time', 1),
  ];
  await endAll();
  assert.deepEqual(await Promise.all(accepted), [
    'a',
    'b',
    'third time 503',
    'second time 503',
    'first time',
    'known browser',
    'fourth time 503',
    'another first time',
  ]);
  assert.deepEqual(order, ['a', 'b', 'known browser', 'first time', 'another first time']);
  assert.equal(most(), 2);
  const again = take('again', 9);
  await endAll();
  assert.equal(await again, 'again', 'the places are free again');
});

test('a full queue is 503 with the usual JSON error', async () => {
  const accounts = await testAccounts({ hashQueueLimits: { concurrency: 0, maxQueued: 0 } });
  const response = await accounts.client().json('/account/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '30');
  assert.equal(((await response.json()) as { code: string }).code, 'unavailable');
});

test('300 addresses with all of their attempts do not prevent a log-in', async () => {
  const { work, endAll } = gated();
  const cheap = cheapHashing();
  let blocked = false;
  const hashing = {
    hash: (password: string) => (blocked ? work() : Promise.resolve()).then(() => cheap.hash(password)),
    verify: (input: { hash: string; password: string }) =>
      (blocked ? work() : Promise.resolve()).then(() => cheap.verify(input)),
  };
  const accounts = await testAccounts({ hashing });
  const owner = await loggedInClient(accounts);
  await owner.json('/account/auth/sign-out');
  const attack = (email: string, from: string): Promise<Response> =>
    accounts
      .client()
      .json('/account/auth/sign-in/email', { email, password: 'not this one' }, 'POST', { 'X-Test-Address': from });
  blocked = true;
  const attacks: Promise<number>[] = [];
  for (let round = 0; round < 4; round += 1)
    for (let one = 0; one < 300; one += 1)
      attacks.push(attack(`${one}-${round}@example.org`, `attacker ${one}`).then(({ status }) => status));
  /** Until so many accounts, addresses and browsers were counted. */
  const counted = async (most: number): Promise<void> => {
    const count = accounts.db.prepare('SELECT count(*) FROM login_failures').pluck();
    while ((count.get() as number) < most) await new Promise((resolve) => setImmediate(resolve));
  };
  // The owner's account and address were counted before.
  await counted(2 + 1200 + 300);
  const before = cheap.calls;
  const signIn = { email: EMAIL, password: PASSWORD };
  const known = owner.json('/account/auth/sign-in/email', signIn).then(({ status }) => [status, cheap.calls - before]);
  const anew = accounts
    .client()
    .json('/account/auth/sign-in/email', signIn, 'POST', { 'X-Test-Address': 'new' })
    .then(({ status }) => [status, cheap.calls - before]);
  await counted(2 + 1200 + 300 + 2);
  let over = false;
  const all = Promise.all(attacks).finally(() => (over = true));
  while (!over) await endAll();
  const [[knownStatus, knownAfter], [newStatus, newAfter]] = [await known, await anew] as [number[], number[]];
  assert.deepEqual([knownStatus, newStatus], [200, 200]);
  assert.ok(knownAfter! <= 2, `a known browser waits for one hash, not for ${knownAfter}`);
  assert.ok(newAfter! <= 305, `a new one waits for first attempts at most, not for ${newAfter}`);
  const statuses = await all;
  assert.ok(statuses.every((status) => status === 401 || status === 503));
});
