/** The map: a canvas that draws when something changed, and tells which earthquake was pressed. */
import { type Box, destination, type Point } from '#core/geo.ts';
import { project, projectBox, type Plane } from '../../drawing/mercator.ts';
import { isTurkish } from '../dom.ts';
import { fileAt, threadOf } from '../thread.ts';
import { Address } from './address.ts';
import { BaseLayer, type Ask } from './base-layer.ts';
import type { BaseReply } from './base-picture.ts';
import { Camera } from './camera.ts';
import { drawForeground, readColours, type Epicentre, type MapColours, type MapPicture } from './draw.ts';
import { listenToGestures } from './gestures.ts';
import type { Label } from './labels.ts';
import { Layers } from './layers.ts';
import { coveredParts, NameLayer, type NamedPicture } from './name-layer.ts';

export interface MapPoint extends Point {
  id: number;
  radius: number;
  colour: string;
}

/** What is drawn above the map by others, and gets its presses. Places are in pixels of the canvas. */
export interface MapOverlay {
  /** After each picture of the map. */
  drawn(camera: Camera): void;
  pressed(at: Plane): void;
  /** @returns whether something is there to press */
  hovered(at: Plane): boolean;
}

interface MapOptions {
  canvas: HTMLCanvasElement;
  /** Path of the base map in `dist/`, and of the script that draws it. */
  baseMap: string;
  baseScript: string;
  /** Path of the file that names the further layers. */
  layers: string;
  /** Where names are drawn, if not in the canvas of the map. */
  names?: HTMLCanvasElement | undefined;
  /** What is shown first, and by {@link MapView.home}. */
  home: Box;
  seas: { text: string; latitude: number; longitude: number }[];
  /** @param at in pixels of the canvas */
  pressed?(id: number | undefined, at: Plane): void;
  overlay?: MapOverlay;
  /** Template of a tile server's addresses. */
  tiles?: string | undefined;
}

/** Pixels around a small epicentre within which a press counts. */
const REACH = 8;
/** After the last change, names are placed and files of the view are requested. Ms. */
const SETTLED_AFTER = 140;

export class MapView {
  readonly #canvas: HTMLCanvasElement;
  readonly #camera: Camera;
  readonly #options: MapOptions;
  readonly #seas: Label[];
  readonly #baseLayer: BaseLayer;
  #colours: MapColours = readColours();
  readonly #cities: Label[];
  readonly #layers: Layers;
  readonly #nameLayer = new NameLayer();
  readonly #address = new Address();
  #epicentres: Epicentre[] = [];
  #rings: Plane[][] = [];
  #selected: number | undefined;
  #frame = 0;
  #isSettled = false;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** @throws Error when the base map is unavailable */
  static async open(options: MapOptions): Promise<MapView> {
    const ask = threadOf<Ask>(options.baseScript);
    const file = fileAt(options.baseMap);
    return new MapView(options, ask, await ask<'base'>({ kind: 'base', file, isTurkish: isTurkish() }));
  }

