/** Limits by address and account, then the hash queue, for everything that costs a password hash or an email. */
import { createHmac } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { DAY, SECOND } from '#core/time.ts';
import { ADDRESS_ATTEMPTS } from '../attempt-limits.ts';
import type { HashClient } from '../hashing-queue.ts';
import { networkOf, siteOf } from '../../http/client-address.ts';
import { createDeviceCookie, DEVICE_COOKIE, DEVICE_DAYS, passwordHashOf, verifyDeviceCookie } from '../known-device.ts';
import { ACCOUNT_BACKOFF, accountSubject, ADDRESS_BACKOFF, type ThrottleSubject } from '../login-throttle.ts';
import { Problem, type ProblemId } from '../problems.ts';
import type { AccountsContext, AccountsRequest } from './context.ts';

/** Counts an attempt of the client's address. @throws Problem over the limit */
export async function countAttempt(c: AccountsRequest, { attemptLimiter, addressOf }: AccountsContext): Promise<void> {
  const { wait } = await attemptLimiter.consume(`attempts from ${addressOf(c)}`, ADDRESS_ATTEMPTS);
  if (wait !== undefined) throw tooMany('attempts', wait);
}

/** The network of the client, for its share of a store: a keyed hash, which alone names nobody. */
export const storedNetwork = (c: AccountsRequest, { addressOf, settings: { secret } }: AccountsContext): string =>
  createHmac('sha256', secret)
    .update(`network ${networkOf(addressOf(c))}`)
    .digest('base64url');

/** One client for each address; for IPv6 one for each /48 block, which may belong to one client. */
const clientOf = (c: AccountsRequest, { addressOf }: AccountsContext): HashClient => ({
  name: `address ${siteOf(addressOf(c))}`,
});

/** For a password hash without a password check. */
export async function queueHash<T>(c: AccountsRequest, context: AccountsContext, work: () => Promise<T>): Promise<T> {
  const client = clientOf(c, context);
  context.hashQueue.admit(client);
  await countAttempt(c, context);
  return context.hashQueue.take(client, work);
}

/** For a log-in. Known browsers have limits of their own, so that others' attempts do not lock the owner out. */
export async function throttledLogin<T>(
  c: AccountsRequest,
  context: AccountsContext,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  const account = email.trim().toLowerCase();
  const device = await knownDevice(c, context, account);
  const known = device === undefined ? undefined : await knownBrowser(context, account, device);
  const result = await throttled(context, known ?? unknownBrowser(c, context, account), work);
  await rememberDevice(c, context, account, device);
  return result;
}

interface Attempt {
  client: HashClient;
  subjects: ThrottleSubject[];
  /** Counts it. @throws Problem over the limit */
  count(): Promise<unknown>;
}

/** Attempts of one known browser per window, and of all known browsers of an account. */
const DEVICE_ATTEMPTS = { limit: ADDRESS_ATTEMPTS.limit, windowMs: ADDRESS_ATTEMPTS.windowMs };
const DEVICES_ATTEMPTS = { limit: 3 * DEVICE_ATTEMPTS.limit, windowMs: DEVICE_ATTEMPTS.windowMs };
/** Log-ins of one, and of all, that go before everybody else's. */
const FIRST = { device: 3, devices: 10 };

/** Undefined beyond its limits: then it is like any other browser. */
async function knownBrowser(
  { attemptLimiter, throttle }: AccountsContext,
  email: string,
  device: string,
): Promise<Attempt | undefined> {
  const name = `device ${device}`;
  const subjects = [{ key: name, backoff: ACCOUNT_BACKOFF }];
  if ((await throttle.pauseOf(name)) !== undefined) return undefined;
  const own = await attemptLimiter.consume(`attempts of ${name}`, DEVICE_ATTEMPTS);
  if (own.wait !== undefined) return undefined;
  const all = await attemptLimiter.consume(`attempts of browsers known to ${email}`, DEVICES_ATTEMPTS);
  if (all.wait !== undefined) return undefined;
  const first = own.attempts <= FIRST.device && all.attempts <= FIRST.devices;
  return { client: { name, first }, subjects, count: async () => {} };
}

function unknownBrowser(c: AccountsRequest, context: AccountsContext, email: string): Attempt {
  const wrong = { key: `wrong passwords from ${context.addressOf(c)}`, backoff: ADDRESS_BACKOFF };
  return {
    client: clientOf(c, context),
    subjects: [accountSubject(email), wrong],
    count: () => countAttempt(c, context),
  };
}

/** For the password of a logged-in user: others' attempts do not delay it. */
export function throttledPasswordCheck<T>(
  c: AccountsRequest,
  context: AccountsContext,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const subjects = [{ key: `member ${id}`, backoff: ACCOUNT_BACKOFF }];
  return throttled(context, { client: clientOf(c, context), subjects, count: () => countAttempt(c, context) }, work);
}

async function throttled<T>(
  { throttle, hashQueue }: AccountsContext,
  { client, subjects, count }: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  hashQueue.admit(client);
  await count();
  const wait = await throttle.begin(subjects);
  if (wait !== undefined) throw tooMany('paused', wait);
  try {
    const result = await hashQueue.take(client, work);
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

/** The name of a browser that has logged in with the account's present password. */
async function knownDevice(
  c: AccountsRequest,
  { database, settings: { secret }, now }: AccountsContext,
  email: string,
): Promise<string | undefined> {
  const cookie = getCookie(c, DEVICE_COOKIE);
  if (cookie === undefined) return undefined;
  const passwordHash = await passwordHashOf(database, email);
  return verifyDeviceCookie({ secret, email, passwordHash, now: now() }, cookie);
}

/** @param device its name, if it has one */
export async function rememberDevice(
  c: AccountsRequest,
  { database, settings: { secret }, baseUrl, now }: AccountsContext,
  email: string,
  device?: string,
): Promise<void> {
  const passwordHash = await passwordHashOf(database, email);
  setCookie(c, DEVICE_COOKIE, createDeviceCookie({ secret, email, passwordHash, now: now() }, device), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: (DEVICE_DAYS * DAY) / SECOND,
  });
}
