/** The layer of epicentres in its canvas: what it looks like, and how much of it is drawn while the map moves. */
import { COLOURS, radiusOf, UNKNOWN_COLOUR, type Theme } from '../../drawing/palette.ts';
import type { Camera } from '../map/camera.ts';
import { project, type Plane } from '../../drawing/mercator.ts';
import { NO_VALUE } from '#core/points.ts';
import { channelsOf } from './chart-drawing.ts';
import { PointLayer, VERTEX_BYTES } from './point-layer.ts';
import { isWithin, type ColumnBounds, type Picked } from './selection.ts';
import type { AtlasColouring } from './state.ts';
import type { Band, Run } from './store.ts';

/** Frames longer than this, in ms, thin the picture while it moves; shorter than the second bound fill it again. */
const SLOW_FRAME = 30;
const QUICK_FRAME = 19;
/** A longer pause between two frames is not the graphics processor's. */
const LONGEST_FRAME = 1000;
/** How long drawing may take in a frame, ms; waiting for the answer is part of what is measured. */
const FRAME_SHARE = 20;
/** A stride of more than 255 bytes is none of WebGL's. */
const MOST_THINNING = Math.floor(255 / VERTEX_BYTES);
/** Pixels a degree at which radii are those of the scale. */
const USUAL_SCALE = 50;
/** Pixels around a small epicentre within which a press counts. */
const REACH = 6;

export class Picture {
  readonly #canvas: HTMLCanvasElement;
  #layer: PointLayer | undefined;
  #colours: { depth: Float32Array; time: Float32Array; outline: Float32Array } | undefined;
  #isOpened = false;
  #thinning = 1;
  #lastFrame = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    // The browser takes the graphics processor away from a page in the background, and gives it back.
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  }

  /** Whether {@link open} came to its end, with or without WebGL2. */
  get isOpened(): boolean {
    return this.#isOpened;
  }

  get isPossible(): boolean {
    return this.#layer !== undefined;
  }

  /** @param bands that are loaded already */
  async open(bands: readonly Band[]): Promise<void> {
    const layer = await PointLayer.open(this.#canvas);
    this.#layer = layer;
    this.#isOpened = true;
    bands.forEach((band, number) => {
      this.clear(number, band.id.length);
      for (const run of band.runs) this.add(number, band, run);
    });
  }

  clear(number: number, capacity: number): void {
    this.#layer?.clear(number, capacity);
  }

  add(number: number, band: Band, run: Run): void {
    if (run.count > 0) this.#layer?.add(number, band, run);
  }

  recolour(theme: Theme): void {
    const packed = (colours: readonly string[]): Float32Array =>
      Float32Array.from([...colours, UNKNOWN_COLOUR[theme]].flatMap(channelsOf), (value) => value / 255);
    this.#colours = {
      depth: packed(COLOURS[theme].depth),
      time: packed(COLOURS[theme].age),
      outline: Float32Array.from(theme === 'dark' ? [0.02, 0.05, 0.07, 0.8] : [0.06, 0.13, 0.16, 0.6]),
    };
  }

  /** @param look `moving` while a gesture or an animation goes on @returns the number of earthquakes drawn */
  draw(
    camera: Camera,
    look: { bounds: ColumnBounds; colouring: AtlasColouring; count: number; trail: number; moving: boolean },
  ): number {
    if (!this.#layer || !this.#colours) return 0;
    const { clientWidth, clientHeight } = this.#canvas;
    const [width, height] = [Math.round(clientWidth * devicePixelRatio), Math.round(clientHeight * devicePixelRatio)];
    if (this.#canvas.width !== width || this.#canvas.height !== height)
      [this.#canvas.width, this.#canvas.height] = [width, height];
    const byTime = look.colouring === 'time';
    const drawn = this.#layer.draw(camera, devicePixelRatio, {
      bounds: look.bounds,
      byTime,
      colours: byTime ? this.#colours.time : this.#colours.depth,
      outline: this.#colours.outline,
      sizing: sizingOf(camera, look.count),
      trail: look.trail,
      thinning: this.#thinningOf(look.moving),
    });
    if (!look.moving) void this.#measure(this.#layer);
    return drawn;
  }

  /** Where all would take too long for a frame, the smallest magnitudes are thinned as long as the picture moves. */
  #thinningOf(moving: boolean): number {
    const now = performance.now();
    const frame = now - this.#lastFrame;
    this.#lastFrame = now;
    if (!moving) return 1;
    if (frame > SLOW_FRAME && frame < LONGEST_FRAME) this.#thinning = Math.min(MOST_THINNING, this.#thinning * 1.5);
    else if (frame < QUICK_FRAME) this.#thinning = Math.max(1, this.#thinning * 0.97);
    return Math.round(this.#thinning);
  }

  /** What a whole picture costs is what the next movement begins with. */
  async #measure(layer: PointLayer): Promise<void> {
    const start = performance.now();
    await layer.finished();
    const share = (performance.now() - start) / FRAME_SHARE;
    this.#thinning = Math.min(MOST_THINNING, Math.max(1, share));
  }
}

/** Many epicentres are drawn smaller; those of a close view larger. */
export const sizingOf = ({ scale }: Camera, count: number): number =>
  Math.min(1, Math.max(0.15, (400 / Math.max(400, count)) ** 0.33) * Math.max(0.6, (scale / USUAL_SCALE) ** 0.45));

/** The epicentre at a place in pixels, of the greatest band; undefined for none. */
export function epicentreAt(
  bands: readonly Band[],
  at: Plane,
  { camera, bounds, sizing }: { camera: Camera; bounds: ColumnBounds; sizing: number },
): Picked | undefined {
  const place = camera.toPlane(at);
  for (const band of bands.toReversed()) {
    let found: Picked | undefined;
    let least = Infinity;
    const most = (sizing * 34 + REACH) / camera.scale;
    for (let row = 0; row < band.count; row += 1) {
      const dx = band.longitude[row]! - place.x;
      if (dx > most || dx < -most || !isWithin(band, row, bounds)) continue;
      const { y } = project({ longitude: 0, latitude: band.latitude[row]! });
      const away = Math.hypot(dx, y - place.y) * camera.scale;
      const magnitude = band.magnitude[row]!;
      const radius = sizing * radiusOf(magnitude === NO_VALUE ? null : magnitude / 100);
      if (away > Math.max(REACH, radius) || away >= least) continue;
      [found, least] = [{ band, row }, away];
    }
    if (found) return found;
  }
  return undefined;
}
