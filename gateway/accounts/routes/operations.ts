/** What pages and programs both ask for; each answers with what a program is told, and sets the cookies. */
import { isAPIError } from 'better-auth/api';
import { deleteCookie } from 'hono/cookie';
import { eraseAccount } from '../erase-account.ts';
import { DEVICE_COOKIE } from '../known-device.ts';
import type { LibraryAnswer } from '../auth-client.ts';
import { askLibrary, mustAsk, problemOf, visitorHeaders } from '../auth-client.ts';
import { accountSuspect } from '../login-throttle.ts';
import { Problem } from '../problems.ts';
import { countAttempt, inTurn, tryLogin, tryOwnPassword } from './attempt.ts';
import type { Part, Visit } from './part.ts';
import { mustUser, sendCookies, visitorOf } from './part.ts';

/** Fields of a body. */
export type Told = Record<string, unknown>;

interface Login {
  email: string;
  password: string;
  rememberMe?: boolean | undefined;
}

/** @throws Problem where no letter can be sent, before anything is looked up */
function needMail({ auth, settings }: Part): void {
  if (!auth.sendsMail) throw new Problem('no_mail', { note: settings.contact });
}

/** A session is the cookie's alone, which no script reads; the others are the library's own word of success. */
const NOT_TOLD = new Set(['token', 'status', 'redirect', 'url']);

function toldOf(c: Visit, { body, cookies }: LibraryAnswer): Told {
  sendCookies(c, cookies);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_TOLD.has(name)));
}

export function signUp(c: Visit, part: Part, { email, password }: Login): Promise<Told> {
  return inTurn(c, part, async () => {
    needMail(part);
    part.tidy(part.now());
    // A name may be sent, as the library has one, and is not kept.
    return toldOf(c, await mustAsk(part.auth, visitorOf(c), 'sign-up/email', { email, password, name: '' }));
  });
}

export function signIn(c: Visit, part: Part, login: Login): Promise<Told> {
  return tryLogin(c, part, login.email, async () =>
    toldOf(c, await mustAsk(part.auth, visitorOf(c), 'sign-in/email', { ...login })),
  );
}

/**
 * Opens an account to who has both its password and the link that was sent to its address. The link alone would not do: somebody else may have
 * registered with that address and a password of their own.
 */
export function confirm(c: Visit, part: Part, { token, ...login }: Login & { token: string }): Promise<Told> {
  return tryLogin(c, part, login.email, async () => {
    const ask = (): Promise<LibraryAnswer> => askLibrary(part.auth, visitorOf(c), 'sign-in/email', { ...login });
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

async function verifyAddress({ auth }: Part, token: string): Promise<void> {
  try {
    await auth.api.verifyEmail({ query: { token } });
  } catch (error) {
    throw isAPIError(error) ? new Problem('bad_token') : error;
  }
}

export async function signOut(c: Visit, part: Part): Promise<Told> {
  return toldOf(c, await askLibrary(part.auth, visitorOf(c), 'sign-out'));
}

export async function requestReset(c: Visit, part: Part, email: string): Promise<Told> {
  countAttempt(c, part);
  needMail(part);
  part.tidy(part.now());
  return toldOf(c, await mustAsk(part.auth, visitorOf(c), 'request-password-reset', { email }));
}

export function resetPassword(c: Visit, part: Part, fields: { token: string; newPassword: string }): Promise<Told> {
  return inTurn(c, part, async () =>
    toldOf(c, await mustAsk(part.auth, visitorOf(c), 'reset-password', { ...fields })),
  );
}

/** Ends every other session and every link for a new password. */
export async function changePassword(
  c: Visit,
  part: Part,
  fields: { currentPassword: string; newPassword: string },
): Promise<Told> {
  const user = await mustUser(c, part);
  return tryOwnPassword(c, part, user.id, async () => {
    const wish = { ...fields, revokeOtherSessions: true };
    const told = toldOf(c, await mustAsk(part.auth, visitorOf(c), 'change-password', wish));
    part.auth.passwordChanged(user);
    return told;
  });
}

/** Ends a subscription, and erases everything that is kept of the account. */
export async function deleteAccount(c: Visit, part: Part, password: string): Promise<Told> {
  const { id, email } = await mustUser(c, part);
  await tryOwnPassword(c, part, id, () => mustKnowPassword(c, part, password));
  await part.billing?.endAll(id);
  eraseAccount(part.db, id);
  part.pauses.clear(accountSuspect(email).who);
  await signOut(c, part);
  deleteCookie(c, DEVICE_COOKIE, { path: '/' });
  return {};
}

async function mustKnowPassword(c: Visit, { auth }: Part, password: string): Promise<void> {
  try {
    await auth.api.verifyPassword({ body: { password }, headers: visitorHeaders(visitorOf(c)) });
  } catch (error) {
    if (!isAPIError(error)) throw error;
    throw problemOf(String(error.body?.code ?? ''), error.statusCode);
  }
}
