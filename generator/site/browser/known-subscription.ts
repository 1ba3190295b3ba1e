/** The subscription that the gateway knows of this browser, kept where page and service worker read it. */
import { ENDPOINTS } from '#core/endpoints.ts';

const CACHE = 'notifications';

interface Known {
  subscription: PushSubscriptionJSON;
  /** Language and rule, as fields of the API. */
  fields: object;
}

export const knownSubscription = async (): Promise<Known | undefined> =>
  (await (await caches.open(CACHE)).match('/'))?.json() as Promise<Known | undefined>;

export const forgetSubscription = (): Promise<boolean> => caches.delete(CACHE);

/** @param home without a trailing slash */
export const serverKey = async (home: string): Promise<string | undefined> => {
  const answer = await fetch(home + ENDPOINTS.push);
  return answer.ok ? ((await answer.json()) as { public_key: string }).public_key : undefined;
};

/** @returns the status of the answer */
export async function send(
  home: string,
  method: 'POST' | 'DELETE',
  { subscription: { endpoint, keys }, fields }: Known,
): Promise<number> {
  const response = await fetch(home + ENDPOINTS.push, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, ...keys, ...fields }),
  });
  return response.status;
}

/** @returns the status of the answer */
export async function tell(home: string, known: Known): Promise<number> {
  const status = await send(home, 'POST', known);
  if (status === 200) await (await caches.open(CACHE)).put('/', Response.json(known));
  return status;
}
