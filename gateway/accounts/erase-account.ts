/** Erasing an account. */
import type { AccountsDb } from '../store/database.ts';
import { durably } from '../store/database.ts';
import { forgetCounted } from '../access/quota/meter-tables.ts';

/** Removes everything that is kept of an account, all or nothing. */
export function eraseAccount(db: AccountsDb, id: string): void {
  durably(db, () => {
    for (const rows of ACCOUNT_ROWS) db.prepare(`DELETE FROM ${rows}`).run({ id });
    forgetCounted(db, id);
  });
}

/** Where what is kept of an account stands: our own tables, and those of the authentication library. */
const ACCOUNT_ROWS = [
  'api_keys WHERE account = :id',
  'plans WHERE account = :id',
  'stripe_subscriptions WHERE account = :id',
  'session WHERE userId = :id',
  'account WHERE userId = :id',
  'verification WHERE value = :id',
  'user WHERE id = :id',
];
