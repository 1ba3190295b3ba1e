/**
 * Another process locks accounts.db during log-ins: data requests continue, the log-in reports the reason, nothing is
 * lost.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { accountsPath } from '../../gateway/store/database.ts';
import { SIGN_IN } from '../support/accounts.ts';
import { send } from '../support/clients.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../support/gateway-child.ts';
import { TEMPORARY } from '../support/temporary.ts';

/** In ms. */
const LOCK_MS = 3000;
const PAUSE_MS = 5;

let folder: string;
let gateway: GatewayChild;

before(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'locked-accounts-'));
  await writeDist(syntheticDataset({ count: 50 }).files, join(folder, 'dist'));
  gateway = await startGatewayChild({
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    PLAN_LIMITS: 'uncounted.burst=none',
  });
});
after(async () => {
  gateway.child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const logIn = (): Promise<Response> =>
  fetch(`${gateway.url}${SIGN_IN}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.org', otp: '123456' }),
  });

/** Repeats a request, four at once and each of them after a pause, while a condition holds. */
async function repeatWhile<T>(going: () => boolean, request: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const one = async (): Promise<void> => {
    for (; going(); await wait(PAUSE_MS)) results.push(await request());
  };
  await Promise.all([one(), one(), one(), one()]);
  return results;
}

test('an exclusive transaction of three seconds delays only the log-in', async (t) => {
  const rss = await send(gateway.url, { path: '/rss' });
  assert.equal(rss.status, 200);
  assert.equal((await logIn()).status, 401);
  const conditional = { 'If-None-Match': rss.headers.etag! };

  const other = new Database(accountsPath(join(folder, 'data')));
  other.exec('BEGIN EXCLUSIVE');
  let locked = true;
  const going = (): boolean => locked;
  const logIns = repeatWhile(going, async () => {
    const response = await logIn();
    return { status: response.status, text: await response.text(), after: response.headers.get('retry-after') };
  });
  const free = repeatWhile(going, async () => [
    (await send(gateway.url, { path: '/status' })).status,
    (await send(gateway.url, { path: '/rss', headers: conditional })).status,
  ]);
  await wait(LOCK_MS);
  locked = false;
  const [refused, answered] = await Promise.all([logIns, free]);
  other.exec('ROLLBACK');
  other.close();

  t.diagnostic(`${answered.length * 2} data answers beside ${refused.length} log-ins`);
  assert.ok(refused.length >= 4);
  for (const { status, text, after } of refused) {
    assert.deepEqual([status, after], [503, '5']);
    assert.match(text, /"unavailable".*locked by another program/);
  }
  for (const statuses of answered.slice(0, 25)) assert.deepEqual(statuses, [200, 304]);
  assert.ok(answered.length > 5 * refused.length, `${answered.length} data answers beside ${refused.length} log-ins`);

  // On a busy machine a turn of the gateway's own writes may hold the file.
  const later = [(await logIn()).status];
  for (; later.at(-1) === 503 && later.length < 10; later.push((await logIn()).status)) await wait(500);
  assert.equal(later.at(-1), 401, 'the log-in works again');
  assert.equal((await send(gateway.url, { path: '/rss' })).status, 200);
  gateway.child.kill('SIGTERM');
  assert.equal(await exitOf(gateway.child), 0);
  const db = new Database(accountsPath(join(folder, 'data')), { readonly: true });
  assert.deepEqual(db.prepare('SELECT day_count FROM meter_windows').pluck().all(), [2]);
  const attempts = db.prepare('SELECT max(count) FROM attempts').pluck().get() as number;
  assert.ok(attempts >= 2 && attempts <= 1 + later.length, `${attempts} attempts`);
  db.close();
  assert.doesNotMatch(gateway.output(), /(?<!storing counts fails: )fault:/);
});
