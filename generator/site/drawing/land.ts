/** Land of the base map as an SVG path, in the map's own projection. */
import type { Box, Point } from '#core/geo.ts';
import { project, projectBox } from './mercator.ts';

/** `data/basemap.json`, as far as it is drawn here. */
export interface LandFile {
  /** Degrees of one step. */
  step: number;
  /** Rings: longitude and latitude of the first point, then the differences of each further one, in steps. */
  land: number[][];
  /** Open lines, in the same coding. */
  borders: number[][];
}

interface Frame {
  width: number;
  height: number;
  /** Pixels from the upper left corner. */
  place(point: Point): { x: number; y: number };
}

/** The height follows from the box. @param width in pixels */
export function frameOf(box: Box, width: number): Frame {
  const { west, east, north, south } = projectBox(box);
  const scale = width / (east - west);
  return {
    width,
    height: Math.round((south - north) * scale),
    place: (point) => {
      const { x, y } = project(point);
      return { x: (x - west) * scale, y: (y - north) * scale };
    },
  };
}

/** Lines run on this far outside of the picture, in pixels. */
const BEYOND = 12;

/** Whole pixels; what lies outside is moved to just beyond the edge. */
const inFrame = (at: number, size: number): number => Math.round(Math.min(size + BEYOND, Math.max(-BEYOND, at)));

function pathOf(lines: readonly number[][], step: number, { width, height, place }: Frame, end: string): string {
  const parts = lines.map((line) => {
    let [longitude, latitude] = [0, 0];
    const points: string[] = [];
    let isSeen = false;
    for (let index = 0; index < line.length; index += 2) {
      longitude += line[index]!;
      latitude += line[index + 1]!;
      const { x, y } = place({ longitude: longitude * step, latitude: latitude * step });
      isSeen ||= x > 0 && x < width && y > 0 && y < height;
      const text = `${inFrame(x, width)} ${inFrame(y, height)}`;
      if (points.at(-1) !== text) points.push(text);
    }
    return isSeen && points.length > 1 ? `M${points.join('L')}${end}` : '';
  });
  return parts.join('');
}

export const landPath = ({ land, step }: LandFile, frame: Frame): string => pathOf(land, step, frame, 'Z');
export const borderPath = ({ borders, step }: LandFile, frame: Frame): string => pathOf(borders, step, frame, '');
