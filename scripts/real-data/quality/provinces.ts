/** Places against the provinces of Natural Earth, with outlines that are kilometres beside the truth. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Point } from '#core/geo.ts';
import { kmToEdges } from '../../../generator/places/land.ts';
import type { Settlement } from '../../../generator/places/tables.ts';
import { nameKey } from '../../compile/places/lists.ts';
import { readOutlines, type Outline } from '../../compile/places/provinces.ts';
import type { Measure } from './records.ts';

const FILE = 'geo/naturalearth_10m_admin1_region.geojson.gz';

/** @param data the folder of real data */
export const readProvinces = (data: string): Outline[] =>
  readOutlines(gunzipSync(readFileSync(join(data, FILE))).toString('utf8'));

/** Kilometres from the outline of the province that is named; undefined off the land of Türkiye and for no province. */
function createKmOutside(outlines: readonly Outline[]): (point: Point, province: string) => number | undefined {
  const byKey = new Map(outlines.map((outline) => [outline.key, outline]));
  return (point, province) => {
    const named = byKey.get(nameKey(province));
    if (!named) return undefined;
    if (named.index.contains(point)) return 0;
    return outlines.some(({ index }) => index.contains(point)) ? kmToEdges(point, named.rings) : undefined;
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
