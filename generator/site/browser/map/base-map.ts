/** Coast, borders and cities, from the one file of the base map. */
import type { Box } from '#core/geo.ts';
import { project, projectBox, type Plane, type PlaneBox } from '../../drawing/mercator.ts';
import { isTurkish } from '../dom.ts';
import { stored } from '../requests.ts';

interface BaseMapFile {
  step: number;
  extent: Box;
  land: number[][];
  borders: number[][];
  cities: [name: string, latitude: number, longitude: number, rank: number, english?: string][];
}

export interface Label extends Plane {
  text: string;
  rank: number;
}

export interface BaseMap {
  bounds: PlaneBox;
  land: Path2D;
  borders: Path2D;
  cities: Label[];
  /** Rings and lines in the paths. */
  features: number;
}

function pathOf(lines: number[][], step: number, closed: boolean): Path2D {
  const path = new Path2D();
  for (const line of lines) {
    let [x, y] = [0, 0];
    for (let index = 0; index < line.length; index += 2) {
      x += line[index]!;
      y += line[index + 1]!;
      const point = project({ longitude: x * step, latitude: y * step });
      if (index === 0) path.moveTo(point.x, point.y);
      else path.lineTo(point.x, point.y);
    }
    if (closed) path.closePath();
  }
  return path;
}

/** @param address path of the file in `dist/` */
export async function loadBaseMap(address: string): Promise<BaseMap> {
  const { step, extent, land, borders, cities } = await stored<BaseMapFile>(address);
  return {
    bounds: projectBox(extent),
    land: pathOf(land, step, true),
    borders: pathOf(borders, step, false),
    cities: cities.map(([name, latitude, longitude, rank, english = name]) => ({
      text: isTurkish() ? name : english,
      rank,
      ...project({ latitude, longitude }),
    })),
    features: land.length + borders.length,
  };
}
