/** The largest earthquakes in view as a list. */
import { depthClass } from '../../drawing/palette.ts';
import type { Earthquake } from '../earthquake.ts';
import { required } from '../dom.ts';
import { ListView } from '../list-view.ts';
import { earthquakeOf } from './picked.ts';
import { largestOf, type Selection } from './selection.ts';

const MOST = 20;
/** None arrives while the page is open. */
const FRESH: ReadonlySet<number> = new Set();

export class LargestList {
  readonly #list: ListView;
  #rows: Earthquake[] = [];

  /** @param chosen undefined where the reader closed its row */
  constructor(chosen: (one: Earthquake | undefined) => void) {
    this.#list = new ListView({
      list: required('#list'),
      chosen: (id) => chosen(this.#rows.find((one) => one.id === id)),
    });
  }

  /** @param doubtful ids of those left out */
  show(selection: Selection, doubtful: ReadonlySet<number>, selected: number | undefined): void {
    this.#rows = largestOf(selection, MOST, doubtful).map(earthquakeOf);
    this.#list.show({
      ...{ rows: this.#rows, selected, fresh: FRESH, distanceOf: () => undefined },
      dotOf: ({ depthKm }) => `depth-${depthClass(depthKm)}`,
    });
  }

  select(id: number | undefined): void {
    this.#list.select(id);
  }
}
