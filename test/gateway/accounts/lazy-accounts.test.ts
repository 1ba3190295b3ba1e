import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { lazyAccounts } from '../../../gateway/accounts/lazy-accounts.ts';
import { PLAN_LIMITS } from '../../../gateway/access/quota/limits.ts';
import { accountsPath } from '../../../gateway/store/database.ts';
import { BASE_URL, EMAIL, SEND, SETTINGS } from '../../support/accounts.ts';
import { temporaryFolder } from '../../support/temporary.ts';

function service(t: TestContext) {
  const dataDir = join(temporaryFolder(t), 'data');
  const lines: string[] = [];
  const accounts = lazyAccounts({
    engines: { dataDir, databaseUrl: undefined, redisUrl: undefined },
    settings: SETTINGS,
    limits: PLAN_LIMITS,
    baseUrl: BASE_URL,
    serviceName: 'hiposantr',
    addressOf: () => 'unknown',
    log: (line) => void lines.push(line),
  });
  const get = (path: string): Promise<Response> => accounts.fetch(new Request(`${BASE_URL}${path}`), {});
  const post = (path: string, fields: object): Promise<Response> => {
    const init = { method: 'POST', body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json' } };
    return accounts.fetch(new Request(`${BASE_URL}${path}`, init), {});
  };
  return { dataDir, lines, accounts, get, post };
}

test('the first request opens the accounts; the end waits for emails', async (t) => {
  const { dataDir, lines, accounts, get, post } = service(t);
  assert.ok(!existsSync(dataDir));
  const pages = await Promise.all([get('/account/?lang=tr'), get('/account/')]);
  assert.match(await pages[0].text(), /<html lang="tr">[\s\S]*Giriş yap/);
  assert.ok(existsSync(accountsPath(dataDir)));
  const asked = await post(SEND, { email: EMAIL });
  await accounts.close();
  assert.equal(asked.status, 200);
  assert.ok(lines.some((line) => line.startsWith('mail to')));
});

test('accounts that cannot be opened are 503, said in the log once a second, and there when they can be', async (t) => {
  const { dataDir, lines, accounts, get } = service(t);
  t.after(() => accounts.close());
  writeFileSync(dataDir, 'a file');
  for (let times = 0; times < 5; times += 1)
    await assert.rejects(get('/account/'), ({ status, headers }: { status: number; headers: object }) => {
      assert.deepEqual([status, headers], [503, { 'Retry-After': '5' }]);
      return true;
    });
  assert.equal(lines.filter((line) => /^accounts: .*they are opened with the next request/s.test(line)).length, 1);
  rmSync(dataDir);
  await wait(1100);
  assert.equal((await get('/account/')).status, 200);
});
