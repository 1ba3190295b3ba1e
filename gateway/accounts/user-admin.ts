/** People's accounts as the operator makes them, without a letter. */
import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Log } from '../http/log.ts';
import { createAuth, LONGEST_PASSWORD, SHORTEST_PASSWORD } from './auth.ts';
import type { AccountsDb } from '../store/database.ts';
import { AccountsError } from '../store/database.ts';
import { createPauses } from './login-throttle.ts';

export interface MadeAccount {
  id: string;
  email: string;
  /** To be handed to the owner, who can change it. */
  password: string;
}

/** Over the same file as the gateway, which may be running. */
export async function openUserAdmin(db: AccountsDb, log: Log) {
  const settings = {
    production: false,
    // Nothing is signed here.
    secret: randomBytes(32).toString('base64url'),
    smtpUrl: undefined,
    mailFrom: '',
    social: {},
    stripe: undefined,
    contact: '',
  };
  const mailer = { send: undefined, close: () => {} };
  const baseUrl = 'http://localhost';
  const hashing = { hash: hashPassword, verify: verifyPassword };
  const pauses = createPauses(db, Date.now);
  const auth = await createAuth({ db, settings, baseUrl, serviceName: '', hashing, mailer, pauses, log });
  const { internalAdapter, password: passwords } = await auth.$context;
  return {
    /**
     * An account whose address is confirmed.
     * @param password left out for one that is made
     * @throws AccountsError
     */
    async create(email: string, password = makePassword()): Promise<MadeAccount> {
      const address = goodAddress(email);
      const hash = await passwords.hash(goodPassword(password));
      if (await internalAdapter.findUserByEmail(address)) throw new AccountsError(`${address} has an account already.`);
      const { id } = await internalAdapter.createUser({ email: address, name: '', emailVerified: true });
      await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash });
      return { id, email: address, password };
    },

    /** A new password for an account; its sessions end. @throws AccountsError */
    async setPassword(email: string, password = makePassword()): Promise<MadeAccount> {
      const address = goodAddress(email);
      const hash = await passwords.hash(goodPassword(password));
      const found = await internalAdapter.findUserByEmail(address, { includeAccounts: true });
      if (!found) throw new AccountsError(`${address} has no account.`);
      const { id } = found.user;
      if (found.accounts.some(({ providerId }) => providerId === 'credential'))
        await internalAdapter.updatePassword(id, hash);
      else await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash });
      await internalAdapter.updateUser(id, { emailVerified: true });
      await internalAdapter.deleteUserSessions(id);
      auth.passwordChanged({ id, email: address });
      return { id, email: address, password };
    },
  };
}

const makePassword = (): string => randomBytes(15).toString('base64url');

/** An address of ASCII characters, as the library takes them. */
function goodAddress(email: string): string {
  const address = email.trim();
  if (/^[!-?A-~]{1,64}@[0-9A-Za-z.-]{1,190}\.[0-9A-Za-z-]{2,63}$/.test(address) && !/[<>",;:()\\]/.test(address))
    return address.toLowerCase();
  throw new AccountsError(`"${address.slice(0, 100)}" is not an e-mail address.`);
}

function goodPassword(password: string): string {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return password;
  throw new AccountsError(`A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`);
}
