/** The layer of epicentres in its canvas: what it looks like, and how much of it is drawn while the map moves. */
import { COLOURS, radiusOf, UNKNOWN_COLOUR, type Theme } from '../../drawing/palette.ts';
import type { Camera } from '../map/camera.ts';
import { discard, putPicture, type SectionPicture } from '../map/section.ts';
import { project, type Plane } from '../../drawing/mercator.ts';
import { NO_VALUE } from '#core/points.ts';
import { threadOf } from '../thread.ts';
import { VERTEX_BYTES } from './point-layer.ts';
import type { answer, PointsRequest } from './points-picture.ts';
import { isWithin, type Picked, type Window } from './selection.ts';
import type { AllYearsColouring } from './state.ts';
import { columnsOf, type Band, type Run } from './store.ts';

/** Pictures that take longer than this, in ms, are thinned while they move; quicker than the second, filled again. */
const SLOW_PICTURE = 30;
const QUICK_PICTURE = 19;
/** A longer pause is not the graphics processor's. */
const LONGEST_PICTURE = 1000;
/** How long drawing may take in a frame, ms. */
const FRAME_SHARE = 20;
/** A stride of more than 255 bytes is none of WebGL's. */
const MOST_THINNING = Math.floor(255 / VERTEX_BYTES);
/** Pixels a degree at which radii are those of the scale. */
const USUAL_SCALE = 50;
/** Pixels around a small epicentre within which a press counts. */
const REACH = 6;

interface PictureOptions {
  canvas: HTMLCanvasElement;
  /** That are loaded already. */
  bands(): readonly Band[];
  /** Another picture can be shown. */
  changed(): void;
}

interface Look {
  window: Window;
  colouring: AllYearsColouring;
  count: number;
  trail: number;
  moving: boolean;
}

type AskPoints = typeof answer;
type DrawRequest = Extract<PointsRequest, { kind: 'draw' }>;

/** Red, green and blue from 0 to 255. */
const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));

export class Picture {
  readonly #options: PictureOptions;
  #ask: AskPoints | undefined;
  #colours: { depth: Float32Array; time: Float32Array; outline: Float32Array } | undefined;
  /** Whether {@link open} came to its end, with or without WebGL2. */
  #isOpened = false;
  #thinning = 1;
  #made: SectionPicture | undefined;
  /** What the latest picture was asked for, and how often the rows have changed. */
  #key = '';
  #version = 0;
  #due: DrawRequest | undefined;
  #isAsking = false;
  /** Rows of each band that the layer has. */
  readonly #sent: number[] = [];

  constructor(options: PictureOptions) {
    this.#options = options;
  }

  get isPossible(): boolean {
    return this.#ask !== undefined;
  }

  /** Whether nothing further is being drawn. */
  get isDone(): boolean {
    return this.#isOpened && !this.#isAsking;
  }

  async open(): Promise<void> {
    const { script = '' } = this.#options.canvas.dataset;
    // Some browsers have WebGL2 in the page alone.
    for (const place of ['worker', 'page'] as const) {
      const ask = threadOf<AskPoints>(script, place);
      if (!(await ask({ kind: 'open' }).catch(() => false))) continue;
      this.#ask = ask;
      this.refill();
      break;
    }
    this.#isOpened = true;
  }

