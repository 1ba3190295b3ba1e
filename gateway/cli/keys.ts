/** `npm run keys`: API keys of any account, for the operator. */
import { Command } from 'commander';
import type { IssuedKey, ListedKey } from '../access/key-store.ts';
import {
  command,
  findAccount,
  instantText,
  newAccountId,
  type Output,
  runWithStores,
  write,
  writeJson,
  writeRows,
} from './operator.ts';

const program = new Command('keys').description('API keys. ACCOUNT is an email address or an id');

command(program, 'list <account>', 'active keys').action((account: string, options: Output) =>
  runWithStores(process.env, async ({ database, keys }) =>
    writeRows((await keys.list(await findAccount(database, account))).map(keyRow), options),
  ),
);

command(program, 'create <account>', 'issues a key and shows it once')
  .option('--name <name>', '1 to 64 characters', 'key')
  .option('--new', 'creates ACCOUNT, an account without a log-in')
  .action((account: string, options: Output & { name: string; new?: boolean }) =>
    runWithStores(
      process.env,
      async ({ database, keys }) =>
        writeIssued(
          await keys.issue(await (options.new ? newAccountId : findAccount)(database, account), options.name),
          options,
        ),
      { create: options.new === true },
    ),
  );

command(program, 'rename <account> <id> <name>', 'renames a key').action((account: string, id: string, name: string) =>
  runWithStores(process.env, async ({ database, keys }) => keys.rename(await findAccount(database, account), id, name)),
);

command(program, 'rotate <account> <id>', 'issues a replacement; the old key works for another 24 hours').action(
  (account: string, id: string, options: Output) =>
    runWithStores(process.env, async ({ database, keys }) =>
      writeIssued(await keys.rotate(await findAccount(database, account), id), options),
    ),
);

command(program, 'revoke <account> [id]', 'revokes a key immediately')
  .option('--all', 'every key of the account')
  .action((account: string, id: string | undefined, { all, json = false }: Output & { all?: boolean }) => {
    if ((id === undefined) !== (all === true)) program.error('error: revoke needs the id of a key, or --all');
    return runWithStores(process.env, async ({ database, keys }) => {
      const owner = await findAccount(database, account);
      const revoked = id === undefined ? await keys.revokeAll(owner) : (await keys.revoke(owner, id), 1);
      if (json) writeJson({ revoked });
      else write(`revoked: ${revoked}`);
    });
  });

const keyRow = ({ id, name, prefix, createdAt, lastUsedAt, expiresAt }: ListedKey) => ({
  id,
  name,
  prefix,
  created_at: instantText(createdAt),
  last_used_at: instantText(lastUsedAt),
  expires_at: instantText(expiresAt),
});

function writeIssued({ id, name, key, prefix, createdAt }: IssuedKey, { json }: Output): void {
  if (json) return writeJson({ id, name, key, prefix, created_at: instantText(createdAt) });
  write(`id   ${id}\nname ${name}\nkey  ${key}\nThe key is shown only once; only its hash is stored.`);
}

await program.parseAsync();
