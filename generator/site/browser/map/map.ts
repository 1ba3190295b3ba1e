/** The map: a canvas that draws when something changed, and tells which earthquake was pressed. */
import { type Box, destination, type Point } from '#core/geo.ts';
import { project, projectBox, type Plane } from '../../drawing/mercator.ts';
import { BaseLayer } from './base-layer.ts';
import { loadBaseMap, type Label } from './base-map.ts';
import { Camera } from './camera.ts';
import { drawForeground, readColours, type Epicentre, type MapColours, type MapPicture } from './draw.ts';
import { listenToGestures, type DragTool } from './gestures.ts';

interface MapPoint extends Point {
  id: number;
  radius: number;
  colour: string;
}

/** What is drawn above the map by others, and gets its presses and drags. Places are in pixels of the canvas. */
export interface MapOverlay {
  /** After each picture of the map. */
  drawn(camera: Camera): void;
  pressed(at: Plane): void;
  /** @returns whether something is there to press */
  hovered(at: Plane): boolean;
  tool(): DragTool | undefined;
}

interface MapOptions {
  canvas: HTMLCanvasElement;
  /** Path of the base map in `dist/`. */
  baseMap: string;
  /** What is shown first, and by {@link MapView.home}. */
  home: Box;
  seas: { text: string; latitude: number; longitude: number }[];
  pressed?(id: number | undefined): void;
  overlay?: MapOverlay;
  /** Template of a tile server's addresses. */
  tiles?: string | undefined;
}

/** Pixels around a small epicentre within which a press counts. */
const REACH = 8;

export class MapView {
  readonly #canvas: HTMLCanvasElement;
  readonly #camera: Camera;
  readonly #options: MapOptions;
  readonly #seas: Label[];
  readonly #baseLayer: BaseLayer;
  #colours: MapColours = readColours();
  #base: MapPicture['base'];
  #epicentres: Epicentre[] = [];
  #rings: Plane[][] = [];
  #selected: number | undefined;
  #frame = 0;

  /** @throws Error when the base map is unavailable */
  static async open(options: MapOptions): Promise<MapView> {
    const base = await loadBaseMap(options.baseMap);
    return new MapView(options, base);
  }

  private constructor(options: MapOptions, base: NonNullable<MapPicture['base']>) {
    this.#options = options;
    this.#canvas = options.canvas;
    this.#base = base;
    this.#baseLayer = new BaseLayer(options.tiles, () => this.#request());
    this.#camera = new Camera(base.bounds);
    this.#seas = options.seas.map(({ text, ...point }) => ({ text, rank: 0, ...project(point) }));
    this.#resize();
    this.home();
    new ResizeObserver(() => this.#resize()).observe(this.#canvas);
    listenToGestures({
      canvas: this.#canvas,
      camera: this.#camera,
      moved: () => this.#request(),
      pressed: (at) => (options.overlay ? options.overlay.pressed(at) : options.pressed?.(this.#at(at)?.id)),
      hovered: (at) =>
        this.#canvas.classList.toggle('over', options.overlay?.hovered(at) ?? this.#at(at) !== undefined),
      tool: () => options.overlay?.tool(),
    });
    // Names are drawn again in their own type.
    void document.fonts.ready.then(() => this.recolour());
    this.#canvas.dataset['features'] = String(base.features);
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
    const at = epicentre && this.#camera.toScreen(epicentre);
    const margin = 40;
    const { width, height } = this.#camera;
    if (epicentre && at && (at.x < margin || at.y < margin || at.x > width - margin || at.y > height - margin))
      this.#camera.pan(width / 2 - at.x, height / 2 - at.y);
    this.#request();
  }

  zoom(factor: number): void {
    this.#camera.zoom(factor);
    this.#request();
  }

  home(): void {
    this.#camera.fit(projectBox(this.#options.home));
    this.#request();
  }

  recolour(): void {
    this.#colours = readColours();
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

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#canvas.width = clientWidth * devicePixelRatio;
    this.#canvas.height = clientHeight * devicePixelRatio;
    this.#camera.resize(clientWidth, clientHeight);
    this.#draw();
  }

  #request(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#frame = 0;
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    const picture: MapPicture = {
      ...{ context, camera: this.#camera, colours: this.#colours, base: this.#base, seas: this.#seas },
      density: devicePixelRatio,
      epicentres: this.#epicentres,
      selected: this.#selectedEpicentre(),
      rings: this.#rings,
    };
    this.#baseLayer.draw(picture);
    const drawn = drawForeground(picture);
    this.#canvas.dataset['epicentres'] = String(drawn);
    this.#options.overlay?.drawn(this.#camera);
  }
}
