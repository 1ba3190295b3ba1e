/** Earthquakes as points of the map: size by magnitude, colour by age or depth. */
import type { EpochMs } from '#core/time.ts';
import {
  ageClass,
  COLOURS,
  depthClass,
  radiusOf,
  UNKNOWN_CLASS,
  UNKNOWN_COLOUR,
  type Colouring,
} from '../drawing/palette.ts';
import type { Earthquake } from './earthquake.ts';
import type { MapPoint } from './map/map.ts';
import { currentTheme } from './page-frame.ts';

/** Many epicentres are drawn smaller, so that they do not cover the map. */
export const scaleFor = (count: number): number => Math.min(1, Math.max(0.3, Math.sqrt(400 / count)));

export const classOf = (one: Earthquake, colouring: Colouring, now: EpochMs): number =>
  colouring === 'age' ? ageClass(now - one.time) : depthClass(one.depthKm);

/** The newest and, among the old, the small ones on top. @param rows newest first */
export function pointsOf(rows: readonly Earthquake[], colouring: Colouring, now: EpochMs): MapPoint[] {
  const [scale, theme] = [scaleFor(rows.length), currentTheme()];
  const point = (one: Earthquake): MapPoint => {
    const index = classOf(one, colouring, now);
    return {
      ...{ id: one.id, latitude: one.latitude, longitude: one.longitude },
      radius: scale * radiusOf(one.magnitude),
      colour: index === UNKNOWN_CLASS ? UNKNOWN_COLOUR[theme] : COLOURS[theme][colouring][index]!,
    };
  };
  return rows.map(point).reverse();
}
