/** The base map beneath the epicentres, with its buttons. */
import { required } from '../dom.ts';
import type { MapOverlay, MapView } from '../map/map.ts';
import { openMap, TURKIYE } from '../open-map.ts';

export async function openAtlasMap(overlay: MapOverlay): Promise<MapView | undefined> {
  const canvas = required<HTMLCanvasElement>('#map canvas');
  const map = await openMap({ canvas, home: TURKIYE, pressed: () => undefined, overlay });
  required('#zoom-in').onclick = () => map?.zoom(1.5);
  required('#zoom-out').onclick = () => map?.zoom(1 / 1.5);
  required('#whole').onclick = () => map?.home();
  return map;
}

/** @param changed whether a finger or the mouse button is down on the map */
export function whileHeld(changed: (isHeld: boolean) => void): void {
  const canvas = required('#map canvas');
  canvas.addEventListener('pointerdown', () => changed(true));
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => changed(false));
}
