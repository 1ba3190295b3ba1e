/** Operations shared by pages and programs. Each sets cookies and returns the JSON body for programs. */
import { getCookie, setCookie } from 'hono/cookie';
import { HOUR, SECOND } from '#core/time.ts';
import { eraseAccount, purgeExpired } from '../erase-account.ts';
import { type AuthResponse, callAuth, callAuthOrThrow, isWrongCode, orThrow } from '../auth-client.ts';
import { ANY_BROWSER, BROWSER_COOKIE, CODE_LIFETIME, isBrowserSecret, newBrowserSecret, ofBrowser } from '../codes.ts';
import { Problem } from '../problems.ts';
import { countAttempt, countCode } from './bounds.ts';
import { type AccountsContext, type AccountsRequest, clientInfo, sendCookies, sessionOf } from './context.ts';

export type ResponseBody = Record<string, unknown>;

/** The session token is only in its cookie; the others are the library's own status fields. */
const OMITTED_FIELDS = new Set(['token', 'status', 'success', 'redirect', 'url']);

function responseBody(c: AccountsRequest, { body, cookies }: AuthResponse): ResponseBody {
  sendCookies(c, cookies);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !OMITTED_FIELDS.has(name)));
}

/** Undefined when this browser has not asked for a code of late. */
function browserSecret(c: AccountsRequest): string | undefined {
  const cookie = getCookie(c, BROWSER_COOKIE);
  return isBrowserSecret(cookie) ? cookie : undefined;
}

/** Of the browser that asked for a code; '' ends it. */
function setBrowserSecret(c: AccountsRequest, { baseUrl }: AccountsContext, secret: string): void {
  setCookie(c, BROWSER_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: secret === '' ? 0 : CODE_LIFETIME / SECOND,
  });
}

/**
 * Sends a code to an address, whether it has an account or not: the first log-in makes one.
 * The answer is the same when the address has had too many codes of late and gets none.
 * @param email in its one form
 */
export async function sendCode(c: AccountsRequest, context: AccountsContext, email: string): Promise<ResponseBody> {
  await countAttempt(c, context, 'codes');
  await purgeExpired(context.database, context.now());
  const secret = browserSecret(c) ?? newBrowserSecret();
  const request = { email, type: 'sign-in' };
  const send = (): Promise<AuthResponse> =>
    callAuthOrThrow(context.auth, clientInfo(c), 'email-otp/send-verification-otp', request);
  if (await countCode(context, email)) await ofBrowser(secret, send);
  setBrowserSecret(c, context, secret);
  return {};
}

/** As it was read, heard or copied: with blanks or a hyphen between digits. */
const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

interface Login {
  /** In its one form. */
  email: string;
  code: string;
}

/** With a code that this browser asked for, or one of the operator. */
export async function signIn(c: AccountsRequest, context: AccountsContext, login: Login): Promise<ResponseBody> {
  await countAttempt(c, context, 'log-ins');
  const fields = { email: login.email, otp: digitsOf(login.code) };
  const attempt = (secret: string): Promise<AuthResponse> =>
    ofBrowser(secret, () => callAuth(context.auth, clientInfo(c), 'sign-in/email-otp', fields));
  const own = await attempt(browserSecret(c) ?? '');
  const body = responseBody(c, orThrow(isWrongCode(own) ? await attempt(ANY_BROWSER) : own));
  setBrowserSecret(c, context, '');
  return body;
}

export async function signOut(c: AccountsRequest, context: AccountsContext): Promise<ResponseBody> {
  return responseBody(c, await callAuth(context.auth, clientInfo(c), 'sign-out'));
}

/** Time since the log-in within which an account may be deleted: a session that was left open is not enough. */
const DELETION_WINDOW = HOUR;

/** Cancels subscriptions and deletes all data of the account. @param email its address, entered again */
export async function deleteAccount(
  c: AccountsRequest,
  context: AccountsContext,
  email: string,
): Promise<ResponseBody> {
  const current = await sessionOf(c, context);
  if (!current) throw new Problem('not_logged_in');
  const { session, user } = current;
  if (context.now() - session.createdAt.getTime() > DELETION_WINDOW) throw new Problem('old_session');
  if (email !== user.email) throw new Problem('other_address');
  await context.billing?.cancelAll(user.id);
  await eraseAccount(context.database, user.id);
  await signOut(c, context);
  return {};
}
