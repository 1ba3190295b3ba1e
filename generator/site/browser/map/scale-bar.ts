/** How long a round number of kilometres is on the screen. */
import { KM_PER_DEGREE } from '#core/geo.ts';
import { unproject } from '../../drawing/mercator.ts';
import type { Camera } from './camera.ts';

/** Pixels that the bar has at most. */
const MOST = 110;

export function scaleBar({ centre, scale }: Pick<Camera, 'centre' | 'scale'>): { km: number; width: number } {
  const pixels = scale / (KM_PER_DEGREE * Math.cos((unproject(centre).latitude * Math.PI) / 180));
  const power = 10 ** Math.floor(Math.log10(MOST / pixels));
  const km = power * [5, 2, 1].find((factor) => factor * power * pixels <= MOST)!;
  return { km, width: km * pixels };
}
