/** Bounds by network, mailbox and in all, for everything that sends an email or tries a code. */
import { createHmac } from 'node:crypto';
import { mailboxOf } from '../../http/email-address.ts';
import { networkOf } from '../../http/client-address.ts';
import {
  ADDRESS_ATTEMPTS,
  type AttemptLimit,
  CODES_IN_ALL,
  MAILBOX_CODES,
  NETWORK_ATTEMPTS,
} from '../../access/attempt-limits.ts';
import { Problem, type ProblemId } from '../problems.ts';
import type { AccountsContext, AccountsRequest } from './context.ts';

/** What is counted apart: emails that are asked for, and log-ins. */
type Attempts = 'codes' | 'log-ins';

/** Counts an attempt of the client's address, and of its network. @throws Problem over the limit of either */
export async function countAttempt(c: AccountsRequest, context: AccountsContext, what: Attempts): Promise<void> {
  const address = context.addressOf(c);
  await consume(context, `${what} from ${address}`, ADDRESS_ATTEMPTS, 'attempts');
  await consume(context, `${what} from network ${networkOf(address)}`, NETWORK_ATTEMPTS, 'attempts');
}

/**
 * Counts a code to an address.
 * @returns false when its mailbox has had enough of them: then none is sent, and the answer is the same
 * @throws Problem when too many are sent in all
 */
export async function countCode(context: AccountsContext, address: string): Promise<boolean> {
  const { wait } = await context.attemptLimiter.consume(`codes to ${mailboxOf(address)}`, MAILBOX_CODES);
  if (wait !== undefined) return false;
  await consume(context, 'codes in all', CODES_IN_ALL, 'codes_full');
  return true;
}

async function consume(
  { attemptLimiter }: AccountsContext,
  subject: string,
  limit: AttemptLimit,
  problem: ProblemId,
): Promise<void> {
  const { wait } = await attemptLimiter.consume(subject, limit);
  if (wait !== undefined) throw new Problem(problem, { headers: { 'Retry-After': String(wait) } });
}

/** The network of the client, for its share of a store: a keyed hash, which alone names nobody. */
export const storedNetwork = (c: AccountsRequest, { addressOf, settings: { secret } }: AccountsContext): string =>
  createHmac('sha256', secret)
    .update(`network ${networkOf(addressOf(c))}`)
    .digest('base64url');
