/** Coast and borders of a TopoJSON world map, cut out to a box, in whole steps from point to point. */
import { insideBox, type Box } from '#core/geo.ts';
import { cut, pointsOf, ringsOf, type Position, type Topology } from '../places/land.ts';

/** Wider than the region, so that the edge of the map is never seen. */
export const EXTENT: Box = { south: 24, north: 53, west: 8, east: 64 };

/** Degrees of a step: about 400 m. */
export const STEP = 0.004;

interface Lines {
  step: number;
  extent: Box;
  /** Closed rings: longitude and latitude of the first point, then the differences of each further one, in steps. */
  land: number[][];
  /** Open lines, in the same coding. */
  borders: number[][];
}

export function compileLines(text: string): Lines {
  const topology = JSON.parse(text) as Topology;
  const rings = ringsOf(topology, topology.objects.land).map((ring) => cut(ring, EXTENT));
  return {
    step: STEP,
    extent: EXTENT,
    land: rings.map((line) => coded(line)).filter((ring) => ring.length >= 6),
    borders: bordersOf(topology)
      .flatMap(inside)
      .map((line) => coded(line))
      .filter((line) => line.length >= 4),
  };
}

type Arcs = number[] | Arcs[];

const arcsIn = (arcs: Arcs): number[] => arcs.flatMap((one) => (typeof one === 'number' ? [one] : arcsIn(one)));

/** Arcs that two countries share. */
function bordersOf(topology: Topology): Position[][] {
  const uses = new Map<number, number>();
  for (const { arcs = [] } of topology.objects.countries.geometries ?? [])
    for (const arc of arcsIn(arcs as Arcs)) {
      const number = arc < 0 ? ~arc : arc;
      uses.set(number, (uses.get(number) ?? 0) + 1);
    }
  const shared = [...uses].filter(([, count]) => count > 1).map(([arc]) => arc);
  return shared.map((arc) => [...pointsOf(topology, [arc]), ...pointsOf(topology, [~arc]).slice(0, 1)]);
}

/** The parts of a line within the extent. */
function inside(line: Position[]): Position[][] {
  const parts: Position[][] = [[]];
  for (const point of line)
    if (insideBox({ longitude: point[0], latitude: point[1] }, EXTENT)) parts.at(-1)!.push(point);
    else if (parts.at(-1)!.length > 0) parts.push([]);
  return parts.filter((part) => part.length > 1);
}

/** Longitude and latitude of the first point, then the differences of each further one, in steps. */
export function coded(points: Position[], step = STEP): number[] {
  let [x, y] = [0, 0];
  const steps = points.flatMap((point) => {
    const [nextX, nextY] = point.map((value) => Math.round(value / step)) as Position;
    const [dx, dy] = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return dx === 0 && dy === 0 ? [] : [dx, dy];
  });
  return steps;
}

/** D. H. Douglas and T. K. Peucker, Cartographica 10, 1973. @param tolerance in degrees: how far a point may be off */
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
