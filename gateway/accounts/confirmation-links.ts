/** Links that confirm an address: signed, for a day, and for one account: a later one of the address is another. */
import { signJWT, verifyJWT } from 'better-auth/crypto';
import { DAY, SECOND } from '#core/time.ts';

interface Registered {
  id: string;
  email: string;
}

/** @param email read from the link to fill in a form */
export const confirmationToken = (secret: string, { id, email }: Registered): Promise<string> =>
  signJWT({ email, confirms: id }, secret, DAY / SECOND);

/** The account's id; undefined when the token is forged, has expired, or is none of these. */
export async function accountConfirmedBy(secret: string, token: string): Promise<string | undefined> {
  const claims = await verifyJWT<{ confirms?: unknown }>(token, secret);
  return typeof claims?.confirms === 'string' ? claims.confirms : undefined;
}
