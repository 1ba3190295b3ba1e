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
  /** Ranks from 1, the most important, up. */
  cities?: [name: string, latitude: number, longitude: number, rank: number, english?: string][];
}

export interface Frame {
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
    const points: { x: number; y: number }[] = [];
    const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    for (let index = 0; index < line.length; index += 2) {
      longitude += line[index]!;
      latitude += line[index + 1]!;
      const { x, y } = place({ longitude: longitude * step, latitude: latitude * step });
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      addPoint(points, { x: inFrame(x, width), y: inFrame(y, height) });
    }
    // A ring around the picture has no point in it.
    const isSeen = box.right > 0 && box.left < width && box.bottom > 0 && box.top < height;
    return isSeen && points.length > 1 ? subpath(points) + end : '';
  });
  return parts.join('');
}

/** A line through whole pixels. Differences take half as many characters as positions. */
export function subpath([first, ...others]: readonly { x: number; y: number }[]): string {
  let last = first!;
  const steps = others.map((point) => {
    const [x, y] = [point.x - last.x, point.y - last.y];
    last = point;
    return `${x}${y < 0 ? '' : ' '}${y}`;
  });
  return `M${first!.x} ${first!.y}l${steps.join(' ').replaceAll(' -', '-')}`;
}

/** Without the middle one of three above or beside each other, of which there are many along the edge. */
function addPoint(points: { x: number; y: number }[], { x, y }: { x: number; y: number }): void {
  const [before, last] = [points.at(-2), points.at(-1)];
  const isBetween = before && last && ((before.x === last.x && last.x === x) || (before.y === last.y && last.y === y));
  if (isBetween) points.pop();
  const end = points.at(-1);
  if (end?.x !== x || end.y !== y) points.push({ x, y });
}

export const landPath = ({ land, step }: LandFile, frame: Frame): string => pathOf(land, step, frame, 'Z');
export const borderPath = ({ borders, step }: LandFile, frame: Frame): string => pathOf(borders, step, frame, '');
