/**
 * Declustering by the windows of Gardner and Knopoff (1974). The result for an earthquake depends on it and on the
 * larger ones before it alone, in no order of processing.
 */
import { windowKm, windowMs } from '#seismology/aftershock-windows.ts';
import { firstIndex } from '#core/bisect.ts';
import { KM_PER_DEGREE, distanceKm, type Point } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';

export interface Shock extends Point {
  id: number;
  time: EpochMs;
  magnitude: number;
}

/** Smaller earthquakes have no dependents: their windows are not tabulated. */
export const LEAST_PARENT = 2.5;

const CELL_DEGREES = 0.25;
/** More columns than the globe has. */
const COLUMNS = 4096;
const rowOf = (degrees: number): number => Math.floor(degrees / CELL_DEGREES) + COLUMNS / 2;
const cellOf = (row: number, column: number): number => row * COLUMNS + column;

/** Shocks of one cell in order of time; those without a parent yet are found by skipping the others. */
class Cell {
  readonly shocks: Shock[] = [];
  readonly #next: number[] = [];

  add(shock: Shock): void {
    this.#next.push(this.shocks.length);
    this.shocks.push(shock);
  }

  /** The first from a position on that is left; the number of shocks for none. */
  left(from: number): number {
    let root = from;
    while (root < this.#next.length && this.#next[root] !== root) root = this.#next[root]!;
    for (let at = from; at < root;) {
      const after = this.#next[at]!;
      this.#next[at] = root;
      at = after;
    }
    return root;
  }

  remove(position: number): void {
    this.#next[position] = position + 1;
  }
}

export const isBefore = (one: Shock, other: Shock): boolean =>
  one.time < other.time || (one.time === other.time && one.id < other.id);

/** Whether a shock after another lies in its window, both ends inclusive. */
export const isInWindow = (shock: Shock, parent: Shock): boolean =>
  shock.time - parent.time <= windowMs(parent.magnitude) && distanceKm(parent, shock) <= windowKm(parent.magnitude);

interface Declustered {
  /** Parent by id of every dependent earthquake. */
  parents: Map<number, number>;
  /** Pairs that were compared. */
  comparisons: number;
}

/**
 * The parent of a shock is the largest earlier one, of its own magnitude at least, in whose window it lies; of equal
 * ones the first.
 * @param shocks in order of time and id
 * @param earlier further parents before all of these
 */
export function decluster(shocks: readonly Shock[], earlier: readonly Shock[]): Declustered {
  const cells = new Map<number, Cell>();
  for (const shock of shocks) {
    const key = cellOf(rowOf(shock.latitude), rowOf(shock.longitude));
    const cell = cells.get(key) ?? new Cell();
    cell.add(shock);
    cells.set(key, cell);
  }
  const result: Declustered = { parents: new Map(), comparisons: 0 };
  const candidates = [...earlier, ...shocks].filter(({ magnitude }) => magnitude >= LEAST_PARENT);
  candidates.sort((a, b) => b.magnitude - a.magnitude || (isBefore(a, b) ? -1 : 1));
  for (const parent of candidates) for (const cell of around(parent, cells)) claim(parent, cell, result);
  return result;
}

/** Cells that the window's circle may touch. */
function* around({ latitude, longitude, magnitude }: Shock, cells: ReadonlyMap<number, Cell>): Generator<Cell> {
  const degrees = windowKm(magnitude) / KM_PER_DEGREE;
  const wide = Math.min(
    180,
    degrees / Math.max(0.01, Math.cos((Math.min(89, Math.abs(latitude) + degrees) * Math.PI) / 180)),
  );
  for (let row = rowOf(latitude - degrees); row <= rowOf(latitude + degrees); row += 1)
    for (let column = rowOf(longitude - wide); column <= rowOf(longitude + wide); column += 1) {
      const cell = cells.get(cellOf(row, column));
      if (cell) yield cell;
    }
}

function claim(parent: Shock, cell: Cell, result: Declustered): void {
  const { shocks } = cell;
  const until = parent.time + windowMs(parent.magnitude);
  const km = windowKm(parent.magnitude);
  const first = firstIndex(shocks.length, (index) => isBefore(parent, shocks[index]!));
  for (let at = cell.left(first); at < shocks.length && shocks[at]!.time <= until; at = cell.left(at + 1)) {
    const shock = shocks[at]!;
    result.comparisons += 1;
    if (shock.magnitude > parent.magnitude || distanceKm(parent, shock) > km) continue;
    result.parents.set(shock.id, parent.id);
    cell.remove(at);
  }
}
