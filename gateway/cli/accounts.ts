/** `npm run accounts`: accounts, their plans and their usage, for the operator. */
import { Argument, Command, InvalidArgumentError } from 'commander';
import { DAY, type EpochMs, parseDay } from '#core/time.ts';
import { type PlanName, PLANS } from '../access/quota/limits.ts';
import type { Usage } from '../access/usage.ts';
import {
  type AccountRow,
  findAccount,
  instantText,
  listAccounts,
  command,
  type Operator,
  type Output,
  runWithStores,
  write,
  writeJson,
  writeRows,
} from './operator.ts';

const program = new Command('accounts').description('Accounts. ACCOUNT is an email address or an id');

command(program, 'list', 'every account, with its plan, keys and usage today').action((options: Output) =>
  runWithStores(process.env, async (operator) =>
    writeRows(await Promise.all((await listAccounts(operator.database)).map(accountRow(operator))), options),
  ),
);

command(program, 'plan <account>', 'shows or grants the plan of an account')
  .addArgument(new Argument('[plan]', 'the plan to grant').choices(PLANS))
  .option('--until <day>', 'last UTC day of the plan, YYYY-MM-DD, inclusive (default: no end)', endOfDay)
  .action((account: string, plan: PlanName | undefined, { until, json = false }: Output & { until?: EpochMs }) =>
    runWithStores(process.env, async ({ database, plans }) => {
      const id = await findAccount(database, account);
      if (plan) await plans.grant(id, plan, { source: 'operator', ...(until === undefined ? {} : { until }) });
      const granted = await plans.planOf(id);
      const row = { account: id, plan: granted.plan, until: instantText(granted.until), source: granted.source };
      if (json) writeJson(row);
      else writeRows([row], {});
    }),
  );

command(program, 'usage <account>', 'usage today, remaining quota, and the last 30 days by endpoint and key').action(
  (account: string, { json = false }: Output) =>
    runWithStores(process.env, async ({ database, usage }) => {
      const used = await usage.usageOf(await findAccount(database, account));
      if (json) return writeJson(used);
      write(usageLine(used));
      writeRows(
        used.days.map((day) => ({ ...day })),
        {},
      );
    }),
);

/** Commands that load the authentication library. */
const userCommand = (usage: string, description: string, work: 'create' | 'code'): Command =>
  command(program, usage, description).action((email: string, { json = false }: Output) =>
    runWithStores(
      process.env,
      async ({ database }) => {
        const { openUserAdmin } = await import('../accounts/user-admin.ts');
        const row = await (await openUserAdmin(database, write))[work](email);
        if (json) writeJson(row);
        else writeRows([row], {});
      },
      { create: work === 'create' },
    ),
  );

userCommand('create <email>', 'creates an account, which its owner opens with a code', 'create');
userCommand('code <email>', 'a code to log in with: in any browser, once, within ten minutes', 'code');

command(program, 'import', 'copies accounts.db, with all it holds, into the empty PostgreSQL database at DATABASE_URL')
  .option('--from <file>', 'default: accounts.db in DATA_DIR')
  .action(({ from, ...output }: Output & { from?: string }) =>
    runWithStores(process.env, async (operator) => {
      const { importAccounts } = await import('./import-accounts.ts');
      writeRows(await importAccounts(operator, from, write), output);
    }),
  );

const accountRow =
  ({ keys, plans, usage }: Operator) =>
  async ({ id, email, confirmed }: AccountRow) => {
    const { plan, until } = await plans.planOf(id);
    const [{ length }, { today }] = [await keys.list(id), await usage.usageOf(id)];
    return { id, email, confirmed, plan, until: instantText(until), keys: length, today };
  };

const usageLine = ({ plan, today, limit, remaining, resets_at }: Usage): string =>
  limit === null
    ? `plan ${plan}: ${today} requests today, no daily limit`
    : `plan ${plan}: ${today} of ${limit} requests today, ${remaining} remaining until ${resets_at}`;

/** The first instant after a day. */
function endOfDay(text: string): EpochMs {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be an existing day, as YYYY-MM-DD.');
  if (day + DAY <= Date.now()) throw new InvalidArgumentError('It is in the past.');
  return day + DAY;
}

await program.parseAsync();
