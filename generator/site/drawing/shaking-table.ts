/** The estimated shaking as rows of tables: classes of intensity by distance, and at the nearest provincial seats. */
import { agencyPage } from '#core/agencies.ts';
import type { Point } from '#core/geo.ts';
import { nearestProvinces } from '#core/provinces.ts';
import { degreeOf, DEGREES, reachOf, shakingAt, type Degree, type ShakingSource } from '#seismology/shaking.ts';

export type IntensityClass = Degree | 'none';

interface Described {
  shakemap: { source: string; url: string } | null;
  /** Its solutions: name of the agency and identifier. */
  solutions: readonly { agency: string; eventId: string }[];
}

/** Where measured intensities are: the ShakeMap, else the page of an agency that makes them. */
export function measuredAt({
  shakemap,
  solutions,
}: Described): { text: 'measured' | 'page'; name: string; url: string } | undefined {
  if (shakemap) return { text: 'measured', name: `${shakemap.source} ShakeMap`, url: shakemap.url };
  const [url] = solutions.flatMap(({ agency, eventId }) => agencyPage(agency, eventId) ?? []);
  return url === undefined ? undefined : { text: 'page', name: 'USGS', url };
}

/** Epicentral distance up to which a class reaches; infinite where it does so to the end of the equation's range. */
export function reachesOf(source: ShakingSource): { name: Degree; km: number }[] {
  const reaches = DEGREES.flatMap(([least, name]) => {
    const km = reachOf(source, least);
    return km === undefined ? [] : [{ name, km }];
  });
  // The classes below begin beyond the range.
  const last = reaches.findIndex(({ km }) => km === Infinity);
  return last === -1 ? reaches : reaches.slice(0, last + 1);
}

/** Seats that are named, the nearest. */
const SEATS = 8;

/** Without those beyond the range of the equation. */
export const seatsOf = (
  epicentre: Point,
  source: ShakingSource,
): { seat: string; km: number; name: IntensityClass }[] =>
  nearestProvinces(epicentre, SEATS).flatMap(({ province, km }) => {
    const intensity = shakingAt(source, km);
    return intensity === undefined ? [] : [{ seat: province.name, km, name: degreeOf(intensity) ?? 'none' }];
  });
