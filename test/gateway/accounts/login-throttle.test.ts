/** Wrong passwords: pauses, which lock no owner out and cost no hash. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { ACCOUNT_BACKOFF, ADDRESS_BACKOFF, pauseMs } from '../../../gateway/accounts/login-throttle.ts';
import { openUserAdmin } from '../../../gateway/accounts/user-admin.ts';
import {
  cheapHashing,
  EMAIL,
  type HttpClient,
  linkIn,
  loggedInClient,
  PASSWORD,
  testAccounts,
  type TestAccounts,
} from '../../support/accounts.ts';

const START = Date.UTC(2026, 6, 1, 12);

async function service() {
  const clock = { at: START };
  const hashing = cheapHashing();
  const accounts = await testAccounts({ hashing, now: () => clock.at });
  return { accounts, hashing, clock };
}

let addresses = 0;

/** From an address that was never seen before, unless one is given. */
const logIn = (client: HttpClient, password: string, { email = EMAIL, from = `address ${(addresses += 1)}` } = {}) =>
  client.json('/account/auth/sign-in/email', { email, password }, 'POST', { 'X-Test-Address': from });

const statuses = async (count: number, one: () => Promise<Response>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, async () => (await one()).status));

const tally = (statuses: number[], status: number): number => statuses.filter((one) => one === status).length;

const guess = (accounts: TestAccounts, email?: string): Promise<Response> =>
  logIn(accounts.client(), 'not this one', email === undefined ? {} : { email });

test('a pause is a minute, then twice as long each time, up to a limit', () => {
  const minutes = (ladder: typeof ACCOUNT_BACKOFF) => (failures: number) => pauseMs(failures, ladder) / MINUTE;
  assert.deepEqual(
    [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2000].map(minutes(ACCOUNT_BACKOFF)),
    [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60],
  );
  assert.deepEqual([19, 20, 21, 24, 30].map(minutes(ADDRESS_BACKOFF)), [0, 1, 2, 15, 15]);
});

for (const email of [EMAIL, 'nobody@example.org'])
  test(`60 wrong passwords for ${email} from 60 addresses: five are tried, the others refused unhashed`, async () => {
    const { accounts, hashing, clock } = await service();
    await loggedInClient(accounts);
    const before = hashing.calls;
    const actual = await statuses(60, () => guess(accounts, email));
    assert.deepEqual([tally(actual, 401), tally(actual, 429)], [5, 55]);
    assert.equal(hashing.calls - before, 5);
    const refused = await guess(accounts, email.toUpperCase());
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.match(((await refused.json()) as { message: string }).message, /Too many wrong passwords/);

    clock.at += MINUTE;
    assert.deepEqual(tally(await statuses(10, () => guess(accounts, email)), 401), 1);
    assert.equal((await guess(accounts, email)).headers.get('retry-after'), '120', 'the next pause is longer');
    const hidden = accounts.db.prepare<[], { who: Buffer }>('SELECT who FROM login_failures').all();
    assert.ok(
      hidden.every(({ who }) => who.length === 32),
      'no address is kept as it is',
    );
  });

test('a browser that has logged in before can log in while others are paused', async () => {
  const { accounts } = await service();
  const owner = await loggedInClient(accounts);
  await owner.json('/account/auth/sign-out');
  await statuses(30, () => guess(accounts));
  assert.equal((await logIn(accounts.client(), PASSWORD)).status, 429, 'a new browser waits');
  assert.equal((await logIn(owner, PASSWORD)).status, 200);
  await owner.json('/account/auth/sign-out');
  assert.equal((await logIn(accounts.client(), PASSWORD)).status, 429, "the owner's log-in opens nothing to others");
  const rejected: number[] = [];
  for (let count = 0; count < 7; count += 1) rejected.push((await logIn(owner, 'not this one')).status);
  assert.deepEqual(rejected, [401, 401, 401, 401, 401, 429, 429], 'it has a bound of its own');
});

test('right passwords of a known browser are limited too: beyond its bound it is like any other', async () => {
  const { accounts } = await service();
  const owner = await loggedInClient(accounts);
  const statuses: number[] = [];
  for (let count = 0; count < 42; count += 1)
    statuses.push((await logIn(owner, PASSWORD, { from: '192.0.2.8' })).status);
  assert.deepEqual([tally(statuses, 200), tally(statuses, 429)], [40, 2]);
});

/** A browser that logs in, and out again. */
async function knownBrowser(accounts: TestAccounts, password = PASSWORD): Promise<HttpClient> {
  const client = accounts.client();
  assert.equal((await logIn(client, password)).status, 200);
  await client.json('/account/auth/sign-out');
  return client;
}

/** Attempts one after another, as many as a browser's bound and one more. */
async function useUp(client: HttpClient): Promise<void> {
  for (let count = 0; count < 21; count += 1) await logIn(client, 'not this one');
}

/** Whether the browser is known: others are paused. */
async function isKnown(accounts: TestAccounts, client: HttpClient, password = PASSWORD): Promise<boolean> {
  await statuses(6, () => guess(accounts));
  assert.equal((await logIn(accounts.client(), password)).status, 429);
  const { status } = await logIn(client, password);
  assert.ok(status === 200 || status === 429);
  return status === 200;
}

async function reset(accounts: TestAccounts, newPassword: string): Promise<void> {
  const client = accounts.client();
  await client.json('/account/auth/request-password-reset', { email: EMAIL });
  const token = new URLSearchParams(linkIn((await accounts.sentEmails()).at(-1)).split('?')[1]).get('token');
  assert.equal((await client.json('/account/auth/reset-password', { token, newPassword })).status, 200);
}

