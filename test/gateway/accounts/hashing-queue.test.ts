/** Hashing is limited, and a flood from many addresses does not prevent log-in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR } from '#core/time.ts';
import { createHashQueue, type HashQueueLimits } from '../../../gateway/accounts/hashing-queue.ts';
import {
  cheapHashing,
  EMAIL,
  type HttpClient,
  loggedInClient,
  PASSWORD,
  testAccounts,
} from '../../support/accounts.ts';

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
    async endOne(): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve));
      ends.shift()?.();
    },
    async endAll(): Promise<void> {
      do {
        await new Promise((resolve) => setImmediate(resolve));
        ends.shift()?.();
      } while (ends.length > 0 || running > 0);
    },
  };
}

const LIMITS = { concurrency: 1, maxQueued: 3, maxWaitMs: HOUR };

/** A queue with work that ends on demand, and the order in which it was done. */
function gatedQueue(limits: Partial<HashQueueLimits> = {}, now?: () => number) {
  const queue = createHashQueue({ ...LIMITS, ...limits }, now);
  const { work, ...gate } = gated();
  const order: string[] = [];
  const take = (name: string, first = false): Promise<string> =>
    queue.take({ name, first }, work).then(
      () => (order.push(name), name),
      (error: { status?: number }) => `${name} ${error.status}`,
    );
  return { ...gate, queue, order, take };
}

test('known browsers first; then by turns who asked first and who came last', async () => {
  const { take, endAll, order, most } = gatedQueue({ concurrency: 2, maxQueued: 9 });
  const all = ['a', 'b', 'first', 'second', 'third', 'fourth', 'fifth'].map((name) => take(name));
  all.push(take('known browser', true));
  await endAll();
  await Promise.all(all);
  assert.deepEqual(order, ['a', 'b', 'known browser', 'fifth', 'first', 'fourth', 'second', 'third']);
  assert.equal(most(), 2);
});

test('each client is served before any is served again, and forgiven after a while', async () => {
  const clock = { at: 0 };
  const { take, endAll, order } = gatedQueue({ maxQueued: 9 }, () => clock.at);
  const round = async (): Promise<string[]> => {
    order.length = 0;
    const all = ['running', 'twice', 'twice', 'twice', 'once'].map((name) => take(name));
    await endAll();
    await Promise.all(all);
    return order.slice(1);
  };
  assert.deepEqual(await round(), ['twice', 'once', 'twice', 'twice']);
  assert.deepEqual(await round(), ['once', 'twice', 'twice', 'twice']);
  clock.at += 10 * HOUR;
  assert.deepEqual((await round())[0], 'twice');
});

test('who is turned away keeps the place', async () => {
  const { take, endAll, order } = gatedQueue();
  const early = ['running', 'a', 'b', 'c', 'd'].map((name) => take(name));
  assert.equal(await early[3], 'c 503', 'the oldest and the newest stay');
  const e = take('e');
  assert.equal(await early[4], 'd 503');
  await endAll();
  await Promise.all([...early, e]);
  assert.deepEqual(order, ['running', 'a', 'e', 'b']);
  const again = ['running', 'f', 'd', 'c'].map((name) => take(name));
  await endAll();
  await Promise.all(again);
  assert.deepEqual(order.slice(4), ['running', 'c', 'f', 'd'], 'c asked before d, and f is new');
});

test('a client with more hashes than all that wait is turned away before anything is counted', async () => {
  const { take, endAll, queue } = gatedQueue();
  const before = take('often');
  await endAll();
  await before;
  const all = ['often', 'a', 'b', 'c'].map((name) => take(name));
  assert.throws(() => queue.admit({ name: 'often' }), { status: 503, headers: { 'Retry-After': '10' } });
  assert.doesNotThrow(() => queue.admit({ name: 'new' }));
  assert.doesNotThrow(() => queue.admit({ name: 'often', first: true }));
  await endAll();
  await Promise.all(all);
  assert.doesNotThrow(() => queue.admit({ name: 'often' }));
});

