/** One picture of the map on a 2D canvas: base map, epicentres, names. */
import type { Plane } from '../../drawing/mercator.ts';
import type { BaseMap, Label } from './base-map.ts';
import type { Camera } from './camera.ts';

export interface Epicentre extends Plane {
  id: number;
  radius: number;
  colour: string;
}

/** Names in the style sheet of the page. */
const STYLES = {
  ...{ sea: 'sea', land: 'land', coast: 'coast', border: 'border', label: 'label', halo: 'land' },
  ...{ outline: 'dot-outline', mark: 'ink', font: 'font' },
};

export type MapColours = Record<keyof typeof STYLES, string>;

export const styleOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const readColours = (): MapColours =>
  Object.fromEntries(Object.entries(STYLES).map(([key, name]) => [key, styleOf(name)])) as MapColours;

export interface MapPicture {
  context: CanvasRenderingContext2D;
  camera: Camera;
  /** Device pixels a CSS pixel. */
  density: number;
  colours: MapColours;
  base: BaseMap | undefined;
  /** Drawn in this order. */
  epicentres: Epicentre[];
  selected: Epicentre | undefined;
  /** Closed dashed lines below the epicentres. */
  rings: Plane[][];
  seas: Label[];
}

/** Sea, land and names. */
export function drawBackground(picture: MapPicture): void {
  const { context, camera, density, colours, base } = picture;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, camera.width, camera.height);
  if (base) drawBase(picture, base);
  context.setTransform(density, 0, 0, density, 0, 0);
  if (base) drawNames(picture, base);
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

function drawBase({ context, camera, density, colours }: MapPicture, { land, borders }: BaseMap): void {
  const scale = camera.scale * density;
  context.setTransform(
    ...([scale, 0, 0, scale] as const),
    (camera.width / 2 - camera.centre.x * camera.scale) * density,
    (camera.height / 2 - camera.centre.y * camera.scale) * density,
  );
  context.lineJoin = 'round';
  context.fillStyle = colours.land;
  context.fill(land, 'evenodd');
  context.lineWidth = 0.8 / camera.scale;
  context.strokeStyle = colours.coast;
  context.stroke(land);
  context.lineWidth = 1 / camera.scale;
  context.strokeStyle = colours.border;
  context.setLineDash([4 / camera.scale, 3 / camera.scale]);
  context.stroke(borders);
  context.setLineDash([]);
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

/** Pixels a degree from which names of a rank are shown. */
const RANK_SCALE = [0, 0, 38, 70];

function drawNames({ context, camera, colours, seas }: MapPicture, { cities }: BaseMap): void {
  const taken: [number, number, number, number][] = [];
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const label of [...seas, ...cities]) {
    if (camera.scale < (RANK_SCALE[label.rank] ?? 0)) continue;
    const isSea = label.rank === 0;
    const at = camera.toScreen(label);
    context.font = isSea ? `italic 13px ${colours.font}` : `${label.rank === 1 ? 600 : 500} 12px ${colours.font}`;
    const width = context.measureText(label.text).width;
    const left = isSea ? at.x - width / 2 : at.x + 6;
    const box: [number, number, number, number] = [left - 4, at.y - 9, left + width + 4, at.y + 9];
    if (box[2] < 0 || box[0] > camera.width || box[3] < 0 || box[1] > camera.height) continue;
    if (taken.some((one) => one[0] < box[2] && one[2] > box[0] && one[1] < box[3] && one[3] > box[1])) continue;
    taken.push(box);
    context.fillStyle = colours.label;
    if (!isSea) {
      context.fillRect(at.x - 1.5, at.y - 1.5, 3, 3);
      context.lineWidth = 3;
      context.strokeStyle = colours.halo;
      context.strokeText(label.text, left, at.y);
    }
    context.globalAlpha = isSea ? 0.75 : 1;
    context.fillText(label.text, left, at.y);
    context.globalAlpha = 1;
  }
}
