/** Configuration of better-auth, which handles passwords, sessions and links. */
import { type AuthContext, betterAuth, type BetterAuthOptions } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { shown } from '#core/text.ts';
import { DAY, HOUR, SECOND } from '#core/time.ts';
import { faultLine, type Log } from '../http/log.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import type { Hashing } from './hashing.ts';
import { accountEmails } from './account-emails.ts';
import { accountConfirmedBy, createResetLinks } from './links.ts';
import type { Mailer } from './mail.ts';
import { AUTH_PATH } from './paths.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { AccountsSettings } from './settings.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

interface AuthOptions {
  database: SqlDatabase;
  settings: AccountsSettings;
  baseUrl: string;
  serviceName: string;
  hashing: Hashing;
  mailer: Mailer;
  throttle: LoginThrottle;
  log: Log;
}

export type Auth = Awaited<ReturnType<typeof createAuth>>;

const seconds = (span: number): number => span / SECOND;

/** Creates the library's tables where they are missing, in one gateway at a time. */
export async function createAuth(options: AuthOptions) {
  const { database, settings, baseUrl, serviceName, mailer, throttle, log } = options;
  const background = backgroundTasks(log);
  const resets = createResetLinks(database, throttle);
  const emails = accountEmails(options);
  const errors = libraryErrors(options);
  const auth = betterAuth({
    appName: serviceName,
    baseURL: new URL(baseUrl).origin,
    basePath: AUTH_PATH,
    secret: settings.secret,
    database: database.kind === 'sqlite' ? database.db : database.pool,
    telemetry: { enabled: false },
    logger: errors.logger,
    // Ours apply before the library is called: `routes/throttling.ts`, `csrf.ts`.
    rateLimit: { enabled: false },
    advanced: {
      disableCSRFCheck: true,
      cookiePrefix: 'hiposantr',
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { disableIpTracking: true },
      backgroundTasks: { handler: background.add },
    },
    session: { expiresIn: seconds(7 * DAY), updateAge: seconds(DAY) },
    emailAndPassword: passwordOptions(options, {
      emails,
      resets,
      context: (): Promise<ServiceContext> => auth.$context,
    }),
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: false,
      sendVerificationEmail: ({ user }, request) => emails.confirm(user, request),
    },
    socialProviders: socialProviders(settings, baseUrl),
    account: { updateAccountOnSignIn: false },
    // Errors are thrown, so that a locked database is reported as such.
    onAPIError: { errorURL: `${baseUrl}/account/?problem=social`, throw: true },
    databaseHooks: DATABASE_HOOKS,
  });
  await database.exclusively(() => createMissingTables(database, auth.options));
  return Object.assign(auth, {
    confirmAddress: async (email: string, token: string): Promise<boolean> =>
      confirmAddress((await auth.$context).internalAdapter, settings.secret, { email, token }),
    hasAccount: async (id: string): Promise<boolean> =>
      (await (await auth.$context).internalAdapter.findUserById(id)) !== null,
    /** To be called after an account's password has changed. */
    passwordChanged: resets.passwordChanged,
    takeFailure: errors.takeFailure,
    /** Whether addresses can be confirmed and passwords reset. */
    sendsMail: mailer.send !== undefined,
    /** Resolves when no e-mail is being sent. */
    idle: background.idle,
  });
}

/** The library logs errors of the database that it does not throw. */
function libraryErrors({ database, log }: AuthOptions) {
  let failure: unknown;
  const isOfDatabase = (detail: unknown): boolean => database.isUnwritable(detail) || database.isUnavailable(detail);
  return {
    logger: {
      level: 'error',
      log(_level: string, message: string, ...details: unknown[]): void {
        failure = details.find(isOfDatabase) ?? failure;
        log(`accounts: ${shown(message)}`);
      },
    },
    /** The last failure of the database that the library met; once. */
    takeFailure(): unknown {
      const taken = failure;
      failure = undefined;
      return taken;
    },
  } as const;
}

/** Confirms the address of the account that the link is for. @returns false for any other link */
async function confirmAddress(
  accounts: AuthContext['internalAdapter'],
  secret: string,
  { email, token }: { email: string; token: string },
): Promise<boolean> {
  const id = (await accounts.findUserByEmail(email.toLowerCase()))?.user.id;
  if (id === undefined || id !== (await accountConfirmedBy(secret, token))) return false;
  await accounts.updateUser(id, { emailVerified: true });
  return true;
}

type ServiceContext = Pick<AuthContext, 'internalAdapter'>;

interface PasswordServices {
  emails: ReturnType<typeof accountEmails>;
  resets: ReturnType<typeof createResetLinks>;
  context: () => Promise<ServiceContext>;
}

const passwordOptions = ({ hashing }: AuthOptions, { emails, resets, context }: PasswordServices) =>
  ({
    enabled: true,
    autoSignIn: false,
    requireEmailVerification: true,
    minPasswordLength: MIN_PASSWORD_LENGTH,
    maxPasswordLength: MAX_PASSWORD_LENGTH,
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: seconds(HOUR),
    password: hashing,
    onExistingUserSignUp: ({ user }, request): Promise<void> =>
      user.emailVerified ? emails.existing(user, request) : emails.confirm(user, request),
    sendResetPassword: async ({ user, token }, request) => {
      if (await emails.reset(user.email, token, request)) await resets.revokeOlder(user.id, token);
      else await resets.revoke(token);
    },
    onPasswordReset: async ({ user }) => {
      // The link proves access to the mailbox.
      await (await context()).internalAdapter.updateUser(user.id, { emailVerified: true });
      await resets.passwordChanged(user);
    },
  }) satisfies BetterAuthOptions['emailAndPassword'];

const DATABASE_HOOKS = {
  user: {
    create: {
      // An address that the provider has not confirmed may be anybody's. Name and picture are not needed.
      before: async (user, context) =>
        context?.path?.startsWith('/callback') && !user.emailVerified
          ? false
          : { data: { ...user, name: '', image: null } },
    },
  },
  account: {
    // The provider's tokens are not needed after the log-in.
    create: {
      before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
    },
  },
} satisfies BetterAuthOptions['databaseHooks'];

type MigrationOptions = Parameters<typeof getMigrations>[0];

async function createMissingTables(database: SqlDatabase, options: MigrationOptions): Promise<void> {
  const missing = async () => {
    const { toBeCreated, toBeAdded, runMigrations } = await getMigrations(options);
    return toBeCreated.length + toBeAdded.length > 0 ? runMigrations : undefined;
  };
  try {
    await (
      await missing()
    )?.();
  } catch (error) {
    // Another process created them at the same time.
    if (await missing()) throw error;
  }
  // The order of links, which SQLite has under this name.
  if (database.kind === 'postgres')
    await database.query('ALTER TABLE verification ADD COLUMN IF NOT EXISTS rowid BIGINT GENERATED ALWAYS AS IDENTITY');
}

function socialProviders({ social }: AccountsSettings, baseUrl: string) {
  const callback = (name: string): { redirectURI: string } => ({
    redirectURI: `${baseUrl}${AUTH_PATH}/callback/${name}`,
  });
  return {
    ...(social.github ? { github: { ...social.github, ...callback('github') } } : {}),
    ...(social.google ? { google: { ...social.google, ...callback('google') } } : {}),
  };
}

function backgroundTasks(log: Log) {
  const pending = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      const settled = work.catch((error: unknown) => log(faultLine(error))).finally(() => pending.delete(settled));
      pending.add(settled);
    },
    async idle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