test('nobody waits longer than a proxy does', async () => {
  const { take, endAll } = gatedQueue({ maxWaitMs: 20 });
  const running = take('running');
  assert.equal(await take('waiting'), 'waiting 503');
  await endAll();
  assert.equal(await running, 'running');
  const again = take('again');
  await endAll();
  assert.equal(await again, 'again', "its turn is nobody else's");
});

test('a full queue is 503 with the usual JSON error', async () => {
  const accounts = await testAccounts({ hashQueueLimits: { ...LIMITS, concurrency: 0, maxQueued: 0 } });
  const response = await accounts.client().json('/account/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '10');
  assert.equal(((await response.json()) as { code: string }).code, 'unavailable');
});

/** 2.2 attackers for each place of the queue, as 1,100 for 500. Each asks again when it has an answer. */
const ATTACKERS = 44;
const PLACES = 20;

async function flood() {
  const { work, endOne } = gated();
  const cheap = cheapHashing();
  let blocked = false;
  const gate = (): Promise<void> => (blocked ? work() : Promise.resolve());
  const hashing = {
    hash: (password: string) => gate().then(() => cheap.hash(password)),
    verify: (input: { hash: string; password: string }) => gate().then(() => cheap.verify(input)),
  };
  const hashQueueLimits = { concurrency: 1, maxQueued: PLACES, maxWaitMs: HOUR };
  const accounts = await testAccounts({ hashing, hashQueueLimits });
  const owner = await loggedInClient(accounts);
  await owner.json('/account/auth/sign-out');
  const logIn = (client: HttpClient, from: string, email = EMAIL, password = PASSWORD): Promise<Response> =>
    client.json('/account/auth/sign-in/email', { email, password }, 'POST', { 'X-Test-Address': from });
  blocked = true;
  let over = false;
  const statuses = new Set<number>();
  const attack = async (attacker: number): Promise<void> => {
    for (let round = 0; !over; round += 1) {
      const email = `${attacker}-${round}@example.org`;
      statuses.add((await logIn(accounts.client(), `attacker ${attacker}`, email, 'not this one')).status);
      await wait(5);
    }
  };
  const attacks = Array.from({ length: ATTACKERS }, (_, attacker) => attack(attacker));
  return {
    owner,
    statuses,
    anew: () => accounts.client(),
    async hashed(count: number): Promise<void> {
      for (const end = cheap.calls + count; cheap.calls < end;) await endOne();
    },
    /** @returns hashes until it is in */
    async logIn(client: HttpClient, from: string): Promise<number> {
      const before = cheap.calls;
      for (;;) {
        const answer = logIn(client, from);
        let status: number | undefined;
        void answer.then((response) => (status = response.status));
        while (status === undefined) await endOne();
        if (status === 200) return cheap.calls - before;
        assert.equal(status, 503);
        await endOne();
      }
    },
    async end(): Promise<void> {
      over = true;
      blocked = false;
      const all = Promise.all(attacks);
      let ended = false;
      void all.then(() => (ended = true));
      while (!ended) await endOne();
    },
  };
}

test('in a flood from more addresses than there are places, a new address is served after a few hashes', async (t) => {
  const { owner, anew, hashed, logIn, statuses, end } = await flood();
  await hashed(10);
  const waits = [];
  for (const from of ['one', 'two', 'three']) {
    waits.push(await logIn(anew(), from));
    await hashed(7);
  }
  const known = await logIn(owner, 'attacker 1');
  // Each got a turn, many several.
  await hashed(2 * ATTACKERS);
  waits.push(await logIn(anew(), 'four'));
  const again = await logIn(anew(), 'four');
  await end();
  t.diagnostic(`hashes until a new browser is in: ${waits.join()}; the same address again: ${again}`);
  assert.ok(Math.max(...waits) <= 4, waits.join());
  assert.ok(again <= ATTACKERS + 2);
  assert.ok(known <= 2, 'a known browser waits for nobody, whatever its address');
  assert.ok(statuses.has(503) && statuses.has(401));
});
