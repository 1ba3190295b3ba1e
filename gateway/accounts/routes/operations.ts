/** Operations shared by pages and programs. Each sets cookies and returns the JSON body for programs. */
import { isAPIError } from 'better-auth/api';
import { deleteCookie } from 'hono/cookie';
import { eraseAccount, eraseHalfMade, purgeExpired } from '../erase-account.ts';
import { DEVICE_COOKIE } from '../known-device.ts';
import { type AuthResponse, callAuth, callAuthOrThrow, clientHeaders, orThrow, problemOf } from '../auth-client.ts';
import { accountSubject } from '../login-throttle.ts';
import { Problem } from '../problems.ts';
import { countAttempt, queueHash, rememberDevice, throttledLogin, throttledPasswordCheck } from './throttling.ts';
import { type AccountsContext, type AccountsRequest, clientInfo, requireUser, sendCookies } from './context.ts';

export type ResponseBody = Record<string, unknown>;

interface Login {
  email: string;
  password: string;
  rememberMe?: boolean | undefined;
}

/** @throws Problem when no email can be sent, before anything is looked up */
function requireMail({ auth, settings }: AccountsContext): void {
  if (!auth.sendsMail) throw new Problem('no_mail', { note: settings.contact });
}

/** The session token is only in its cookie; the others are the library's own status fields. */
const OMITTED_FIELDS = new Set(['token', 'status', 'redirect', 'url']);

function responseBody(c: AccountsRequest, { body, cookies }: AuthResponse): ResponseBody {
  sendCookies(c, cookies);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !OMITTED_FIELDS.has(name)));
}

export function signUp(
  c: AccountsRequest,
  context: AccountsContext,
  { email, password }: Login,
): Promise<ResponseBody> {
  return queueHash(c, context, async () => {
    requireMail(context);
    await purgeExpired(context.database, context.now());
    await eraseHalfMade(context.database, email.toLowerCase(), context.now());
    // The library requires a name; none is stored.
    const fields = { email, password, name: '' };
    const attempt = (): Promise<AuthResponse> => callAuth(context.auth, clientInfo(c), 'sign-up/email', fields);
    const first = await attempt();
    // Another gateway was faster with this address: now it is known, and gets the same response.
    const response = first.errorCode === 'FAILED_TO_CREATE_USER' ? await attempt() : first;
    return responseBody(c, orThrow(response));
  });
}

export function signIn(c: AccountsRequest, context: AccountsContext, login: Login): Promise<ResponseBody> {
  return throttledLogin(c, context, login.email, async () =>
    responseBody(c, await callAuthOrThrow(context.auth, clientInfo(c), 'sign-in/email', { ...login })),
  );
}

/**
 * Activates an account with both its password and its link. The link alone is not enough: somebody else may have
 * registered this address with a password of their own.
 */
export function confirm(
  c: AccountsRequest,
  context: AccountsContext,
  { token, ...login }: Login & { token: string },
): Promise<ResponseBody> {
  return throttledLogin(c, context, login.email, async () => {
    const attempt = (): Promise<AuthResponse> => callAuth(context.auth, clientInfo(c), 'sign-in/email', { ...login });
    let response = await attempt();
    if (response.errorCode === 'EMAIL_NOT_VERIFIED') {
      if (!(await context.auth.confirmAddress(login.email, token))) throw new Problem('bad_token');
      response = await attempt();
    }
    if (response.errorCode !== '') throw problemOf(response.errorCode, response.status);
    sendCookies(c, response.cookies);
    return {};
  });
}

export async function signOut(c: AccountsRequest, context: AccountsContext): Promise<ResponseBody> {
  return responseBody(c, await callAuth(context.auth, clientInfo(c), 'sign-out'));
}

export async function requestReset(c: AccountsRequest, context: AccountsContext, email: string): Promise<ResponseBody> {
  await countAttempt(c, context);
  requireMail(context);
  await purgeExpired(context.database, context.now());
  return responseBody(c, await callAuthOrThrow(context.auth, clientInfo(c), 'request-password-reset', { email }));
}

export function resetPassword(
  c: AccountsRequest,
  context: AccountsContext,
  fields: { token: string; newPassword: string },
): Promise<ResponseBody> {
  return queueHash(c, context, async () =>
    responseBody(c, await callAuthOrThrow(context.auth, clientInfo(c), 'reset-password', { ...fields })),
  );
}

/** Ends all other sessions, revokes password reset links, and forgets other browsers. */
export async function changePassword(
  c: AccountsRequest,
  context: AccountsContext,
  fields: { currentPassword: string; newPassword: string },
): Promise<ResponseBody> {
  const user = await requireUser(c, context);
  return throttledPasswordCheck(c, context, user.id, async () => {
    const request = { ...fields, revokeOtherSessions: true };
    const body = responseBody(c, await callAuthOrThrow(context.auth, clientInfo(c), 'change-password', request));
    await context.auth.passwordChanged(user);
    await rememberDevice(c, context, user.email);
    return body;
  });
}

/** Cancels subscriptions and deletes all data of the account. */
export async function deleteAccount(
  c: AccountsRequest,
  context: AccountsContext,
  password: string,
): Promise<ResponseBody> {
  const { id, email } = await requireUser(c, context);
  await throttledPasswordCheck(c, context, id, () => verifyPassword(c, context, password));
  await context.billing?.cancelAll(id);
  await eraseAccount(context.database, id);
  await context.throttle.clear(accountSubject(email).key);
  await signOut(c, context);
  deleteCookie(c, DEVICE_COOKIE, { path: '/' });
  return {};
}

async function verifyPassword(c: AccountsRequest, { auth }: AccountsContext, password: string): Promise<void> {
  try {
    await auth.api.verifyPassword({ body: { password }, headers: clientHeaders(clientInfo(c)) });
  } catch (error) {
    if (!isAPIError(error)) throw error;
    throw problemOf(String(error.body?.code ?? ''), error.statusCode);
  }
}
