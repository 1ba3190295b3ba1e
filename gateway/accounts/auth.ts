/** Configuration of better-auth, which handles log-in codes, other providers and sessions. */
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { shown } from '#core/text.ts';
import { DAY, SECOND } from '#core/time.ts';
import { faultLine, type Log } from '../http/log.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import { CODE_STORAGE, codeEmail, codePlugin } from './codes.ts';
import { preferredLanguage } from './language.ts';
import type { Mailer } from '../http/mail.ts';
import { AUTH_PATH } from './paths.ts';
import type { AccountsSettings } from './settings.ts';

interface AuthOptions {
  database: SqlDatabase;
  settings: AccountsSettings;
  baseUrl: string;
  serviceName: string;
  mailer: Mailer;
  log: Log;
}

export type Auth = Awaited<ReturnType<typeof createAuth>>;

const seconds = (span: number): number => span / SECOND;

/** Creates the library's tables where they are missing, in one gateway at a time. */
export async function createAuth(options: AuthOptions) {
  const { database, settings, baseUrl, serviceName, log } = options;
  const background = backgroundTasks(log);
  const errors = libraryErrors(options);
  const auth = betterAuth({
    appName: serviceName,
    baseURL: new URL(baseUrl).origin,
    basePath: AUTH_PATH,
    secret: settings.secret,
    database: database.kind === 'sqlite' ? database.db : database.pool,
    telemetry: { enabled: false },
    logger: errors.logger,
    // Ours apply before the library is called: `routes/bounds.ts`, `csrf.ts`.
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
    verification: CODE_STORAGE,
    plugins: [codePlugin(codeSender(options))],
    socialProviders: socialProviders(settings, baseUrl),
    account: { updateAccountOnSignIn: false },
    // Errors are thrown, so that a locked database is reported as such.
    onAPIError: { errorURL: `${baseUrl}/account/?problem=social`, throw: true },
    databaseHooks: DATABASE_HOOKS,
  });
  await database.exclusively(() => createMissingTables(auth.options));
  return Object.assign(auth, {
    hasAccount: async (id: string): Promise<boolean> =>
      (await (await auth.$context).internalAdapter.findUserById(id)) !== null,
    takeFailure: errors.takeFailure,
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

/** In the language of the one who asked. */
const codeSender =
  ({ mailer, baseUrl, serviceName: service }: AuthOptions): Parameters<typeof codePlugin>[0] =>
  ({ email: to, otp: code }, context) => {
    const language = preferredLanguage(context?.request?.headers.get('Accept-Language') ?? undefined);
    return mailer.send({ to, ...codeEmail(language, { service, link: `${baseUrl}/account/` }, code) });
  };

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

async function createMissingTables(options: MigrationOptions): Promise<void> {
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
