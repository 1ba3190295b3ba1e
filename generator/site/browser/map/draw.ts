/** One picture of the map on a 2D canvas: what lies above the base map. */
import type { Plane } from '../../drawing/mercator.ts';
import type { Camera } from './camera.ts';

export interface Epicentre extends Plane {
  id: number;
  radius: number;
  colour: string;
}

/** Names in the style sheet of the page. */
const STYLES = {
  ...{
    sea: 'sea',
    land: 'land',
    coast: 'coast',
    border: 'border',
    label: 'label',
    halo: 'land',
    unit: 'unit',
    fault: 'fault',
  },
  ...{ outline: 'dot-outline', mark: 'ink', font: 'font' },
};

export type MapColours = Record<keyof typeof STYLES, string>;

const styleOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const readColours = (): MapColours =>
  Object.fromEntries(Object.entries(STYLES).map(([key, name]) => [key, styleOf(name)])) as MapColours;

export interface MapPicture {
  context: CanvasRenderingContext2D;
  camera: Camera;
  /** Device pixels a CSS pixel. */
  density: number;
  colours: MapColours;
  /** Whether borders of provinces, and faults, are drawn. */
  layers: { units: boolean; faults: boolean };
  /** Drawn in this order. */
  epicentres: Epicentre[];
  selected: Epicentre | undefined;
  /** Closed dashed lines below the epicentres. */
  rings: Plane[][];
}

/** What lies above the base map. @returns how many epicentres lie within the picture */
export function drawForeground(picture: MapPicture): number {
  const { context, density, selected } = picture;
  context.setTransform(density, 0, 0, density, 0, 0);
  drawRings(picture);
  const drawn = drawEpicentres(picture);
  if (selected) drawMark(picture, selected);
  return drawn;
}

function drawEpicentres({ context, camera, colours, epicentres }: MapPicture): number {
  let drawn = 0;
  context.lineWidth = 0.75;
  context.strokeStyle = colours.outline;
  for (const { x, y, radius, colour } of epicentres) {
    const at = camera.toScreen({ x, y });
    if (at.x < -radius || at.y < -radius || at.x > camera.width + radius || at.y > camera.height + radius) continue;
    context.beginPath();
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    context.globalAlpha = 0.82;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
    context.stroke();
    drawn += 1;
  }
  return drawn;
}

function drawRings({ context, camera, colours, rings }: MapPicture): void {
  context.lineWidth = 1.25;
  context.strokeStyle = colours.mark;
  context.setLineDash([5, 5]);
  for (const ring of rings) {
    context.beginPath();
    for (const point of ring) {
      const { x, y } = camera.toScreen(point);
      context.lineTo(x, y);
    }
    context.closePath();
    context.stroke();
  }
  context.setLineDash([]);
}

/** Two rings around the chosen earthquake. */
function drawMark({ context, camera, colours }: MapPicture, { x, y, radius }: Epicentre): void {
  const at = camera.toScreen({ x, y });
  for (const [extra, width, colour] of [
    [4, 4, colours.halo],
    [4, 2, colours.mark],
  ] as const) {
    context.beginPath();
    context.arc(at.x, at.y, radius + extra, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}