  /** Sends all rows that pass anew. */
  refill(): void {
    this.#options.bands().forEach((band, number) => {
      this.clear(number, band.id.length);
      for (const run of band.runs) this.add(number, band, run);
    });
  }

  clear(band: number, capacity: number): void {
    this.#version += 1;
    this.#sent[band] = 0;
    void this.#ask?.({ kind: 'clear', band, capacity });
  }

  add(band: number, source: Band, run: Run): void {
    this.#version += 1;
    const columns = columnsOf(source, run);
    const [first, count] = [this.#sent[band] ?? 0, columns.time.length];
    if (count === 0) return;
    this.#sent[band] = first + count;
    void this.#ask?.({ kind: 'add', band, run: { ...run, first, count }, columns });
  }

  recolour(theme: Theme): void {
    const packed = (colours: readonly string[]): Float32Array =>
      Float32Array.from([...colours, UNKNOWN_COLOUR[theme]].flatMap(channelsOf), (value) => value / 255);
    this.#version += 1;
    this.#colours = {
      depth: packed(COLOURS[theme].depth),
      time: packed(COLOURS[theme].age),
      outline: Float32Array.from(theme === 'dark' ? [0.02, 0.05, 0.07, 0.8] : [0.06, 0.13, 0.16, 0.6]),
    };
  }

  /** Shows the latest picture where the camera sees it, and asks for another one if it is not of this look. */
  draw(camera: Camera, { window, colouring, count, trail, moving }: Look): void {
    this.#put(camera);
    if (!this.#ask || !this.#colours) return;
    const { centre, scale, width, height } = camera;
    const section = { centre, scale, width, height };
    const thinning = moving ? Math.round(this.#thinning) : 1;
    const key = JSON.stringify([section, devicePixelRatio, window, colouring, count, trail, thinning, this.#version]);
    if (key === this.#key) return;
    this.#key = key;
    const byTime = colouring === 'time';
    const colours = byTime ? this.#colours.time : this.#colours.depth;
    const { outline } = this.#colours;
    const look = { window, byTime, colours, outline, sizing: sizingOf(camera, count), trail, thinning };
    this.#due = { kind: 'draw', section, density: devicePixelRatio, look };
    if (!this.#isAsking) void this.#make(this.#ask);
  }

  #put(camera: Camera): void {
    const { canvas } = this.#options;
    const [width, height] = [camera.width, camera.height].map((one) => Math.round(one * devicePixelRatio));
    // Setting the size clears it.
    [canvas.width, canvas.height] = [width!, height!];
    const context = canvas.getContext('2d');
    if (context && this.#made) putPicture(context, this.#made, { camera, density: devicePixelRatio });
  }

  /** One picture at a time, always the latest that is due. */
  async #make(ask: AskPoints): Promise<void> {
    this.#isAsking = true;
    while (this.#due) {
      const due = this.#due;
      this.#due = undefined;
      const start = performance.now();
      const reply = await ask(due).catch(() => undefined);
      if (typeof reply !== 'object') {
        // The browser took the graphics processor away from a page in the background.
        if (await ask({ kind: 'open' }).catch(() => false)) this.refill();
        this.#key = '';
        break;
      }
      discard(this.#made);
      this.#made = { ...due.section, density: due.density, image: reply.image };
      this.#options.canvas.dataset['drawn'] = String(reply.drawn);
      this.#adapt(performance.now() - start, due.look.thinning);
      this.#options.changed();
    }
    this.#isAsking = false;
    this.#options.changed();
  }

  /** Where all would take too long for a frame, the smallest magnitudes are thinned as long as the picture moves. */
  #adapt(took: number, thinning: number): void {
    if (took > LONGEST_PICTURE) return;
    // What a whole picture costs is what the next movement begins with.
    if (thinning === 1) this.#thinning = Math.min(MOST_THINNING, Math.max(1, took / FRAME_SHARE));
    else if (took > SLOW_PICTURE) this.#thinning = Math.min(MOST_THINNING, this.#thinning * 1.5);
    else if (took < QUICK_PICTURE) this.#thinning = Math.max(1, this.#thinning * 0.97);
  }
}
/** Many epicentres are drawn smaller; those of a close view larger. */
export const sizingOf = ({ scale }: Camera, count: number): number =>
  Math.min(1, Math.max(0.15, (400 / Math.max(400, count)) ** 0.33) * Math.max(0.6, (scale / USUAL_SCALE) ** 0.45));

/** The epicentre at a place in pixels, of the greatest band; undefined for none. */
export function epicentreAt(
  bands: readonly Band[],
  at: Plane,
  { camera, window, sizing }: { camera: Camera; window: Window; sizing: number },
): Picked | undefined {
  const place = camera.toPlane(at);
  for (const band of bands.toReversed()) {
    let found: Picked | undefined;
    let least = Infinity;
    const most = (sizing * 34 + REACH) / camera.scale;
    for (let row = 0; row < band.count; row += 1) {
      const dx = band.longitude[row]! - place.x;
      if (dx > most || dx < -most || !isWithin(band, row, window)) continue;
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
