import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import { addOperatorCommands } from '../../../gateway/accounts/operator-commands.ts';
import { boundedHashing } from '../../../gateway/accounts/hashing.ts';
import { testAccounts } from '../../support/accounts.ts';

test('create and password tell the password that they made, and none that was given', async () => {
  const accounts = await testAccounts({ hashing: boundedHashing() });
  const shown: { result: { password?: string }; text: string }[] = [];
  const run = async (...args: string[]): Promise<{ result: { password?: string }; text: string }> => {
    const program = new Command('accounts').exitOverride();
    addOperatorCommands(program, {
      withDatabase: (work) => work(accounts.db),
      show: (result, text) => void shown.push({ result, text }),
      input: () => 'nine reeds in a row\n',
    });
    await program.parseAsync(args, { from: 'user' });
    return shown.at(-1)!;
  };
  const signIn = async (password: string | undefined): Promise<number> => {
    const fields = { email: 'you@example.com', password };
    return (await accounts.visitor().json('/account/auth/sign-in/email', fields)).status;
  };
  const made = await run('create', 'you@example.com');
  assert.equal(made.text, `you@example.com  password: ${made.result.password}`);
  assert.equal(await signIn(made.result.password), 200);
  const given = await run('password', 'you@example.com', '--password-stdin');
  assert.deepEqual([given.text, given.result.password], ['you@example.com', undefined]);
  assert.deepEqual([await signIn(made.result.password), await signIn('nine reeds in a row')], [401, 200]);
  await assert.rejects(run('create', 'you@example.com'), /has an account already/);
});
