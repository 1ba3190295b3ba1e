/** Deletion of an account. */
import type { AccountsDb } from '../store/database.ts';
import { durably } from '../store/database.ts';
import { deleteCounts } from '../access/quota/meter-tables.ts';

/** Deletes all data of an account in one transaction. */
export function eraseAccount(db: AccountsDb, id: string): void {
  durably(db, () => {
    for (const rows of ACCOUNT_ROWS) db.prepare(`DELETE FROM ${rows}`).run({ id });
    deleteCounts(db, id);
  });
}

/** In our own tables and those of the authentication library. */
const ACCOUNT_ROWS = [
  'api_keys WHERE account = :id',
  'plans WHERE account = :id',
  'stripe_subscriptions WHERE account = :id',
  'session WHERE userId = :id',
  'account WHERE userId = :id',
  'verification WHERE value = :id',
  'user WHERE id = :id',
];
