/** Lines of the base map on the plane, as paths for each scale. */
import { project, type PlaneBox } from '../../drawing/mercator.ts';

/** A ring or a line with the rectangle that holds it. */
export interface Line extends PlaneBox {
  /** With as many of its points as can be told apart. @param scale device pixels a degree */
  pathAt(scale: number): Path2D;
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
      const path = paths.get(level) ?? linePath(points, LEAST_STEP / 2 ** level, closed);
      paths.set(level, path);
      return path;
    };
    return { ...made, pathAt };
  });

/** @param least distance of one point from the next, in degrees; the last one is always there */
function linePath(points: Float64Array, least: number, closed: boolean): Path2D {
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

/** Those within the view. @param scale device pixels a degree */
export function pathOf(lines: Line[], view: PlaneBox, scale: number): Path2D {
  const path = new Path2D();
  for (const line of lines)
    if (line.west < view.east && line.east > view.west && line.north < view.south && line.south > view.north)
      path.addPath(line.pathAt(scale));
  return path;
}
