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
  /** With as many of its points as can be told apart. @param scale pixels a degree */
  pathAt(scale: number): Path2D;
}

export interface BaseMap {
  bounds: PlaneBox;
  land: Line[];
  borders: Line[];
  cities: Label[];
}

/** Points that are nearer to each other, in pixels, are drawn as one. */
const LEAST_STEP = 0.6;

/** @param lines first point and differences, in steps */
export const linesOf = (lines: number[][], step: number, closed = false): Line[] =>
  lines.map((line) => {
    const made = { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
    const points = new Float64Array(line.length);
    let [longitude, latitude] = [0, 0];
    for (let index = 0; index < line.length; index += 2) {
      longitude += line[index]!;
      latitude += line[index + 1]!;
      const { x, y } = project({ longitude: longitude * step, latitude: latitude * step });
      [points[index], points[index + 1]] = [x, y];
      [made.west, made.east] = [Math.min(made.west, x), Math.max(made.east, x)];
      [made.north, made.south] = [Math.min(made.north, y), Math.max(made.south, y)];
    }
    const paths = new Map<number, Path2D>();
    const pathAt = (scale: number): Path2D => {
      // One path for each doubling of the scale.
      const level = Math.ceil(Math.log2(scale));
      const path = paths.get(level) ?? pathOf(points, LEAST_STEP / 2 ** level, closed);
      paths.set(level, path);
      return path;
    };
    return { ...made, pathAt };
  });

/** @param least distance of one point from the next, in degrees; the last one is always there */
function pathOf(points: Float64Array, least: number, closed: boolean): Path2D {
  const path = new Path2D();
  let [fromX, fromY] = [Infinity, Infinity];
  for (let index = 0; index < points.length; index += 2) {
    const [x, y] = [points[index]!, points[index + 1]!];
    const isNear = Math.abs(x - fromX) < least && Math.abs(y - fromY) < least;
    if (isNear && index < points.length - 2) continue;
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
    [fromX, fromY] = [x, y];
  }
  if (closed) path.closePath();
  return path;
}

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
