/** Where blasts are, as SVG: circles by number, shaded by their share of the records. The page has the ground. */
import type { Point } from '#core/geo.ts';
import { markup, type Markup } from './markup.ts';
import { GROUND, YEAR_FRAME } from './year-map.ts';

interface MappedCell extends Point {
  blasts: number;
  events: number;
  label: string;
}

/** Türkiye alone, of the frame of all maps of the page. */
const [TOP_LEFT, BOTTOM_RIGHT] = [
  YEAR_FRAME.place({ latitude: 42.3, longitude: 25.4 }),
  YEAR_FRAME.place({ latitude: 35.7, longitude: 45 }),
];

/** Least share of each shade, inclusive. */
const SHARES = [0, 0.5, 0.75];

export const shareClass = ({ blasts, events }: Pick<MappedCell, 'blasts' | 'events'>): number =>
  SHARES.findLastIndex((least) => blasts >= least * events);

/** The area follows the number: 3 for 10 blasts, 17 for 1,000 of a picture that is some 700 wide. */
const radiusOf = (blasts: number): number => Math.min(20, 1.6 + 0.49 * Math.sqrt(blasts));

export function blastMap(cells: readonly MappedCell[], labelledBy: string): Markup {
  const circles = cells.map((cell) => {
    const { x, y } = YEAR_FRAME.place(cell);
    return markup`<circle class="blasts-${shareClass(cell)}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" \
r="${radiusOf(cell.blasts).toFixed(1)}"><title>${cell.label}</title></circle>`;
  });
  const [width, height] = [BOTTOM_RIGHT.x - TOP_LEFT.x, BOTTOM_RIGHT.y - TOP_LEFT.y];
  const box = [TOP_LEFT.x, TOP_LEFT.y, width, height].map((value) => value.toFixed(0)).join(' ');
  return markup`<svg class="year-map" viewBox="${box}" role="img" aria-labelledby="${labelledBy}">\
<use href="#${GROUND}"/>${circles}</svg>`;
}
