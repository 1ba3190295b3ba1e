import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { accountsPath, openAccounts } from '../../../gateway/store/database.ts';
import { SIGN_IN, testAccounts } from '../../support/accounts.ts';
import { CHILD_ENVIRONMENT } from '../../support/child-environment.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const COMMAND = resolve(import.meta.dirname, '../../../gateway/cli/accounts.ts');

test('the operator creates an account, sets its pro plan, and makes a code to log in', async (t) => {
  const folder = temporaryFolder(t);
  const run = (args: string[]) => {
    const env = { ...CHILD_ENVIRONMENT, DATA_DIR: folder };
    return spawnSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8' });
  };
  let news = '';
  const json = (args: string[]) => {
    const { status, stdout, stderr } = run([...args, '--json']);
    assert.equal(status, 0, stderr);
    news += stderr;
    return JSON.parse(stdout) as { id: string; email: string; code: string; plan: string };
  };

  const created = json(['create', 'You@example.com']);
  assert.equal(created.email, 'you@example.com');
  assert.equal(json(['plan', 'you@example.com', 'pro']).plan, 'pro');
  assert.equal(news, `new database: ${accountsPath(folder)} (DATA_DIR)\n`, 'said once');
  const made = json(['code', 'YOU@example.com']);
  assert.deepEqual(Object.keys(made), ['email', 'code']);
  const accounts = await testAccounts({ db: openAccounts(accountsPath(folder)) });
  const client = accounts.client();
  const signIn = async (): Promise<number> =>
    (await client.json(SIGN_IN, { email: created.email, otp: made.code })).status;
  assert.equal(await signIn(), 200);
  const me = (await (await client.get('/account/me')).json()) as { id: string; plan: string };
  assert.deepEqual([me.id, me.plan], [created.id, 'pro']);
  assert.equal(await signIn(), 401, 'once');

  const again = run(['create', 'you@example.com']);
  assert.deepEqual([again.status, again.stderr], [1, 'hiposantr: you@example.com already has an account.\n']);
  assert.match(run(['create', 'you']).stderr, /^hiposantr: "you" is not an email address\.\n$/);
  accounts.db.close();
});
