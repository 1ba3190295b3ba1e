/** The caller of a request. Only this file reads the key: it is in no query, ETag, log line or error. */
import { type AddressBlock, networkOf } from '../http/client-address.ts';
import { GatewayError } from '../http/errors.ts';
import { isWellFormed } from '../http/key-format.ts';
import type { FoundKey } from './key-store.ts';
import { KEY_PARAMETER, readPairs } from '../http/query-string.ts';
import type { Limits, PlanName } from './quota/limits.ts';

export interface AnonymousCaller {
  kind: 'anonymous';
  address: AddressBlock;
  limits: Limits;
}

interface KeyedCaller {
  kind: 'keyed';
  address: AddressBlock;
  account: string;
  keyId: string;
  plan: PlanName;
  limits: Limits;
}

export type Caller = AnonymousCaller | KeyedCaller;

/** Identifies a caller for concurrency and memory limits: no address begins as an account does. */
export const callerId = (caller: Caller): string =>
  caller.kind === 'keyed' ? `account:${caller.account}` : caller.address;

/** Whose connections are counted together: the caller, and the network that it is in. */
export interface Origins {
  caller: string;
  network: string;
}

export const originsOf = (caller: Caller): Origins => ({
  caller: callerId(caller),
  network: `network:${networkOf(caller.address)}`,
});

/**
 * The key sent, valid or not. The header takes precedence over the parameter; schemes other than Bearer are ignored.
 * @param query as received; its other parameters may be malformed
 */
export function presentedKey(authorization: string | undefined, query: string): string | undefined {
  if (authorization === undefined && query === '') return undefined;
  const sent = authorization?.trim() ?? '';
  return /^bearer(?:\s|$)/i.test(sent) ? sent.slice('bearer'.length).trimStart() : keyParameter(query);
}

/** The first non-empty value. One that cannot be decoded is a malformed key. */
function keyParameter(query: string): string | undefined {
  const sent = readPairs(query).find(({ name, value }) => name === KEY_PARAMETER && value !== '');
  return sent && (sent.value ?? '');
}

/**
 * The key's owner.
 * @param find looks up a well-formed key
 * @throws GatewayError 401, which does not reveal whether the key was ever valid
 */
export async function ownerOf(key: string, find: (key: string) => Promise<FoundKey | undefined>): Promise<FoundKey> {
  if (!isWellFormed(key))
    throw invalidKey(
      'This is not a key of this service, or it is mistyped: a key begins with sk_ and has 41 characters.',
    );
  const owner = await find(key);
  if (owner) return owner;
  throw invalidKey('This key is unknown, revoked or expired; /account/ has the keys that work.');
}

const invalidKey = (message: string): GatewayError =>
  new GatewayError('invalid_key', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

/** RFC 6750, 3.1: no error code when the request has no key. */
export const missingKey = (): GatewayError =>
  new GatewayError('invalid_key', 'This needs a key: Authorization: Bearer sk_…', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