test('wrong passwords of one known browser shut out no other one', async () => {
  const { accounts } = await service();
  const owner = await loggedInClient(accounts);
  const others = await Promise.all([knownBrowser(accounts), knownBrowser(accounts)]);
  for (const other of others) await useUp(other);
  assert.ok(await isKnown(accounts, owner));
});

test('whoever copies the cookie of a browser leaves it with what any other browser has', async () => {
  const { accounts } = await service();
  const owner = await loggedInClient(accounts);
  const copy = accounts.client();
  copy.cookies.set('hiposantr.device', owner.cookies.get('hiposantr.device')!);
  for (let count = 0; count < 6; count += 1) await logIn(copy, 'not this one');
  assert.equal((await logIn(owner, PASSWORD)).status, 200);
});

test('a password reset ends what browsers are known by; a change ends it for all others', async () => {
  const { accounts } = await service();
  const owner = await loggedInClient(accounts);
  const other = await knownBrowser(accounts);
  const change = { currentPassword: PASSWORD, newPassword: 'eight reeds in a row' };
  assert.equal((await owner.json('/account/auth/change-password', change)).status, 200);
  assert.equal(await isKnown(accounts, other, 'eight reeds in a row'), false);
  assert.equal(await isKnown(accounts, owner, 'eight reeds in a row'), true);

  await reset(accounts, 'nine reeds in a row');
  assert.equal(await isKnown(accounts, owner, 'nine reeds in a row'), false);
  await reset(accounts, 'ten reeds in a row');
  const anew = await knownBrowser(accounts, 'ten reeds in a row');
  assert.equal(await isKnown(accounts, anew, 'ten reeds in a row'), true);
});

test('a password that the operator sets ends what browsers are known by', async () => {
  const { accounts } = await service();
  const owner = await loggedInClient(accounts);
  await (await openUserAdmin(accounts.database, () => {})).setPassword(EMAIL, PASSWORD);
  assert.equal(await isKnown(accounts, owner), false);
});

test('a browser that has not logged in for a year is not known', async () => {
  const { accounts, clock } = await service();
  const owner = await loggedInClient(accounts);
  clock.at += 365 * DAY;
  assert.equal(await isKnown(accounts, owner), true);
  clock.at += 366 * DAY;
  assert.equal(await isKnown(accounts, owner), false);
});

test('the cookie of a browser belongs to one account, and cannot be forged', async () => {
  const { accounts } = await service();
  const owner = await loggedInClient(accounts, 'mine@example.org');
  await loggedInClient(accounts);
  await statuses(6, () => guess(accounts));
  assert.equal((await logIn(owner, PASSWORD)).status, 429, "another account's cookie");
  const [name, day, signature] = owner.cookies.get('hiposantr.device')!.split('.');
  for (const forged of [
    'x.y',
    '.',
    'x',
    `${name}.`,
    `${name}.${day}.`,
    `${name}.99999.${signature}`,
    `..${signature}`,
  ]) {
    const forger = accounts.client();
    forger.cookies.set('hiposantr.device', forged);
    assert.equal((await logIn(forger, PASSWORD)).status, 429, forged);
  }
});

test('a password reset by email ends the pause', async () => {
  const { accounts } = await service();
  await loggedInClient(accounts);
  await statuses(10, () => guess(accounts));
  const client = accounts.client();
  await client.json('/account/auth/request-password-reset', { email: EMAIL });
  const token = new URLSearchParams(linkIn((await accounts.sentEmails()).at(-1)).split('?')[1]).get('token');
  const reset = await client.json('/account/auth/reset-password', { token, newPassword: 'nine reeds in a row' });
  assert.equal(reset.status, 200);
  assert.equal((await logIn(client, 'nine reeds in a row')).status, 200);
});

test('wrong passwords of one address over many accounts pause it, and its own good log-ins do not help', async () => {
  const { accounts, clock } = await service();
  await loggedInClient(accounts);
  const from = '192.0.2.7';
  const statuses: number[] = [];
  for (let count = 0; count < 24; count += 1) {
    // The fixed window of all attempts is another limit.
    if (count % 10 === 9) clock.at += 10 * MINUTE;
    statuses.push((await logIn(accounts.client(), 'not this one', { email: `${count}@example.org`, from })).status);
  }
  assert.deepEqual([tally(statuses, 401), tally(statuses, 429)], [20, 4]);
  assert.equal((await logIn(accounts.client(), PASSWORD, { from })).status, 429);
  clock.at += HOUR;
  assert.equal((await logIn(accounts.client(), PASSWORD, { from })).status, 200);
});

test('right passwords are not counted as wrong ones', async () => {
  const { accounts } = await service();
  await loggedInClient(accounts);
  for (let count = 0; count < 12; count += 1) assert.equal((await logIn(accounts.client(), PASSWORD)).status, 200);
  const failures = accounts.db.prepare('SELECT sum(failures) FROM login_failures').pluck().get();
  assert.equal(failures, 0);
});

test("guesses at the password within a session are limited, apart from others' attempts", async () => {
  const { accounts, hashing } = await service();
  const owner = await loggedInClient(accounts);
  await statuses(30, () => guess(accounts));
  const before = hashing.calls;
  const end = (password: string): Promise<Response> => owner.form('/account/delete', { password });
  const actual: number[] = [];
  for (let count = 0; count < 8; count += 1) actual.push((await end('not this one')).status);
  assert.deepEqual(actual, [403, 403, 403, 403, 403, 429, 429, 429]);
  assert.equal(hashing.calls - before, 5);
});
