/** What was loaded earlier and shown again without the server. */
import { base } from './dom.ts';

/** Marks answers that the service worker kept, with their `Date`. A page that it kept has it in `data-kept`. */
export const KEPT_HEADER = 'X-Kept';

let isLastKept = false;

/** @param response the newest one */
export const noteKept = ({ headers }: Response): void => void (isLastKept = headers.has(KEPT_HEADER));

/** Whether the last answer was a kept one. */
export const isOffline = (): boolean => isLastKept;

/** Once a page is loaded. Each new worker learns what was loaded before it ran. */
export async function startKeeping(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const tell = (loaded: PerformanceEntryList): void =>
    serviceWorker.controller?.postMessage([location.href, ...loaded.map(({ name }) => name)]);
  const tellAll = (): void => tell(performance.getEntriesByType('resource'));
  serviceWorker.addEventListener('controllerchange', tellAll);
  tellAll();
  // A request that began before the worker ran may end after it.
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource' });
  try {
    await serviceWorker.register(`${base()}/sw.js`, { updateViaCache: 'none' });
  } catch {
    // Without it the pages need the server.
  }
}
