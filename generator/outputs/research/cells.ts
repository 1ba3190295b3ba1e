/** How many earthquakes of each magnitude a cell of the map has in a year: what its completeness follows from. */
import { BIN } from '#seismology/frequency-magnitude.ts';
import type { ResearchEvent } from './event.ts';

/** Side of a cell, in degrees. */
export const CELL_DEGREES = 0.5;

export interface CellMagnitudes {
  /** Of the cell's south-western corner, inclusive, in degrees. */
  latitude: number;
  longitude: number;
  /** The least magnitude, in tenths. */
  least: number;
  /** From the least magnitude up, by tenths. */
  counts: number[];
}

/** From south to north, and west to east. Magnitudes are the primary ones. */
export function cellsOf(events: readonly ResearchEvent[]): CellMagnitudes[] {
  const cells = new Map<string, { corner: [number, number]; tenths: Map<number, number> }>();
  for (const { latitude, longitude, magnitude } of events) {
    if (magnitude === null) continue;
    const corner: [number, number] = [cornerOf(latitude), cornerOf(longitude)];
    const { tenths } = cells.getOrInsertComputed(corner.join(' '), () => ({ corner, tenths: new Map() }));
    const tenth = Math.round(magnitude / BIN);
    tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1);
  }
  return [...cells.values()]
    .sort((a, b) => a.corner[0] - b.corner[0] || a.corner[1] - b.corner[1])
    .map(({ corner: [latitude, longitude], tenths }) => {
      const least = Math.min(...tenths.keys());
      const length = Math.max(...tenths.keys()) - least + 1;
      return { latitude, longitude, least, counts: Array.from({ length }, (_, bin) => tenths.get(least + bin) ?? 0) };
    });
}

const cornerOf = (degrees: number): number => Math.floor(degrees / CELL_DEGREES) * CELL_DEGREES;
