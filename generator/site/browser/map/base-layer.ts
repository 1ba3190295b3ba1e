/** The latest picture of the base map, moved and scaled with the map until the next one arrives. */
import type { answer } from './base-picture.ts';
import type { MapPicture } from './draw.ts';
import { discard, putPicture, type SectionPicture } from './section.ts';
import { TileLayer } from './tile-layer.ts';

/** Share of the view's width and height that is drawn beyond each side. */
const MARGIN = 0.35;

/** Asks the worker. */
export type Ask = typeof answer;

type Made = SectionPicture & Pick<MapPicture, 'colours' | 'layers'>;

export class BaseLayer {
  readonly #ask: Ask;
  readonly #changed: () => void;
  readonly #tiles: TileLayer | undefined;
  #made: Made | undefined;
  #isAsking = false;

  /**
   * @param tiles template of a tile server's addresses
   * @param changed when the picture is another one without a movement
   */
  constructor(ask: Ask, tiles: string | undefined, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
    this.#tiles = tiles ? new TileLayer(tiles, changed) : undefined;
  }

  /** @param isSettled whether the map stands still: its surroundings, and tiles that are not there, are asked for */
  draw(picture: MapPicture, isSettled: boolean): void {
    const { context, camera, density, colours } = picture;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours.sea;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    const made = this.#made;
    if (made) putPicture(context, made, { camera, density });
    this.#tiles?.draw({ context, camera, density }, isSettled);
    const margin = isSettled ? MARGIN : 0;
    if (!this.#isAsking && !(made && fits(made, picture, margin))) void this.#make(picture, margin);
  }

  async #make({ camera, density, colours, layers }: MapPicture, margin: number): Promise<void> {
    const { centre, scale } = camera;
    const section = {
      ...{ centre, scale },
      width: camera.width * (1 + 2 * margin),
      height: camera.height * (1 + 2 * margin),
    };
    this.#isAsking = true;
    try {
      const image = await this.#ask<'picture'>({ kind: 'picture', section, density, colours, ...layers });
      discard(this.#made);
      this.#made = { ...section, density, colours, layers, image };
      this.#changed();
    } finally {
      this.#isAsking = false;
    }
  }
}

/** @param margin that it must have at least */
function fits(made: Made, { camera, density, colours, layers }: MapPicture, margin: number): boolean {
  const [beyondX, beyondY] = [made.width - camera.width, made.height - camera.height];
  return (
    made.density === density &&
    made.colours === colours &&
    made.layers.units === layers.units &&
    made.layers.faults === layers.faults &&
    made.scale === camera.scale &&
    beyondX >= camera.width * margin &&
    Math.abs(made.centre.x - camera.centre.x) * made.scale <= beyondX / 2 &&
    Math.abs(made.centre.y - camera.centre.y) * made.scale <= beyondY / 2
  );
}
