/** Epicentres on the base map as SVG: size by magnitude, colour by depth, each a link. */
import type { Point } from '#core/geo.ts';
import { borderPath, frameOf, landPath, type LandFile } from './land.ts';
import { markup, type Markup } from './markup.ts';
import { depthClass, radiusOf } from './palette.ts';

interface MappedEarthquake extends Point {
  magnitude: number;
  depthKm: number | null;
  label: string;
  href: string;
}

/** Of both kinds of map. */
export const YEAR_FRAME = frameOf({ west: 22, east: 48, south: 32.6, north: 44.6 }, 960);

/** Id of the ground, which other maps of a page use again. */
export const GROUND = 'ground';

/** Drawn once for each base map. */
const grounds = new WeakMap<LandFile, Markup>();

const groundOf = (file: LandFile): Markup =>
  markup`<g id="${GROUND}" class="ground"><path class="land" d="${landPath(file, YEAR_FRAME)}"/>\
<path class="border" d="${borderPath(file, YEAR_FRAME)}"/></g>`;

/** @param labelledBy id of the element that names the picture */
export function yearMap(file: LandFile, earthquakes: readonly MappedEarthquake[], labelledBy: string): Markup {
  const dots = earthquakes
    .toSorted((a, b) => b.magnitude - a.magnitude)
    .map(({ magnitude, depthKm, label, href, ...point }) => {
      const { x, y } = YEAR_FRAME.place(point);
      const radius = Math.max(3, radiusOf(magnitude) * 0.62);
      return markup`<a href="${href}"><title>${label}</title>\
<circle class="depth-${depthClass(depthKm)}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}"/></a>`;
    });
  return markup`<svg class="year-map" viewBox="0 0 ${YEAR_FRAME.width} ${YEAR_FRAME.height}" role="group" \
aria-labelledby="${labelledBy}">${grounds.getOrInsertComputed(file, groundOf)}${dots}</svg>`;
}
