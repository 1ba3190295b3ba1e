/** Accounts and log-in codes for the operator. */
import { randomBytes } from 'node:crypto';
import { REGION } from '#core/region.ts';
import { shown } from '#core/text.ts';
import { isEmailAddress, normalAddress } from '../http/email-address.ts';
import type { Log } from '../http/log.ts';
import { AccountsError } from '../store/database.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import { createAuth } from './auth.ts';
import { ANY_BROWSER, ofBrowser } from './codes.ts';

/** The gateway may be running with the same database. */
export async function openUserAdmin(database: SqlDatabase, log: Log) {
  const settings = {
    production: false,
    // Signs nothing.
    secret: randomBytes(32).toString('base64url'),
    smtpUrl: undefined,
    mailFrom: '',
    social: {},
    stripe: undefined,
    contact: '',
    privateWebhooks: false,
    region: REGION,
    subscriptions: { push: 0, email: 0 },
  };
  const mailer = { send: async () => {}, close: () => {} };
  const auth = await createAuth({ database, settings, baseUrl: 'http://localhost', serviceName: '', mailer, log });
  return {
    /** Creates an account with a confirmed address. @throws AccountsError */
    async create(text: string): Promise<{ id: string; email: string }> {
      const email = addressIn(text);
      const { internalAdapter } = await auth.$context;
      if (await internalAdapter.findUserByEmail(email)) throw new AccountsError(`${email} already has an account.`);
      const { id } = await internalAdapter.createUser({ email, name: '', emailVerified: true });
      return { id, email };
    },

    /** A code with which the owner of an address logs in, in any browser. @throws AccountsError */
    async code(text: string): Promise<{ email: string; code: string }> {
      const email = addressIn(text);
      const make = (): Promise<string> => auth.api.createVerificationOTP({ body: { email, type: 'sign-in' } });
      return { email, code: await ofBrowser(ANY_BROWSER, make) };
    },
  };
}

/** @throws AccountsError */
function addressIn(text: string): string {
  const address = normalAddress(text);
  if (isEmailAddress(address)) return address;
  throw new AccountsError(`"${shown(text)}" is not an email address.`);
}