  private constructor(options: MapOptions, ask: Ask, { bounds, cities, lines }: BaseReply['base']) {
    this.#options = options;
    this.#canvas = options.canvas;
    this.#cities = cities;
    this.#baseLayer = new BaseLayer(ask, options.tiles, () => this.#requestFrame());
    this.#layers = new Layers(options.layers, ask, () => this.#request());
    this.#camera = new Camera(bounds);
    this.#seas = options.seas.map(({ text, ...point }) => ({ text, rank: 0, ...project(point) }));
    this.#measure();
    this.#camera.fit(projectBox(options.home));
    this.#address.follow(this.#camera, () => this.#request());
    // It calls at once: the first picture.
    new ResizeObserver(() => this.#resize()).observe(this.#canvas);
    listenToGestures({
      canvas: this.#canvas,
      camera: this.#camera,
      moved: () => this.#moved(),
      pressed: (at) => (options.overlay ? options.overlay.pressed(at) : options.pressed?.(this.#at(at)?.id, at)),
      hovered: (at) =>
        this.#canvas.classList.toggle('over', options.overlay?.hovered(at) ?? this.#at(at) !== undefined),
    });
    // Names are drawn again in their own type.
    void document.fonts.ready.then(() => this.#nameLayer.forget()).then(() => this.#request());
    this.#canvas.dataset['features'] = String(lines);
  }

  /** @param points drawn in this order */
  show(points: MapPoint[]): void {
    this.#epicentres = points.map((point) => ({ ...point, ...project(point) }));
    this.#request();
  }

  /** Dashed circles. @param radii in km */
  ring(centre: Point, radii: readonly number[]): void {
    const bearings = Array.from({ length: 72 }, (_, index) => index * 5);
    this.#rings = radii.map((km) => bearings.map((azimuth) => project(destination(centre, azimuth, km))));
    this.#canvas.dataset['rings'] = String(radii.length);
    this.#request();
  }

  select(id: number | undefined): void {
    this.#selected = id;
    const epicentre = this.#selectedEpicentre();
    if (epicentre) this.reveal(epicentre);
    else this.#request();
  }

  /** Moves the map where the place is out of sight. @returns the place in pixels of the canvas */
  reveal(place: Plane): Plane {
    this.#request();
    const at = this.#camera.toScreen(place);
    const margin = 40;
    const { width, height } = this.#camera;
    if (at.x >= margin && at.y >= margin && at.x <= width - margin && at.y <= height - margin) return at;
    this.#camera.pan(width / 2 - at.x, height / 2 - at.y);
    return this.#camera.toScreen(place);
  }

  zoom(factor: number): void {
    this.#camera.zoom(factor);
    this.#moved();
  }

  home = (): void => this.fit(this.#options.home);

  /** Shows a rectangle, which is no viewpoint of the reader's own. */
  fit(box: Box): void {
    this.#camera.fit(projectBox(box));
    this.#request();
    this.#address.write(undefined);
  }

  showFaults(shown: boolean): void {
    this.#layers.showsFaults = shown;
    this.#request();
  }

  recolour(): void {
    const colours = readColours();
    // Another object is another picture.
    if (JSON.stringify(colours) === JSON.stringify(this.#colours)) return;
    this.#colours = colours;
    this.#request();
  }

  #selectedEpicentre = (): Epicentre | undefined => this.#epicentres.find(({ id }) => id === this.#selected);

  /** The topmost one at that place. */
  #at(at: Plane): Epicentre | undefined {
    return this.#epicentres.findLast(({ x, y, radius }) => {
      const point = this.#camera.toScreen({ x, y });
      return Math.hypot(point.x - at.x, point.y - at.y) <= Math.max(radius, REACH);
    });
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#canvas.width = clientWidth * devicePixelRatio;
    this.#canvas.height = clientHeight * devicePixelRatio;
    this.#camera.resize(clientWidth, clientHeight);
  }

  #resize(): void {
    this.#measure();
    this.#draw();
  }

  #moved(): void {
    this.#request();
    this.#address.write(this.#camera);
  }

  #requestFrame(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #request(): void {
    this.#isSettled = false;
    this.#requestFrame();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLED_AFTER);
  }

  #settle(): void {
    this.#layers.want(this.#camera);
    const named = this.#namedPicture();
    if (named) this.#placeNames(named);
    this.#isSettled = true;
    this.#requestFrame();
  }

  #namedPicture(): NamedPicture | undefined {
    const { names } = this.#options;
    const context = (names ?? this.#canvas).getContext('2d');
    return context ? { context, camera: this.#camera, density: devicePixelRatio, colours: this.#colours } : undefined;
  }

  #placeNames(named: NamedPicture): void {
    const dots = this.#epicentres.map((one) => ({ at: this.#camera.toScreen(one), radius: one.radius }));
    const labels = [...this.#seas, ...this.#cities, ...this.#layers.labels(this.#camera)];
    const placed = this.#nameLayer.place(named, { labels, dots, taken: coveredParts(this.#canvas) });
    this.#canvas.dataset['names'] = String(placed.length);
  }

  #draw(): void {
    this.#frame = 0;
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    const picture: MapPicture = {
      ...{ context, camera: this.#camera, colours: this.#colours, density: devicePixelRatio },
      layers: this.#layers.at(this.#camera),
      epicentres: this.#epicentres,
      selected: this.#selectedEpicentre(),
      rings: this.#rings,
    };
    this.#baseLayer.draw(picture, this.#isSettled);
    const drawn = drawForeground(picture);
    this.#canvas.dataset['epicentres'] = String(drawn);
    this.#drawNames();
    this.#options.overlay?.drawn(this.#camera);
  }

  #drawNames(): void {
    const named = this.#namedPicture();
    if (!named) return;
    const { canvas } = named.context;
    // Setting the size clears it.
    if (canvas !== this.#canvas) [canvas.width, canvas.height] = [this.#canvas.width, this.#canvas.height];
    this.#nameLayer.draw(named);
  }
}
