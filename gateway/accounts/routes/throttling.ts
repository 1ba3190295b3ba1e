/** What everything that costs a hash or a letter has to pass before it costs anything: bounds by address and account, then a turn. */
import { getCookie, setCookie } from 'hono/cookie';
import { DAY, SECOND } from '#core/time.ts';
import { ADDRESS_ATTEMPTS } from '../attempt-limits.ts';
import { DEVICE_COOKIE, verifyDeviceCookie, createDeviceCookie } from '../known-device.ts';
import type { ThrottleSubject } from '../login-throttle.ts';
import { ACCOUNT_BACKOFF, accountSubject, ADDRESS_BACKOFF } from '../login-throttle.ts';
import type { ProblemId } from '../problems.ts';
import { Problem } from '../problems.ts';
import type { AccountsContext, AccountsRequest } from './context.ts';

/** Counts an attempt of the visitor's address. @returns how many it made in this window. @throws Problem when those are too many */
export const countAttempt = (c: AccountsRequest, context: AccountsContext): number =>
  consumeAttempt(context, `attempts from ${context.addressOf(c)}`);

function consumeAttempt({ attemptLimiter: attempts }: AccountsContext, who: string): number {
  const { taken, wait } = attempts.consume(who, ADDRESS_ATTEMPTS);
  if (wait !== undefined) throw refused('attempts', wait);
  return taken;
}

/** Log-ins of browsers that are known to an account which go before everybody's, in a window. */
const PREFERRED = 3;

function knownDeviceRank(context: AccountsContext, email: string): number {
  const taken = consumeAttempt(context, `attempts of browsers known to ${email}`);
  return taken <= PREFERRED ? 0 : taken;
}

/** For what hashes a password without trying it. */
export function queueHash<T>(c: AccountsRequest, context: AccountsContext, work: () => Promise<T>): Promise<T> {
  return context.hashQueue.take(countAttempt(c, context), work);
}

/** For a log-in. A browser that has logged in to the account before has bounds of its own, so that nobody else's attempts keep its owner out. */
export async function throttledLogin<T>(
  c: AccountsRequest,
  context: AccountsContext,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  const account = email.trim().toLowerCase();
  const device = verifyDeviceCookie(context.settings.secret, account, getCookie(c, DEVICE_COOKIE));
  const done =
    device === undefined
      ? await throttled(context, unknownDeviceSubjects(c, context, account), () => countAttempt(c, context), work)
      : await throttled(
          context,
          [{ key: `device ${device}`, backoff: ACCOUNT_BACKOFF }],
          () => knownDeviceRank(context, account),
          work,
        );
  rememberDevice(c, context, account);
  return done;
}

const unknownDeviceSubjects = (
  c: AccountsRequest,
  { addressOf }: AccountsContext,
  email: string,
): ThrottleSubject[] => [
  accountSubject(email),
  { key: `wrong passwords from ${addressOf(c)}`, backoff: ADDRESS_BACKOFF },
];

/** For the password of somebody who is logged in: strangers' attempts do not hold it up. */
export function throttledPasswordCheck<T>(
  c: AccountsRequest,
  context: AccountsContext,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  return throttled(context, [{ key: `member ${id}`, backoff: ACCOUNT_BACKOFF }], () => countAttempt(c, context), work);
}

/** @param rank of the turn; it is asked for before anything else is counted */
async function throttled<T>(
  context: AccountsContext,
  suspects: ThrottleSubject[],
  rank: () => number,
  work: () => Promise<T>,
): Promise<T> {
  const { throttle: pauses, hashQueue: turns } = context;
  const turn = rank();
  const wait = pauses.begin(suspects);
  if (wait !== undefined) throw refused('paused', wait);
  try {
    const done = await turns.take(turn, work);
    pauses.takeBack(suspects);
    return done;
  } catch (error) {
    if (!isWrongPassword(error)) pauses.takeBack(suspects);
    throw error;
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Problem && (error.id === 'wrong_login' || error.id === 'wrong_password');

const refused = (id: ProblemId, wait: number): Problem => new Problem(id, { headers: { 'Retry-After': String(wait) } });

function rememberDevice(c: AccountsRequest, { settings, baseUrl }: AccountsContext, email: string): void {
  setCookie(c, DEVICE_COOKIE, createDeviceCookie(settings.secret, email), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: (365 * DAY) / SECOND,
  });
}
