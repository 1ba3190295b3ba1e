/** Places against the provinces of Natural Earth, with outlines that are kilometres beside the truth. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { KM_PER_DEGREE, type Point } from '#core/geo.ts';
import type { Settlement } from '../../../generator/places/tables.ts';
import { nameKey } from '../../compile/places/lists.ts';
import { readOutlines, type Outline } from '../../compile/places/provinces.ts';
import type { Measure } from './measure.ts';

const FILE = 'geo/naturalearth_10m_admin1_region.geojson.gz';

/** @param data the folder of real data */
export const readProvinces = (data: string): Outline[] =>
  readOutlines(gunzipSync(readFileSync(join(data, FILE))).toString('utf8'));

/** Distance in km from a point to a province's outline, on a plane; 0 inside. */
export function kmBeyond(point: Point, { rings, index }: Outline): number {
  if (index.contains(point)) return 0;
  const kmPerLongitude = KM_PER_DEGREE * Math.cos((point.latitude * Math.PI) / 180);
  const at = (ring: Float64Array, corner: number): [number, number] => [
    (ring[corner]! - point.longitude) * kmPerLongitude,
    (ring[corner + 1]! - point.latitude) * KM_PER_DEGREE,
  ];
  let least = Infinity;
  for (const ring of rings)
    for (let corner = 0; corner < ring.length; corner += 2)
      least = Math.min(least, kmToEdge(at(ring, corner), at(ring, (corner + 2) % ring.length)));
  return least;
}

/** From the origin of the plane. */
function kmToEdge([x1, y1]: [number, number], [x2, y2]: [number, number]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const share = Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x1 + share * dx, y1 + share * dy);
}

/** Kilometres from the outline of the province that is named; undefined off the land of Türkiye and for no province. */
export function createKmOutside(outlines: readonly Outline[]): (point: Point, province: string) => number | undefined {
  const byKey = new Map(outlines.map((outline) => [outline.key, outline]));
  return (point, province) => {
    const named = byKey.get(nameKey(province));
    if (!named) return undefined;
    if (named.index.contains(point)) return 0;
    return outlines.some(({ index }) => index.contains(point)) ? kmBeyond(point, named) : undefined;
  };
}

/** A place without a distance: `Pazarcık (Kahramanmaraş)`. */
const PROVINCE = /\((?<province>[^()]+)\)$/;

/** @param records earthquakes as they are published */
export function provinceMeasures(
  outlines: readonly Outline[],
  records: readonly (Point & { location: string })[],
  settlements: readonly Settlement[],
): Measure[] {
  const kmOutside = createKmOutside(outlines);
  const named = records.flatMap((record) => {
    const province = PROVINCE.exec(record.location)?.groups?.['province'];
    return province === undefined ? [] : (kmOutside(record, province) ?? []);
  });
  const settled = settlements.flatMap((one) => kmOutside(one, one.province) ?? []);
  return [
    ['records on land that name a province', String(named.length)],
    ...beyond('records', named),
    ...beyond('settlements', settled),
  ];
}

const beyond = (what: string, km: readonly number[]): Measure[] =>
  [0, 5, 10].map((bound, index): Measure => [
    index === 0 ? `${what} outside of the outline of the province they name` : `… by more than ${bound} km`,
    String(km.filter((one) => one > bound).length),
  ]);
