import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { accountsPath, openAccounts } from '../../../gateway/store/database.ts';
import { LIBRARY_HASHING, testAccounts } from '../../support/accounts.ts';
import { CHILD_ENVIRONMENT } from '../../support/child-environment.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const COMMAND = resolve(import.meta.dirname, '../../../gateway/cli/accounts.ts');

test('the operator creates an account that can log in, and sets its pro plan and a new password', async (t) => {
  const folder = temporaryFolder(t);
  const run = (args: string[], input = '') => {
    const env = { ...CHILD_ENVIRONMENT, DATA_DIR: folder };
    return spawnSync(process.execPath, [COMMAND, ...args], { env, input, encoding: 'utf8' });
  };
  let news = '';
  const json = (args: string[], input?: string) => {
    const { status, stdout, stderr } = run([...args, '--json'], input);
    assert.equal(status, 0, stderr);
    news += stderr;
    return JSON.parse(stdout) as { id: string; email: string; password?: string; plan: string };
  };

  const created = json(['create', 'You@example.com']);
  assert.equal(created.email, 'you@example.com');
  assert.ok(created.password);
  assert.equal(json(['plan', 'you@example.com', 'pro']).plan, 'pro');
  assert.equal(news, `new database: ${accountsPath(folder)} (DATA_DIR)\n`, 'said once');
  const accounts = await testAccounts({ db: openAccounts(accountsPath(folder)), hashing: LIBRARY_HASHING });
  const client = accounts.client();
  const signIn = async (password: string | undefined): Promise<number> =>
    (await client.json('/account/auth/sign-in/email', { email: created.email, password })).status;
  assert.equal(await signIn(created.password), 200);
  const me = (await (await client.get('/account/me')).json()) as { id: string; plan: string };
  assert.deepEqual([me.id, me.plan], [created.id, 'pro']);

  const changed = json(['password', 'you@example.com', '--password-stdin'], 'nine reeds in a row\n');
  assert.deepEqual(changed, { id: created.id, email: created.email });
  assert.equal((await client.get('/account/me')).status, 401);
  assert.deepEqual([await signIn(created.password), await signIn('nine reeds in a row')], [401, 200]);

  const again = run(['create', 'you@example.com']);
  assert.deepEqual([again.status, again.stderr], [1, 'hiposantr: you@example.com already has an account.\n']);
  assert.match(run(['create', 'you']).stderr, /^hiposantr: "you" is not an email address\.\n$/);
  accounts.db.close();
});
