/** Limits by address and account, then the hash queue, for everything that costs a password hash or an email. */
import { getCookie, setCookie } from 'hono/cookie';
import { DAY, SECOND } from '#core/time.ts';
import { ADDRESS_ATTEMPTS } from '../attempt-limits.ts';
import { DEVICE_COOKIE, verifyDeviceCookie, createDeviceCookie } from '../known-device.ts';
import type { ThrottleSubject } from '../login-throttle.ts';
import { ACCOUNT_BACKOFF, accountSubject, ADDRESS_BACKOFF } from '../login-throttle.ts';
import type { ProblemId } from '../problems.ts';
import { Problem } from '../problems.ts';
import type { AccountsContext, AccountsRequest } from './context.ts';

/** Counts an attempt of the client's address. @returns its attempts in this window. @throws Problem over the limit */
export const countAttempt = (c: AccountsRequest, context: AccountsContext): Promise<number> =>
  consumeAttempt(context, `attempts from ${context.addressOf(c)}`);

async function consumeAttempt({ attemptLimiter }: AccountsContext, subject: string): Promise<number> {
  const { attempts, wait } = await attemptLimiter.consume(subject, ADDRESS_ATTEMPTS);
  if (wait !== undefined) throw tooMany('attempts', wait);
  return attempts;
}

/** Log-ins per window by which known browsers of an account go first in the queue. */
const PREFERRED_LOGINS = 3;

async function knownDeviceRank(context: AccountsContext, email: string): Promise<number> {
  const attempts = await consumeAttempt(context, `attempts of browsers known to ${email}`);
  return attempts <= PREFERRED_LOGINS ? 0 : attempts;
}

/** For a password hash without a password check. */
export async function queueHash<T>(c: AccountsRequest, context: AccountsContext, work: () => Promise<T>): Promise<T> {
  return context.hashQueue.take(await countAttempt(c, context), work);
}

/** For a log-in. Known browsers have limits of their own, so that others' attempts do not lock the owner out. */
export async function throttledLogin<T>(
  c: AccountsRequest,
  context: AccountsContext,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  const account = email.trim().toLowerCase();
  const device = verifyDeviceCookie(context.settings.secret, account, getCookie(c, DEVICE_COOKIE));
  const result =
    device === undefined
      ? await throttled(context, unknownDeviceSubjects(c, context, account), () => countAttempt(c, context), work)
      : await throttled(
          context,
          [{ key: `device ${device}`, backoff: ACCOUNT_BACKOFF }],
          () => knownDeviceRank(context, account),
          work,
        );
  rememberDevice(c, context, account);
  return result;
}

const unknownDeviceSubjects = (
  c: AccountsRequest,
  { addressOf }: AccountsContext,
  email: string,
): ThrottleSubject[] => [
  accountSubject(email),
  { key: `wrong passwords from ${addressOf(c)}`, backoff: ADDRESS_BACKOFF },
];

/** For the password of a logged-in user: others' attempts do not delay it. */
export function throttledPasswordCheck<T>(
  c: AccountsRequest,
  context: AccountsContext,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  return throttled(context, [{ key: `member ${id}`, backoff: ACCOUNT_BACKOFF }], () => countAttempt(c, context), work);
}

/** @param rank in the hash queue; computed before anything else is counted */
async function throttled<T>(
  context: AccountsContext,
  subjects: ThrottleSubject[],
  rank: () => Promise<number>,
  work: () => Promise<T>,
): Promise<T> {
  const { throttle, hashQueue } = context;
  const position = await rank();
  const wait = await throttle.begin(subjects);
  if (wait !== undefined) throw tooMany('paused', wait);
  try {
    const result = await hashQueue.take(position, work);
    await throttle.refund(subjects);
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) await throttle.refund(subjects);
    throw error;
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Problem && (error.id === 'wrong_login' || error.id === 'wrong_password');

const tooMany = (id: ProblemId, wait: number): Problem => new Problem(id, { headers: { 'Retry-After': String(wait) } });

function rememberDevice(c: AccountsRequest, { settings, baseUrl }: AccountsContext, email: string): void {
  setCookie(c, DEVICE_COOKIE, createDeviceCookie(settings.secret, email), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: (365 * DAY) / SECOND,
  });
}
