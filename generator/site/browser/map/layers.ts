/** What the map shows beyond the base map: borders of provinces, faults and names, each loaded once it is needed. */
import { ownValue } from '#core/own-value.ts';
import { project, unproject } from '../../drawing/mercator.ts';
import { isTurkish } from '../dom.ts';
import { stored } from '../requests.ts';
import { fileAt } from '../thread.ts';
import type { Ask } from './base-layer.ts';
import type { Camera } from './camera.ts';
import type { Label } from './labels.ts';

/** Paths of the files in `dist/`. */
interface LayerFiles {
  units: string;
  faults: string;
  seats: string;
  /** Degrees of a cell. */
  cell: { width: number; height: number };
  /** By column and row. */
  cells: Record<string, string>;
}

type PlaceName = [name: string, latitude: number, longitude: number];

/** Pixels a degree from which a layer is loaded and drawn. */
const UNITS_FROM = 34;
const SEATS_FROM = 150;
const VILLAGES_FROM = 480;

/** Ranks of labels after those of the cities: the lower one goes first; areas have 5. */
const RANKS = { seat: 4, village: 6 };

export class Layers {
  readonly #address: string;
  readonly #changed: () => void;
  #files: Promise<LayerFiles> | undefined;
  readonly #ask: Ask;
  readonly #asked = new Set<string>();
  #hasFaults = false;
  #unitNames: Label[] = [];
  #seats: Label[] = [];
  readonly #cells = new Map<string, Label[]>();
  showsFaults = false;

  /** @param address of the file that names the others @param changed when more can be drawn than before */
  constructor(address: string, ask: Ask, changed: () => void) {
    this.#address = address;
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Asks for what the view needs and has not. */
  want(camera: Camera): void {
    const { scale } = camera;
    if (scale >= UNITS_FROM)
      void this.#once('units', async ({ units }) => {
        this.#unitNames = await this.#ask<'units'>({ kind: 'units', file: fileAt(units), isTurkish: isTurkish() });
      });
    if (this.showsFaults)
      void this.#once('faults', async ({ faults }) => {
        await this.#ask<'faults'>({ kind: 'faults', file: fileAt(faults) });
        this.#hasFaults = true;
      });
    if (scale >= SEATS_FROM)
      void this.#once('seats', async ({ seats }) => {
        this.#seats = labelsOf(await stored<PlaceName[]>(seats), RANKS.seat);
      });
    if (scale >= VILLAGES_FROM) void this.#wantCells(camera);
  }

  /** Names at this scale, besides those of the base map. */
  labels({ scale }: Camera): Label[] {
    return [
      ...(scale >= SEATS_FROM ? this.#seats : []),
      ...(scale >= UNITS_FROM ? this.#unitNames : []),
      ...(scale >= VILLAGES_FROM ? [...this.#cells.values()].flat() : []),
    ];
  }

  /** What of them is drawn. */
  at({ scale }: Camera): { units: boolean; faults: boolean } {
    return {
      units: scale >= UNITS_FROM && this.#unitNames.length > 0,
      faults: this.showsFaults && this.#hasFaults,
    };
  }

  async #wantCells(camera: Camera): Promise<void> {
    const files = await this.#list();
    if (!files) return;
    const { width, height } = files.cell;
    const { west, east, north, south } = camera.view;
    const [from, to] = [unproject({ x: west, y: north }), unproject({ x: east, y: south })];
    for (let column = Math.floor(from.longitude / width); column <= Math.floor(to.longitude / width); column += 1)
      for (let row = Math.floor(to.latitude / height); row <= Math.floor(from.latitude / height); row += 1) {
        const key = `${column} ${row}`;
        const path = ownValue(files.cells, key);
        if (path !== undefined)
          void this.#once(key, async () => {
            this.#cells.set(key, labelsOf(await stored<PlaceName[]>(path), RANKS.village));
          });
      }
  }

  #list(): Promise<LayerFiles | undefined> {
    this.#files ??= stored<LayerFiles>(this.#address);
    return this.#files.catch(() => (this.#files = undefined));
  }

  /** A file that failed is requested again by the next movement. */
  async #once(name: string, load: (files: LayerFiles) => Promise<void>): Promise<void> {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    try {
      const files = await this.#list();
      if (!files) throw new Error('unavailable');
      await load(files);
      this.#changed();
    } catch {
      this.#asked.delete(name);
    }
  }
}

const labelsOf = (places: PlaceName[], rank: number): Label[] =>
  places.map(([text, latitude, longitude]) => ({
    ...{ text, rank },
    ...project({ latitude: latitude / 1000, longitude: longitude / 1000 }),
  }));
