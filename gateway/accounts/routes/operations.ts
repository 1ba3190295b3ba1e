/** What pages and programs both ask for; each answers with what a program is told, and sets the cookies. */
import { isAPIError } from 'better-auth/api';
import { deleteCookie } from 'hono/cookie';
import { eraseAccount } from '../erase-account.ts';
import { DEVICE_COOKIE } from '../known-device.ts';
import type { AuthResponse } from '../auth-client.ts';
import { callAuth, callAuthOrThrow, problemOf, visitorHeaders } from '../auth-client.ts';
import { accountSuspect } from '../login-throttle.ts';
import { Problem } from '../problems.ts';
import { countAttempt, inTurn, tryLogin, tryOwnPassword } from './attempt.ts';
import type { AccountsContext, AccountsRequest } from './part.ts';
import { requireUser, sendCookies, visitorOf } from './part.ts';

/** Fields of a body. */
export type Told = Record<string, unknown>;

interface Login {
  email: string;
  password: string;
  rememberMe?: boolean | undefined;
}

/** @throws Problem where no letter can be sent, before anything is looked up */
function needMail({ auth, settings }: AccountsContext): void {
  if (!auth.sendsMail) throw new Problem('no_mail', { note: settings.contact });
}

/** A session is the cookie's alone, which no script reads; the others are the library's own word of success. */
const NOT_TOLD = new Set(['token', 'status', 'redirect', 'url']);

function toldOf(c: AccountsRequest, { body, cookies }: AuthResponse): Told {
  sendCookies(c, cookies);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_TOLD.has(name)));
}

export function signUp(c: AccountsRequest, part: AccountsContext, { email, password }: Login): Promise<Told> {
  return inTurn(c, part, async () => {
    needMail(part);
    part.tidy(part.now());
    // A name may be sent, as the library has one, and is not kept.
    return toldOf(c, await callAuthOrThrow(part.auth, visitorOf(c), 'sign-up/email', { email, password, name: '' }));
  });
}

export function signIn(c: AccountsRequest, part: AccountsContext, login: Login): Promise<Told> {
  return tryLogin(c, part, login.email, async () =>
    toldOf(c, await callAuthOrThrow(part.auth, visitorOf(c), 'sign-in/email', { ...login })),
  );
}

/**
 * Opens an account to who has both its password and the link that was sent to its address. The link alone would not do: somebody else may have
 * registered with that address and a password of their own.
 */
export function confirm(
  c: AccountsRequest,
  part: AccountsContext,
  { token, ...login }: Login & { token: string },
): Promise<Told> {
  return tryLogin(c, part, login.email, async () => {
    const ask = (): Promise<AuthResponse> => callAuth(part.auth, visitorOf(c), 'sign-in/email', { ...login });
    let answer = await ask();
    if (answer.fault === 'EMAIL_NOT_VERIFIED') {
      await verifyAddress(part, token);
      answer = await ask();
    }
    if (answer.fault !== '') throw problemOf(answer.fault, answer.status);
    sendCookies(c, answer.cookies);
    return {};
  });
}

async function verifyAddress({ auth }: AccountsContext, token: string): Promise<void> {
  try {
    await auth.api.verifyEmail({ query: { token } });
  } catch (error) {
    throw isAPIError(error) ? new Problem('bad_token') : error;
  }
}

export async function signOut(c: AccountsRequest, part: AccountsContext): Promise<Told> {
  return toldOf(c, await callAuth(part.auth, visitorOf(c), 'sign-out'));
}

export async function requestReset(c: AccountsRequest, part: AccountsContext, email: string): Promise<Told> {
  countAttempt(c, part);
  needMail(part);
  part.tidy(part.now());
  return toldOf(c, await callAuthOrThrow(part.auth, visitorOf(c), 'request-password-reset', { email }));
}

export function resetPassword(
  c: AccountsRequest,
  part: AccountsContext,
  fields: { token: string; newPassword: string },
): Promise<Told> {
  return inTurn(c, part, async () =>
    toldOf(c, await callAuthOrThrow(part.auth, visitorOf(c), 'reset-password', { ...fields })),
  );
}

/** Ends every other session and every link for a new password. */
export async function changePassword(
  c: AccountsRequest,
  part: AccountsContext,
  fields: { currentPassword: string; newPassword: string },
): Promise<Told> {
  const user = await requireUser(c, part);
  return tryOwnPassword(c, part, user.id, async () => {
    const wish = { ...fields, revokeOtherSessions: true };
    const told = toldOf(c, await callAuthOrThrow(part.auth, visitorOf(c), 'change-password', wish));
    part.auth.passwordChanged(user);
    return told;
  });
}

/** Ends a subscription, and erases everything that is kept of the account. */
export async function deleteAccount(c: AccountsRequest, part: AccountsContext, password: string): Promise<Told> {
  const { id, email } = await requireUser(c, part);
  await tryOwnPassword(c, part, id, () => mustKnowPassword(c, part, password));
  await part.billing?.endAll(id);
  eraseAccount(part.db, id);
  part.pauses.clear(accountSuspect(email).who);
  await signOut(c, part);
  deleteCookie(c, DEVICE_COOKIE, { path: '/' });
  return {};
}

async function mustKnowPassword(c: AccountsRequest, { auth }: AccountsContext, password: string): Promise<void> {
  try {
    await auth.api.verifyPassword({ body: { password }, headers: visitorHeaders(visitorOf(c)) });
  } catch (error) {
    if (!isAPIError(error)) throw error;
    throw problemOf(String(error.body?.code ?? ''), error.statusCode);
  }
}
