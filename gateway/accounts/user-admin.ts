/** People's accounts as the operator makes them, without a letter. */
import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Log } from '../http/log.ts';
import { createAuth, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './auth.ts';
import type { AccountsDb } from '../store/database.ts';
import { AccountsError } from '../store/database.ts';
import { createLoginThrottle } from './login-throttle.ts';

export interface CreatedAccount {
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
  const pauses = createLoginThrottle(db, Date.now);
  const auth = await createAuth({ db, settings, baseUrl, serviceName: '', hashing, mailer, throttle: pauses, log });
  const { internalAdapter, password: passwords } = await auth.$context;
  return {
    /**
     * An account whose address is confirmed.
     * @param password left out for one that is made
     * @throws AccountsError
     */
    async create(email: string, password = generatePassword()): Promise<CreatedAccount> {
      const address = normalizeEmail(email);
      const hash = await passwords.hash(checkPassword(password));
      if (await internalAdapter.findUserByEmail(address)) throw new AccountsError(`${address} has an account already.`);
      const { id } = await internalAdapter.createUser({ email: address, name: '', emailVerified: true });
      await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash });
      return { id, email: address, password };
    },

    /** A new password for an account; its sessions end. @throws AccountsError */
    async setPassword(email: string, password = generatePassword()): Promise<CreatedAccount> {
      const address = normalizeEmail(email);
      const hash = await passwords.hash(checkPassword(password));
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

const generatePassword = (): string => randomBytes(15).toString('base64url');

/** An address of ASCII characters, as the library takes them. */
function normalizeEmail(email: string): string {
  const address = email.trim();
  if (/^[!-?A-~]{1,64}@[0-9A-Za-z.-]{1,190}\.[0-9A-Za-z-]{2,63}$/.test(address) && !/[<>",;:()\\]/.test(address))
    return address.toLowerCase();
  throw new AccountsError(`"${address.slice(0, 100)}" is not an e-mail address.`);
}

function checkPassword(password: string): string {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return password;
  throw new AccountsError(`A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
}
