/** Raster tiles of a tile server, above the base map, which shows where there are none. */
import { MOST_TILES, tileAddress, tileSquare, tilesWithin, type Tile } from '../../drawing/tiles.ts';
import type { MapPicture } from './draw.ts';

/** Kept in memory, those of the picture among them. */
const KEPT = 2 * MOST_TILES;
/** A tile that failed is requested again after this long, ms. */
const RETRY_AFTER = 60_000;

export class TileLayer {
  readonly #template: string;
  readonly #changed: () => void;
  /** By address, the longest unused first. */
  readonly #images = new Map<string, HTMLImageElement>();

  /** @param changed when other tiles can be drawn than before */
  constructor(template: string, changed: () => void) {
    this.#template = template;
    this.#changed = changed;
  }

  /** @param isSettled whether tiles that are not there are asked for */
  draw({ context, camera, density }: Pick<MapPicture, 'context' | 'camera' | 'density'>, isSettled: boolean): void {
    context.setTransform(1, 0, 0, 1, 0, 0);
    for (const tile of tilesWithin(camera.view, camera.scale * density)) {
      const image = this.#imageOf(tile, isSettled);
      if (!image?.complete || image.naturalWidth === 0) continue;
      const { x, y, side } = tileSquare(tile);
      const corner = camera.toScreen({ x, y });
      const opposite = camera.toScreen({ x: x + side, y: y + side });
      // Whole pixels: neighbours meet without a seam.
      const [left, top] = [Math.round(corner.x * density), Math.round(corner.y * density)];
      const [right, bottom] = [Math.round(opposite.x * density), Math.round(opposite.y * density)];
      context.drawImage(image, left, top, right - left, bottom - top);
    }
  }

  #imageOf(tile: Tile, isSettled: boolean): HTMLImageElement | undefined {
    const address = tileAddress(this.#template, tile);
    const image = this.#images.get(address) ?? (isSettled ? this.#ask(address) : undefined);
    if (!image) return undefined;
    this.#images.delete(address);
    this.#images.set(address, image);
    if (this.#images.size > KEPT) this.#images.delete(this.#images.keys().next().value!);
    return image;
  }

  #ask(address: string): HTMLImageElement {
    const image = new Image();
    image.onload = this.#changed;
    image.onerror = () => setTimeout(() => this.#forget(address, image), RETRY_AFTER);
    image.src = address;
    return image;
  }

  #forget(address: string, image: HTMLImageElement): void {
    if (this.#images.get(address) !== image) return;
    this.#images.delete(address);
    this.#changed();
  }
}
