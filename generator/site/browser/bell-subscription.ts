/** This browser's subscription to notifications. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { base } from './dom.ts';

/** Why it failed. */
export type Trouble = 'off' | 'busy' | 'failed';

async function send(method: 'POST' | 'DELETE', subscription: PushSubscription, fields: object): Promise<number> {
  const { endpoint, keys } = subscription.toJSON();
  const response = await fetch(base() + ENDPOINTS.push, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, ...keys, ...fields }),
  });
  return response.status;
}

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

/** With the reader's permission. @param rule fields of the API */
export async function subscribe(rule: object): Promise<Trouble | undefined> {
  try {
    const answer = await fetch(base() + ENDPOINTS.push);
    if (!answer.ok) return 'off';
    const { public_key: key } = (await answer.json()) as { public_key: string };
    const status = await send('POST', await subscribed(key), rule);
    if (status === 200) return undefined;
    return status === 429 || status === 503 ? 'busy' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Where the service does not hear of it, it learns from the next message. */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (!subscription) return;
  await send('DELETE', subscription, {}).catch(() => undefined);
  await subscription.unsubscribe();
}
