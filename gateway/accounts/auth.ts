/** The authentication library, set up for this service. Everything about passwords, sessions and links is its work. */
import { betterAuth } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { getMigrations } from 'better-auth/db/migration';
import { shown } from '#core/text.ts';
import { DAY, HOUR, SECOND } from '#core/time.ts';
import type { Log } from '../http/log.ts';
import { faultLine } from '../http/log.ts';
import type { AccountsDb } from '../store/database.ts';
import type { Hashing } from './hashing.ts';
import { preferredLanguage } from './language.ts';
import { confirmationEmail, existingAccountEmail, passwordResetEmail } from './email-templates.ts';
import type { Mailer } from './mail.ts';
import { AUTH_PATH } from './paths.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { createResetLinks } from './password-resets.ts';
import type { AccountsSettings } from './settings.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export interface AuthOptions {
  db: AccountsDb;
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
const CONFIRMATION_TTL_SECONDS = seconds(DAY);

/** Makes the library's tables where they are missing. */
export async function createAuth(options: AuthOptions) {
  const { db, settings, baseUrl, serviceName, hashing, mailer, throttle: pauses, log } = options;
  const background = backgroundTasks(log);
  const letters = accountEmails(options);
  const resets = createResetLinks(db, pauses);
  const auth = betterAuth({
    appName: serviceName,
    baseURL: new URL(baseUrl).origin,
    basePath: AUTH_PATH,
    secret: settings.secret,
    database: db,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log(`accounts: ${shown(message)}`) },
    // Both are done before the library is asked, by `attempts.ts` and `origin.ts`.
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
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: seconds(HOUR),
      password: hashing,
      onExistingUserSignUp: async ({ user }, request): Promise<void> =>
        letters.known(user, (await auth.$context).secret, request),
      sendResetPassword: async ({ user, token }, request) => {
        if (await letters.reset(user.email, token, request)) resets.revokeOlder(user.id, token);
        else resets.revoke(token);
      },
      onPasswordReset: async ({ user }) => {
        // Who has the link has the mailbox.
        await (await auth.$context).internalAdapter.updateUser(user.id, { emailVerified: true });
        resets.passwordChanged(user);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: false,
      expiresIn: CONFIRMATION_TTL_SECONDS,
      sendVerificationEmail: ({ user, token }, request) => letters.confirm(user.email, token, request),
    },
    socialProviders: socialProviders(settings, baseUrl),
    account: { updateAccountOnSignIn: false },
    // A lock on the database is told as what it is.
    onAPIError: { errorURL: `${baseUrl}/account/?problem=social`, throw: true },
    databaseHooks: {
      user: {
        create: {
          // An address that the other service did not confirm may be anybody's. Name and picture are not needed here.
          before: async (user, context) =>
            context?.path?.startsWith('/callback') && !user.emailVerified
              ? false
              : { data: { ...user, name: '', image: null } },
        },
      },
      account: {
        // The other service is asked once who it is; nothing is asked in the user's name later.
        create: { before: async (one) => ({ data: { ...one, accessToken: null, refreshToken: null, idToken: null } }) },
      },
    },
  });
  await createMissingTables(auth.options);
  return Object.assign(auth, {
    /** To be called when an account got another password. */
    passwordChanged: resets.passwordChanged,
    /** Whether addresses can be confirmed and passwords be reset. */
    sendsMail: mailer.send !== undefined,
    /** Resolves when no letter is on its way. */
    idle: background.idle,
  });
}

async function createMissingTables(options: Parameters<typeof getMigrations>[0]): Promise<void> {
  const missing = async () => {
    const { toBeCreated, toBeAdded, runMigrations } = await getMigrations(options);
    return toBeCreated.length + toBeAdded.length > 0 ? runMigrations : undefined;
  };
  try {
    await (
      await missing()
    )?.();
  } catch (error) {
    // Another process made them in the same moment.
    if (await missing()) throw error;
  }
}

function socialProviders({ social }: AccountsSettings, baseUrl: string) {
  const at = (name: string): { redirectURI: string } => ({ redirectURI: `${baseUrl}${AUTH_PATH}/callback/${name}` });
  return {
    ...(social.github ? { github: { ...social.github, ...at('github') } } : {}),
    ...(social.google ? { google: { ...social.google, ...at('google') } } : {}),
  };
}

interface Registered {
  email: string;
  emailVerified: boolean;
}

/** Letters are written and sent after the answer, so that its time does not tell whether there was one. */
function accountEmails({ baseUrl, serviceName: service, mailer }: AuthOptions) {
  const languageOf = (request: Request | undefined) =>
    preferredLanguage(request?.headers.get('Accept-Language') ?? undefined);
  const page = (name: string, token: string): string => `${baseUrl}/account/${name}?token=${encodeURIComponent(token)}`;
  const confirm = async (to: string, token: string, request?: Request): Promise<void> =>
    void (await mailer.send?.(confirmationEmail(languageOf(request), { to, service, link: page('confirm', token) })));
  return {
    confirm,
    /** @returns false when none is sent */
    reset: async (to: string, token: string, request?: Request): Promise<boolean> =>
      (await mailer.send?.(passwordResetEmail(languageOf(request), { to, service, link: page('reset', token) }))) ??
      false,
    known: async ({ email, emailVerified }: Registered, secret: string, request?: Request): Promise<void> => {
      if (!emailVerified)
        return confirm(
          email,
          await createEmailVerificationToken(secret, email, undefined, CONFIRMATION_TTL_SECONDS),
          request,
        );
      await mailer.send?.(
        existingAccountEmail(languageOf(request), { to: email, service, link: `${baseUrl}/account/` }),
      );
    },
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
