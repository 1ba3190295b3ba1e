/** This browser's subscription to notifications. */
import { base } from './dom.ts';
import { forgetSubscription, send, serverKey, tell } from './known-subscription.ts';

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
    const status = await tell(base(), { subscription: (await subscribed(key)).toJSON(), fields });
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
