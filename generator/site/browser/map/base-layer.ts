/** The base map on a canvas of its own, larger than the view, so that moving the map does not redraw it. */
import { Camera } from './camera.ts';
import { drawBackground, type MapPicture } from './draw.ts';
import { TileLayer } from './tile-layer.ts';

/** Share of the view's width and height that is drawn beyond each side. */
const MARGIN = 0.35;
/** After the last change of the scale, ms. */
const ZOOMED_AFTER = 250;
const EVERYWHERE = { west: -Infinity, east: Infinity, north: -Infinity, south: Infinity };

export class BaseLayer {
  readonly #canvas = document.createElement('canvas');
  readonly #camera = new Camera(EVERYWHERE);
  readonly #tiles: TileLayer | undefined;
  /** What the picture was made from. */
  #inputs: unknown[] = [];
  #scale = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #isOutdated = false;

  /**
   * @param tiles template of a tile server's addresses
   * @param changed when the picture is another one without a movement
   */
  constructor(tiles: string | undefined, changed: () => void) {
    this.#tiles = tiles
      ? new TileLayer(tiles, () => {
          this.#isOutdated = true;
          changed();
        })
      : undefined;
  }

  /** Puts the base map into the picture. */
  draw(picture: MapPicture): void {
    const { context, camera, density, colours, layers } = picture;
    const inputs = [density, colours, layers.units, layers.faults];
    const isMade = inputs.every((one, index) => one === this.#inputs[index]) && this.#covers(camera);
    if (!isMade || this.#isOutdated) {
      const isZooming = camera.scale !== this.#scale;
      this.#make(picture, isZooming ? 0 : MARGIN);
      clearTimeout(this.#later);
      // What the next movement needs is drawn before it begins; the first picture comes while the page is being made.
      if (isZooming && this.#scale > 0) this.#later = setTimeout(() => this.#make(picture, MARGIN), ZOOMED_AFTER);
    }
    this.#inputs = inputs;
    this.#scale = camera.scale;
    const corner = camera.toScreen(this.#camera.toPlane({ x: 0, y: 0 }));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.#canvas, Math.round(corner.x * density), Math.round(corner.y * density));
  }

  #covers({ scale, centre, width, height }: Camera): boolean {
    const own = this.#camera;
    return (
      own.scale === scale &&
      Math.abs(own.centre.x - centre.x) * scale <= (own.width - width) / 2 &&
      Math.abs(own.centre.y - centre.y) * scale <= (own.height - height) / 2
    );
  }

  #make(picture: MapPicture, margin: number): void {
    const { camera, density } = picture;
    const own = this.#camera;
    own.resize(camera.width * (1 + 2 * margin), camera.height * (1 + 2 * margin));
    own.centre = camera.centre;
    own.scale = camera.scale;
    [this.#canvas.width, this.#canvas.height] = [own.width * density, own.height * density];
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    drawBackground({ ...picture, context, camera: own });
    this.#tiles?.draw({ context, camera: own, density }, margin > 0);
    this.#isOutdated = false;
  }
}
