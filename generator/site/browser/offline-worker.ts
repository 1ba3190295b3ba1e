/** The service worker: keeps what the pages loaded last, and answers with it when the server cannot be reached. */
import { ENDPOINT_PATHS, ENDPOINTS } from '#core/endpoints.ts';
import { languageOfPath } from '#core/page-language.ts';
import { hashInPath } from '#core/paths.ts';
import { KEPT_HEADER } from './kept.ts';
import { knownSubscription, send, serverKey, register } from './subscription.ts';

/** Hash of the site's scripts and styles; another one is another worker with a cache of its own. */
declare const VERSION: string;

interface WorkerEvent extends Event {
  request: Request;
  data: string[];
  notification: Notification;
  newSubscription?: PushSubscription | null;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

interface Pushed extends NotificationOptions {
  title: string;
  url?: string;
}

interface Worker {
  registration: Pick<ServiceWorkerRegistration, 'scope' | 'showNotification' | 'pushManager'>;
  clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}

const worker = self as unknown as Worker;
const home = worker.registration.scope;
const CACHE = `site-${VERSION}`;
const MOST_KEPT = 200;

/** Accounts, and answers of the gateway: they are never kept. */
const DIRECT = [...ENDPOINT_PATHS, '/fdsnws', '/account', '/stripe'].filter((path) => path !== ENDPOINTS.kandilliAll);

/** Path in `dist/`; undefined for what is not kept. */
function pathOf(url: URL, isPage: boolean): string | undefined {
  if (!url.href.startsWith(home) || (url.search !== '' && !isPage)) return undefined;
  const path = url.href.slice(home.length - 1).replace(/[?#].*/, '');
  if (DIRECT.some((one) => path === one || path.startsWith(`${one}/`))) return undefined;
  return isPage || /^\/assets\/|\.json$/.test(path) ? path.slice(1) : undefined;
}

const mayKeep = ({ status, headers }: Response): boolean =>
  status === 200 && !/private|no-store/.test(headers.get('Cache-Control') ?? '');

async function keep(path: string, response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(home + path, response);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) await cache.delete(key);
}

const keptOf = async (path: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(home + path);

/** ms that a page waits for the network where an answer is kept. */
const PATIENCE = 3_000;
/** ms until a request for data ends: those of many polls may wait for a network that does not answer. */
const LONGEST = 60_000;

/** A full disk keeps nothing, and the answer is as good as ever. */
const unlessFull = (error: unknown): void => {
  if ((error as Error).name !== 'QuotaExceededError') throw error;
};

interface Asked {
  network: Promise<Response | undefined>;
  /** The same once all of it is kept, since a network may fall silent in the middle; undefined where it did. */
  whole: Promise<Response | undefined>;
}

function ask(request: Request | string, path: string, isPage: boolean): Asked {
  const network = fetch(request, isPage ? {} : { signal: AbortSignal.timeout(LONGEST) }).catch(() => undefined);
  const keepIt = async (response: Response | undefined): Promise<Response | undefined> => {
    if (response && mayKeep(response)) await keep(path, response.clone()).catch(unlessFull);
    return response;
  };
  return { network, whole: network.then(keepIt).catch(() => undefined) };
}

/** As it was kept, with the time of its `Date`. A page says it from its first paint on. */
async function marked(kept: Response, isPage: boolean): Promise<Response> {
  const headers = new Headers(kept.headers);
  const date = headers.get('Date') ?? '';
  headers.set(KEPT_HEADER, date);
  if (!isPage) return new Response(kept.body, { headers });
  return new Response((await kept.text()).replace('<html ', `<html data-kept="${date}" `), { headers });
}

async function answer(event: WorkerEvent, path: string): Promise<Response> {
  const { request } = event;
  const isPage = request.mode === 'navigate';
  const kept = await keptOf(path);
  if (kept && hashInPath(path) !== undefined) return kept;
  const { network, whole } = ask(request, path, isPage);
  event.waitUntil(whole);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
  const response = await (kept ? Promise.race([whole, late]) : network);
  if (response && response.status < 500) return response;
  if (kept) return marked(kept, isPage);
  const first = languageOfPath(path) === 'en' ? 'en/' : '';
  const isHomeKept = isPage && path !== first && (await keptOf(first));
  return isHomeKept ? Response.redirect(home + first) : (response ?? Response.error());
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    for (const name of await caches.keys()) if (name !== CACHE && name.startsWith('site-')) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener('fetch', (event) => {
  const { method, mode, headers, url } = event.request;
  if (method !== 'GET' || headers.has('Authorization')) return;
  const path = pathOf(new URL(url), mode === 'navigate');
  if (path !== undefined) event.respondWith(answer(event, path));
});

/** Addresses that a page loaded before this worker answered for it, its own first. */
worker.addEventListener('message', (event) => {
  const fill = async (): Promise<void> => {
    for (const [index, address] of event.data.entries()) {
      const path = pathOf(new URL(address), index === 0);
      if (path === undefined || (await keptOf(path))) continue;
      // A page's address may be a list for programs.
      const request = index === 0 ? new Request(address, { headers: { Accept: 'text/html' } }) : address;
      await ask(request, path, false).whole;
    }
  };
  event.waitUntil(fill());
});

/** `push-message.ts` of the gateway has its fields. */
worker.addEventListener('push', (event) => {
  const { title, url, ...options } = (event.data as unknown as { json(): unknown }).json() as Pushed;
  const icon = `${home}apple-touch-icon.png`;
  event.waitUntil(worker.registration.showNotification(title, { ...options, icon, data: url ?? home }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data as string));
});

/** The browser has another subscription, or none any more: another one with the same rule takes its place. */
async function renew(changed: PushSubscription | null | undefined): Promise<void> {
  const known = await knownSubscription();
  if (!known) return;
  const server = home.slice(0, -1);
  const options = { userVisibleOnly: true, applicationServerKey: (await serverKey(server)) ?? null };
  const subscription = (changed ?? (await worker.registration.pushManager.subscribe(options))).toJSON();
  const isRegistered = (await register(server, { ...known, subscription })) === 200;
  if (isRegistered && subscription.endpoint !== known.subscription.endpoint) await send(server, 'DELETE', known);
}

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription)));
