/** Which part of the plane the map shows, and the gestures that move it. */
import type { Plane, PlaneBox } from '../../drawing/mercator.ts';

/** Pixels a degree of longitude at most: about 1:200,000, 50 m a pixel. */
const MOST_SCALE = 1700;

export class Camera {
  centre: Plane = { x: 0, y: 0 };
  /** CSS pixels a degree of longitude. */
  scale = 1;
  width = 1;
  height = 1;
  readonly #bounds: PlaneBox;

  constructor(bounds: PlaneBox) {
    this.#bounds = bounds;
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.#settle();
  }

  /** Shows the whole rectangle. */
  fit({ west, east, north, south }: PlaneBox): void {
    this.centre = { x: (west + east) / 2, y: (north + south) / 2 };
    this.scale = Math.min(this.width / (east - west), this.height / (south - north));
    this.#settle();
  }

  /** The rectangle of the plane that is seen. */
  get view(): PlaneBox {
    const [from, to] = [this.toPlane({ x: 0, y: 0 }), this.toPlane({ x: this.width, y: this.height })];
    return { west: from.x, east: to.x, north: from.y, south: to.y };
  }

  toScreen = ({ x, y }: Plane): Plane => ({
    x: (x - this.centre.x) * this.scale + this.width / 2,
    y: (y - this.centre.y) * this.scale + this.height / 2,
  });

  toPlane = ({ x, y }: Plane): Plane => ({
    x: (x - this.width / 2) / this.scale + this.centre.x,
    y: (y - this.height / 2) / this.scale + this.centre.y,
  });

  pan(dx: number, dy: number): void {
    this.centre = { x: this.centre.x - dx / this.scale, y: this.centre.y - dy / this.scale };
    this.#settle();
  }

  /** @param at stays where it is, in pixels */
  zoom(factor: number, at: Plane = { x: this.width / 2, y: this.height / 2 }): void {
    const before = this.toPlane(at);
    this.scale *= factor;
    this.#settle();
    const after = this.toPlane(at);
    this.centre = { x: this.centre.x + before.x - after.x, y: this.centre.y + before.y - after.y };
    this.#settle();
  }

  /** The edge of the map data is never seen. */
  #settle(): void {
    const { west, east, north, south } = this.#bounds;
    const least = Math.max(this.width / (east - west), this.height / (south - north));
    this.scale = Math.min(MOST_SCALE, Math.max(least, this.scale));
    const [halfX, halfY] = [this.width / this.scale / 2, this.height / this.scale / 2];
    this.centre = {
      x: Math.min(east - halfX, Math.max(west + halfX, this.centre.x)),
      y: Math.min(south - halfY, Math.max(north + halfY, this.centre.y)),
    };
  }
}
