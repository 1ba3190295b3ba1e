/** Cells of the base map as SVG, coloured by class. */
import { markup, type Markup } from './markup.ts';
import { GROUND, YEAR_FRAME } from './year-map.ts';

interface MappedCell {
  /** Of the south-western corner, in degrees. */
  latitude: number;
  longitude: number;
  /** Of the colours of depths: 0 to 4. */
  colour: number;
}

interface CellMap {
  cells: readonly MappedCell[];
  /** Of a cell, in degrees. */
  side: number;
  title: string;
}

/** On a page with the map of the year. */
export function cellMap({ cells, side, title }: CellMap): Markup {
  const colours = [...Map.groupBy(cells, ({ colour }) => colour)].sort(([a], [b]) => a - b);
  const paths = colours.map(
    ([colour, some]) =>
      markup`<path class="depth-${colour}" d="${some.map(({ latitude, longitude }) => square(latitude, longitude, side)).join('')}"/>`,
  );
  return markup`<svg class="year-map cells" viewBox="0 0 ${YEAR_FRAME.width} ${YEAR_FRAME.height}" role="img" \
aria-label="${title}"><use href="#${GROUND}"/>${paths}</svg>`;
}

function square(latitude: number, longitude: number, side: number): string {
  const [low, high] = [
    YEAR_FRAME.place({ latitude, longitude }),
    YEAR_FRAME.place({ latitude: latitude + side, longitude: longitude + side }),
  ];
  const [x, y, right, bottom] = [low.x, high.y, high.x, low.y].map(Math.round) as [number, number, number, number];
  return `M${x} ${y}H${right}V${bottom}H${x}z`;
}
