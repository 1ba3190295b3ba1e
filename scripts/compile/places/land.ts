/** `data/land.csv`: coast and border of a TopoJSON world map, cut out to what the gazetteer covers. */
import type { Box } from '#core/geo.ts';
import { COVERED } from '../../../generator/places/land.ts';
import { LAND_HEADER } from '../../../generator/places/tables.ts';

export type Position = [longitude: number, latitude: number];

interface Geometry {
  type: string;
  id?: string;
  /** Rings of a polygon, each a list of arcs; for a multi-polygon one such list a polygon. */
  arcs?: number[][] | number[][][];
  geometries?: Geometry[];
}

/** TopoJSON 1.0 (M. Bostock and C. Metcalf), as far as the map uses it. */
export interface Topology {
  transform: { scale: Position; translate: Position };
  arcs: Position[][];
  objects: Record<'countries' | 'land', Geometry>;
}

/** ISO 3166-1 numeric. */
const TURKIYE = '792';

export function compileLand(text: string): string {
  const topology = JSON.parse(text) as Topology;
  const turkiye = topology.objects.countries.geometries?.find(({ id }) => id === TURKIYE);
  if (!turkiye) throw new Error('the map has no Türkiye');
  const rows = [
    ...ringsOf(topology, topology.objects.land).map((ring) => rowOf('land', ring)),
    ...ringsOf(topology, turkiye).map((ring) => rowOf('turkiye', ring)),
  ];
  return `${[LAND_HEADER, ...rows.filter((row) => row !== undefined).sort()].join('\n')}\n`;
}

export function ringsOf(topology: Topology, geometry: Geometry): Position[][] {
  if (geometry.geometries) return geometry.geometries.flatMap((one) => ringsOf(topology, one));
  if (geometry.type === 'Polygon') return (geometry.arcs as number[][]).map((ring) => pointsOf(topology, ring));
  return (geometry.arcs as number[][][]).flat().map((ring) => pointsOf(topology, ring));
}

/**
 * An arc is a start and steps from point to point, in whole units; `~n` is arc n backwards. Arcs join at their ends.
 */
export function pointsOf({ arcs, transform: { scale, translate } }: Topology, ring: number[]): Position[] {
  return ring.flatMap((index) => {
    let x = 0;
    let y = 0;
    const points = arcs[index < 0 ? ~index : index]!.map(([dx, dy]): Position => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
    return (index < 0 ? points.reverse() : points).slice(0, -1);
  });
}

/** Three decimals, about 100 m; undefined for a ring that lies outside or shrinks to nothing. */
function rowOf(part: string, ring: Position[]): string | undefined {
  const points = cut(ring, COVERED).map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`);
  const distinct = points.filter((point, index) => point !== points.at(index - 1));
  return distinct.length < 3 ? undefined : `${part},${distinct.join(' ')}`;
}

/** I. E. Sutherland and G. W. Hodgman, CACM 17, 1974: what a ring and a box have in common, edge by edge of the box. */
export function cut(ring: Position[], { south, north, west, east }: Box): Position[] {
  const sides: [axis: 0 | 1, bound: number, inside: (value: number) => boolean][] = [
    [0, west, (x) => x >= west],
    [0, east, (x) => x <= east],
    [1, south, (y) => y >= south],
    [1, north, (y) => y <= north],
  ];
  return sides.reduce((points, [axis, bound, inside]) => {
    const kept: Position[] = [];
    for (const [index, point] of points.entries()) {
      const before = points.at(index - 1)!;
      if (inside(before[axis]) !== inside(point[axis])) kept.push(crossing(before, point, axis, bound));
      if (inside(point[axis])) kept.push(point);
    }
    return kept;
  }, ring);
}

function crossing(from: Position, to: Position, axis: 0 | 1, bound: number): Position {
  const part = (bound - from[axis]) / (to[axis] - from[axis]);
  const other = axis === 0 ? 1 : 0;
  const value = from[other] + part * (to[other] - from[other]);
  return axis === 0 ? [bound, value] : [value, bound];
}
