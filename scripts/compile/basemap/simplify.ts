/** D. H. Douglas and T. K. Peucker, Cartographica 10, 1973: a line with fewer points. */
import type { Position } from '../places/land.ts';

/** @param tolerance what a point may lie beside the line without it, in degrees */
export function simplified(line: Position[], tolerance: number): Position[] {
  const [first, last] = [line[0]!, line.at(-1)!];
  let [furthest, most] = [0, tolerance];
  for (let index = 1; index < line.length - 1; index += 1) {
    const away = distance(line[index]!, first, last);
    if (away > most) [furthest, most] = [index, away];
  }
  if (furthest === 0) return [first, last];
  return [
    ...simplified(line.slice(0, furthest + 1), tolerance).slice(0, -1),
    ...simplified(line.slice(furthest), tolerance),
  ];
}

/** From a point to the segment between two others. */
function distance([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
