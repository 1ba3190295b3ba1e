/** Coast, borders and cities, from the one file of the base map. */
import type { Box } from '#core/geo.ts';
import { project, projectBox, type PlaneBox } from '../../drawing/mercator.ts';
import { isTurkish } from '../dom.ts';
import { stored } from '../requests.ts';
import type { Label } from './labels.ts';

interface BaseMapFile {
  step: number;
  extent: Box;
  land: number[][];
  borders: number[][];
  cities: [name: string, latitude: number, longitude: number, rank: number, english?: string][];
}

/** A ring or a line with the rectangle that holds it. */
export interface Line extends PlaneBox {
  path: Path2D;
}

export interface BaseMap {
  bounds: PlaneBox;
  land: Line[];
  borders: Line[];
  cities: Label[];
}

/** @param lines first point and differences, in steps */
export const linesOf = (lines: number[][], step: number, closed = false): Line[] =>
  lines.map((line) => {
    const path = new Path2D();
    const made = { path, west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
    let [x, y] = [0, 0];
    for (let index = 0; index < line.length; index += 2) {
      x += line[index]!;
      y += line[index + 1]!;
      const point = project({ longitude: x * step, latitude: y * step });
      if (index === 0) path.moveTo(point.x, point.y);
      else path.lineTo(point.x, point.y);
      [made.west, made.east] = [Math.min(made.west, point.x), Math.max(made.east, point.x)];
      [made.north, made.south] = [Math.min(made.north, point.y), Math.max(made.south, point.y)];
    }
    if (closed) path.closePath();
    return made;
  });

/** @param address path of the file in `dist/` */
export async function loadBaseMap(address: string): Promise<BaseMap> {
  const { step, extent, land, borders, cities } = await stored<BaseMapFile>(address);
  const coasts = linesOf(land, step, true);
  // In a task of its own, so that a press need not wait for both.
  await new Promise((later) => setTimeout(later));
  return {
    bounds: projectBox(extent),
    land: coasts,
    borders: linesOf(borders, step),
    cities: cities.map(([name, latitude, longitude, rank, english = name]) => ({
      text: isTurkish() ? name : english,
      rank,
      ...project({ latitude, longitude }),
    })),
  };
}
