/** Names and scale bar: placed while the map stands still, and moved with it. */
import type { Camera } from './camera.ts';
import type { MapColours } from './draw.ts';
import { scaleBar, placeLabels, type Label, type PlacedLabel, type Rectangle } from './labels.ts';
import type { Plane } from '../../drawing/mercator.ts';

/** What names are drawn from. */
export interface NamedPicture {
  context: CanvasRenderingContext2D;
  camera: Camera;
  density: number;
  colours: MapColours;
}

interface Surroundings {
  labels: Label[];
  dots: { at: Plane; radius: number }[];
  /** What lies above the map. */
  taken: Rectangle[];
}

/** Pixels a degree from which names of a rank are shown. */
const RANK_SCALE = [0, 0, 38, 70];
/** Where the scale bar begins, in pixels. */
const BAR = { left: 14, top: 14, height: 26 };

/** Font of a rank, and its opacity. */
function styleOf({ rank, width }: Label, font: string): { font: string; alpha: number } {
  if (rank === 0) return { font: `italic 13px ${font}`, alpha: 0.8 };
  if (width !== undefined) return { font: `italic 500 11.5px ${font}`, alpha: 0.75 };
  return { font: `${rank === 1 || rank === 4 ? 600 : 500} ${rank > 4 ? 11 : 12}px ${font}`, alpha: 1 };
}

export class NameLayer {
  readonly #widths = new Map<string, number>();
  #placed: PlacedLabel[] = [];
  #barTop = BAR.top;

  /** Fonts are others than before. */
  forget(): void {
    this.#widths.clear();
  }

  /** @returns the names that have a place, for the page's own use */
  place({ context, camera, colours }: NamedPicture, { labels, dots, taken }: Surroundings): string[] {
    const inCorner = taken.filter(({ left, top }) => left < BAR.left + 130 && top < BAR.top + BAR.height);
    this.#barTop = Math.max(BAR.top, ...inCorner.map(({ bottom }) => bottom + 8));
    const bar = { left: 0, right: 150, top: this.#barTop - 6, bottom: this.#barTop + BAR.height };
    this.#placed = placeLabels({
      ...{ width: camera.width, height: camera.height, scale: camera.scale, toScreen: camera.toScreen, dots },
      labels: labels.filter(({ rank }) => camera.scale >= (RANK_SCALE[rank] ?? 0)),
      taken: [...taken, bar],
      widthOf: (label) => this.#widthOf(context, label, colours.font),
    });
    return this.#placed.map(({ label }) => label.text);
  }

  draw({ context, camera, density, colours }: NamedPicture): void {
    context.setTransform(density, 0, 0, density, 0, 0);
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    for (const { label, dx, dy, width } of this.#placed) {
      const at = camera.toScreen(label);
      const [left, middle] = [at.x + dx, at.y + dy];
      // No name is cut by the edge while the map moves.
      if (left < 0 || left + width > camera.width || middle < 8 || middle > camera.height - 8) continue;
      const { font, alpha } = styleOf(label, colours.font);
      context.font = font;
      context.globalAlpha = alpha;
      context.lineWidth = 3;
      context.strokeStyle = label.rank === 0 ? colours.sea : colours.halo;
      context.strokeText(label.text, left, middle);
      context.fillStyle = colours.label;
      if (label.rank !== 0 && label.width === undefined) context.fillRect(at.x - 1.5, at.y - 1.5, 3, 3);
      context.fillText(label.text, left, middle);
    }
    context.globalAlpha = 1;
    this.#drawBar({ context, camera, density, colours });
  }

  #widthOf(context: CanvasRenderingContext2D, label: Label, family: string): number {
    const { font } = styleOf(label, family);
    const key = `${font}|${label.text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      context.font = font;
      width = context.measureText(label.text).width;
      this.#widths.set(key, width);
    }
    return width;
  }

  #drawBar({ context, camera, colours }: NamedPicture): void {
    const { km, width } = scaleBar(camera);
    const [left, foot] = [BAR.left + 0.5, this.#barTop + 20.5];
    const text = km < 1 ? `${km * 1000} m` : `${km} km`;
    for (const [thickness, colour] of [
      [4, colours.halo],
      [1.5, colours.label],
    ] as const) {
      context.beginPath();
      context.moveTo(left, foot - 5);
      context.lineTo(left, foot);
      context.lineTo(left + width, foot);
      context.lineTo(left + width, foot - 5);
      context.lineWidth = thickness;
      context.strokeStyle = colour;
      context.stroke();
    }
    context.font = `500 11px ${colours.font}`;
    context.lineWidth = 3;
    context.strokeStyle = colours.halo;
    context.strokeText(text, left + 5, foot - 11);
    context.fillStyle = colours.label;
    context.fillText(text, left + 5, foot - 11);
    context.canvas.dataset['scale'] = text;
  }
}

/** What lies above the map: buttons, legend, credit. */
export function coveredParts(canvas: HTMLCanvasElement): Rectangle[] {
  const own = canvas.getBoundingClientRect();
  return [...(canvas.parentElement?.children ?? [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0 && (width < own.width || height < own.height / 2))
    .map(({ left, top, right, bottom }) => ({
      ...{ left: left - own.left, right: right - own.left, top: top - own.top, bottom: bottom - own.top },
    }));
}
