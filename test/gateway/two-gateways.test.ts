/** Two gateways over one DATA_DIR: together they grant one allowance, but for a second, and have the same accounts. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#core/time.ts';
import { ADDRESS_ATTEMPTS } from '../../gateway/access/attempt-limits.ts';
import { codeIn, EMAIL, HttpClient, SEND, SIGN_IN } from '../support/accounts.ts';
import { sendMany } from '../support/clients.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../support/gateway-child.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DAILY = 100;

const folder = temporaryFolder({ after });
const gateways: GatewayChild[] = [];

before(async () => {
  await writeDist(syntheticDataset({ count: 300 }).files, join(folder, 'dist'));
  const settings = {
    ...{ DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') },
    PLAN_LIMITS: `free.daily=${DAILY},free.burst=none`,
  };
  for (const former of [{ WORKERS: '4', STREAMS_PER_CALLER: '50' }, {}])
    gateways.push(await startGatewayChild({ ...settings, ...former }));
});
after(() => gateways.forEach(({ child }) => child.kill('SIGKILL')));

test('a setting of former versions is named with what takes its place', () => {
  const named = gateways.map(({ output }) => output().match(/^\w+(?= is no longer used: )/gm));
  assert.deepEqual(named, [['WORKERS', 'STREAMS_PER_CALLER'], null]);
});

/** Statuses of requests of one address. */
const asked = ({ url }: GatewayChild, requests: number, from: string) =>
  sendMany(url, { requests, connections: 15, requestOf: () => ({ from }) });

/** Until each has stored its counts, and read those that the other one stored. */
const exchanged = (): Promise<void> => wait(2500);

test('both together answer the daily limit, and what each counted since it last exchanged counts', async () => {
  const [one, other] = gateways as [GatewayChild, GatewayChild];
  const at = '127.0.0.1';
  const first = await Promise.all([asked(one, 500, at), asked(other, 500, at)]);
  const answered = first.reduce((sum, { 200: count = 0 }) => sum + count, 0);
  assert.ok(answered >= DAILY && answered <= 2 * DAILY, `${answered} answers`);
  await exchanged();
  assert.deepEqual([await asked(one, 20, at), await asked(other, 20, at)], [{ 429: 20 }, { 429: 20 }]);

  const slowly = '127.0.0.2';
  assert.deepEqual(await asked(one, 60, slowly), { 200: 60 });
  await exchanged();
  assert.deepEqual(await asked(other, 1, slowly), { 200: 1 });
  await exchanged();
  assert.deepEqual(await asked(other, 500, slowly), { 200: DAILY - 61, 429: 500 - (DAILY - 61) });
});

test('a code that one sent logs in at the other, and so does the session', async () => {
  // Attempts are counted in fixed windows: none begins meanwhile.
  const left = ADDRESS_ATTEMPTS.windowMs - (Date.now() % ADDRESS_ATTEMPTS.windowMs);
  if (left < 20 * SECOND) await wait(left);
  let at = 0;
  const client = new HttpClient((path, init) => fetch(`${gateways[at]!.url}${path}`, init));
  assert.equal((await client.json(SEND, { email: EMAIL })).status, 200);
  while (!gateways[0]!.output().includes(`mail to ${EMAIL}`)) await wait(20);
  at = 1;
  const otp = codeIn(/mail to [\s\S]*/.exec(gateways[0]!.output())![0]);
  assert.equal((await client.json(SIGN_IN, { email: EMAIL, otp })).status, 200);
  at = 0;
  assert.equal((await client.get('/account/me')).status, 200);
  const logIn = (): Promise<Response> => client.json(SIGN_IN, { email: EMAIL, otp: 'x' });
  for (let times = 1; times < ADDRESS_ATTEMPTS.limit; times += 1) assert.equal((await logIn()).status, 401);
  at = 1;
  assert.equal((await logIn()).status, 429, 'attempts are counted together');
});

test('SIGTERM ends each with code 0', async () => {
  for (const { child } of gateways) child.kill('SIGTERM');
  assert.deepEqual(await Promise.all(gateways.map(({ child }) => exitOf(child))), [0, 0]);
});
