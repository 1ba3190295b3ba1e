/** Loads the map's code after everything else. */
import { base, isTurkish } from './dom.ts';
import { recalled, remember } from './page-frame.ts';
import type { Plane } from '../drawing/mercator.ts';
import type { MapOverlay, MapView } from './map/map.ts';

export const TURKIYE = { south: 35.4, north: 42.6, west: 25.2, east: 45.2 };

const SEAS = [
  { tr: 'Karadeniz', en: 'Black Sea', latitude: 43.1, longitude: 34.5 },
  { tr: 'Akdeniz', en: 'Mediterranean', latitude: 34.9, longitude: 30 },
  { tr: 'Ege Denizi', en: 'Aegean Sea', latitude: 38.9, longitude: 25.2 },
  { tr: 'Marmara', en: 'Marmara', latitude: 40.72, longitude: 28.15 },
];

/** Safari has no `requestIdleCallback`. */
export const whenIdle = (work: () => void): void =>
  'requestIdleCallback' in window ? void requestIdleCallback(work, { timeout: 2000 }) : void setTimeout(work, 200);

interface OpenOptions {
  canvas: HTMLCanvasElement;
  home: typeof TURKIYE;
  pressed?(id: number | undefined, at: Plane): void;
  overlay?: MapOverlay;
  names?: HTMLCanvasElement;
}

/** The reader's choice, kept in the browser. */
const FAULTS = 'faults';

/** Undefined where the map is unavailable: the page shows the list alone. */
export async function openMap({ canvas, ...options }: OpenOptions): Promise<MapView | undefined> {
  const { map = '', basemap = '', layers = '', drawing = '', tiles } = document.documentElement.dataset;
  try {
    const { MapView: View } = (await import(`${base()}/${map}`)) as { MapView: typeof MapView };
    const seas = SEAS.map(({ tr, en, ...point }) => ({ ...point, text: isTurkish() ? tr : en }));
    const view = await View.open({ canvas, baseMap: basemap, baseScript: drawing, layers, seas, tiles, ...options });
    for (const [id, act] of [
      ['zoom-in', () => view.zoom(1.5)],
      ['zoom-out', () => view.zoom(1 / 1.5)],
      ['whole', () => view.home()],
    ] as const)
      document.querySelector(`#${id}`)?.addEventListener('click', act);
    offerFaults(view);
    document.body.dataset['ready'] = 'map';
    return view;
  } catch {
    canvas.closest('#map')?.setAttribute('hidden', '');
    return undefined;
  }
}

/** The button of the layer, where the page has one. */
function offerFaults(view: MapView): void {
  const [button, credit] = ['#faults', '#faults-credit'].map((name) => document.querySelector<HTMLElement>(name));
  if (!button || !credit) return;
  let isShown = recalled(FAULTS) === 'on';
  const show = (): void => {
    button.setAttribute('aria-pressed', String(isShown));
    credit.hidden = !isShown;
    view.showFaults(isShown);
  };
  button.addEventListener('click', () => {
    isShown = !isShown;
    remember(FAULTS, isShown ? 'on' : 'off');
    show();
  });
  show();
}
