/** This browser’s subscription to notifications, kept where page and service worker read it. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { base } from './dom.ts';

const CACHE = 'notifications';

interface Known {
  subscription: PushSubscriptionJSON;
  /** Language and rule, as fields of the API. */
  fields: object;
}

export const knownSubscription = async (): Promise<Known | undefined> =>
  (await (await caches.open(CACHE)).match('/'))?.json() as Promise<Known | undefined>;

const forgetSubscription = (): Promise<boolean> => caches.delete(CACHE);

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
export async function register(home: string, known: Known): Promise<number> {
  const status = await send(home, 'POST', known);
  if (status === 200) await (await caches.open(CACHE)).put('/', Response.json(known));
  return status;
}

/** Why it failed. */
export type Trouble = 'off' | 'busy' | 'failed';

async function manager(): Promise<PushManager> {
  await navigator.serviceWorker.register(`${base()}/sw.js`, { updateViaCache: 'none' });
  return (await navigator.serviceWorker.ready).pushManager;
}

/** A subscription with another key than the service's present one is of no use. */
async function subscribed(applicationServerKey: string): Promise<PushSubscription> {
  const pushes = await manager();
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushes.subscribe(options);
  } catch {
    await (await pushes.getSubscription())?.unsubscribe();
    return pushes.subscribe(options);
  }
}

/** With the reader's permission. @param fields language and rule, as fields of the API */
export async function subscribe(fields: object): Promise<Trouble | undefined> {
  try {
    const key = await serverKey(base());
    if (key === undefined) return 'off';
    const status = await register(base(), { subscription: (await subscribed(key)).toJSON(), fields });
    if (status === 200) return undefined;
    return status === 429 || status === 503 ? 'busy' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Where the service does not hear of it, it learns from the next message. */
export async function unsubscribe(): Promise<void> {
  await forgetSubscription();
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (!subscription) return;
  await send(base(), 'DELETE', { subscription: subscription.toJSON(), fields: {} }).catch(() => undefined);
  await subscription.unsubscribe();
}
