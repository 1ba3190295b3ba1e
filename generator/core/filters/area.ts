/** Filters by place on the map: a rectangle and a circle. */
import { type Box, distanceKm, distanceToBoxKm, insideBox, KM_PER_DEGREE, type Point, reachEast } from '../geo.ts';
import type { Span } from '../solution-spans.ts';
import { decimalParameter, type Parameter, ParameterError } from '../parameter.ts';
import { type Filter, type FilterColumns, type ReadParameter, upperEnd } from './filter.ts';

const latitude = (name: string, description: string): Parameter<number> =>
  decimalParameter(name, { description: `${description}, in degrees north.`, minimum: -90, maximum: 90 });
const longitude = (name: string, description: string): Parameter<number> =>
  decimalParameter(name, { description: `${description}, in degrees east.`, minimum: -180, maximum: 180 });
const pointOf = ({ latitude: latitudes, longitude: longitudes }: FilterColumns, row: number): Point => ({
  latitude: latitudes[row]!,
  longitude: longitudes[row]!,
});
const overlaps = ([low, high]: Span, first: number, last: number): boolean => low <= last && high >= first;

const SOUTH = latitude('min_latitude', 'Southern edge of an area, inclusive');
const NORTH = latitude('max_latitude', 'Northern edge of an area, inclusive');
const WEST = longitude('min_longitude', 'Western edge of an area, inclusive');
const EAST = longitude('max_longitude', 'Eastern edge of an area, inclusive');

/** West to east; two of them where `west > east`, which crosses 180°. */
const longitudesOf = ({ west, east }: Box): Span[] =>
  west <= east
    ? [[west, east]]
    : [
        [west, 180],
        [-180, east],
      ];

const partsOf = (area: Box): Box[] => longitudesOf(area).map(([west, east]) => ({ ...area, west, east }));

/** An edge that is absent is that of the world; undefined when all are. @param edges south, north, west, east */
export function readBox(valueOf: ReadParameter, edges: readonly Parameter<number>[]): Box | undefined {
  const [south, north, west, east] = edges.map((edge) => valueOf(edge));
  if ([south, north, west, east].every((edge) => edge === undefined)) return undefined;
  upperEnd(valueOf, edges[0]!, edges[1]!);
  return { south: south ?? -90, north: north ?? 90, west: west ?? -180, east: east ?? 180 };
}

/** The list's own parameters give no box across 180°. */
export const box: Filter<Box> = {
  parameters: [SOUTH, NORTH, WEST, EAST],
  parse(valueOf) {
    const area = readBox(valueOf, [SOUTH, NORTH, WEST, EAST]);
    upperEnd(valueOf, WEST, EAST);
    return area;
  },
  canonical: (area) => edgesOf(area).join(','),
  prune: (shard, area) =>
    overlaps(shard.latitude, area.south, area.north) &&
    longitudesOf(area).some(([west, east]) => overlaps(shard.longitude, west, east)),
  boxes: partsOf,
  match(area) {
    const parts = partsOf(area);
    return (columns) => (row) => {
      const point = pointOf(columns, row);
      return insideBox(point, parts[0]!) || (parts.length > 1 && insideBox(point, parts[1]!));
    };
  },
  toUrl: (area) => edgesOf(area),
};
const edgesOf = ({ south, north, west, east }: Box): number[] => [south, north, west, east];

interface Circle {
  centre: Point;
  radiusKm: number;
  /** Inclusive; the list has no parameter for it. */
  minRadiusKm?: number;
}

const LATITUDE = latitude('latitude', 'Centre of a circle');
const LONGITUDE = longitude('longitude', 'Centre of a circle');
const MAX_RADIUS_KM = decimalParameter('max_radius_km', {
  description: 'Radius of a circle in km, inclusive; needs latitude and longitude.',
  minimum: 0,
});
/** Pruning allows for rounding of distances. */
const ROUNDING = 1.000001;

/** Degrees from the centre within which a circle lies. */
const reachOf = ({ centre, radiusKm }: Circle) => ({
  north: (radiusKm * ROUNDING) / KM_PER_DEGREE,
  east: reachEast(centre, radiusKm * ROUNDING) * ROUNDING,
});

export const circle: Filter<Circle> = {
  parameters: [LATITUDE, LONGITUDE, MAX_RADIUS_KM],
  parse(valueOf) {
    const parts = [LATITUDE, LONGITUDE, MAX_RADIUS_KM];
    const [north, east, radiusKm] = parts.map((parameter) => valueOf(parameter));
    if (north !== undefined && east !== undefined && radiusKm !== undefined)
      return { centre: { latitude: north, longitude: east }, radiusKm };
    const missing = parts.filter((parameter) => valueOf(parameter) === undefined).map(({ name }) => name);
    if (missing.length === parts.length) return undefined;
    throw new ParameterError(
      missing[0]!,
      `A circle needs latitude, longitude and max_radius_km together; ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
    );
  },
  canonical: (value) => [...circleNumbers(value), ...(value.minRadiusKm ? [value.minRadiusKm] : [])].join(','),
  prune({ latitude: [south, north], longitude: [west, east] }, { centre, radiusKm }) {
    return distanceToBoxKm(centre, { south, north, west, east }) <= radiusKm * ROUNDING;
  },
  boxes(value) {
    const { latitude, longitude } = value.centre;
    const { north, east } = reachOf(value);
    // A longitude is there twice: also one turn further.
    const spans = [-360, 0, 360].map((turn): Span => [longitude - east + turn, longitude + east + turn]);
    return spans
      .filter((span) => overlaps(span, -180, 180))
      .map(([west, east]) => ({ south: latitude - north, north: latitude + north, west, east }));
  },
  match(value) {
    const { centre, radiusKm, minRadiusKm = 0 } = value;
    const { north, east } = reachOf(value);
    const { latitude, longitude } = centre;
    return (columns) => {
      const { latitude: latitudes, longitude: longitudes } = columns;
      // The distance itself is worked out for rows near the circle only.
      return (row) => {
        if (Math.abs(latitudes[row]! - latitude) > north) return false;
        const apart = Math.abs(longitudes[row]! - longitude);
        if (apart > east && apart < 360 - east) return false;
        const km = distanceKm(centre, pointOf(columns, row));
        return km >= minRadiusKm && km <= radiusKm;
      };
    };
  },
  toUrl: (value) => circleNumbers(value),
};
const circleNumbers = ({ centre, radiusKm }: Circle): number[] => [centre.latitude, centre.longitude, radiusKm];
