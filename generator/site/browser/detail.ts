/** One earthquake's detail, by id or by date and slug. */
import { bucketOf, nameKey, namesFileOf } from '#core/details.ts';
import { ownValue } from '#core/own-value.ts';
import {
  bucketPath,
  detailPath,
  EARTHQUAKE_PAGE,
  namesPath,
  newestPath,
  PAGE_FOLDERS,
  stationTablePath,
} from '#core/paths.ts';
import { spokenPlace } from '#core/place-form.ts';
import { lineIn } from '#core/stored-lines.ts';
import type { FullItem, ListItem, StationItem } from '#core/wire.ts';
import { base, isTurkish, language } from './dom.ts';
import { fresh, freshText, MissingError, storedBytes } from './requests.ts';

export interface Revision {
  at: string;
  agencies: string[];
  changed: string[];
  previous?: Record<string, unknown>;
}

type FullFields = 'slug' | 'location_en' | 'occurred_at_utc' | 'sources' | 'focal_mechanism' | 'shakemap';
type Near = 'id' | 'occurred_at' | 'latitude' | 'longitude' | 'magnitude' | 'location';

export interface Detail extends Omit<ListItem, FullFields>, Pick<FullItem, FullFields> {
  nearby_stations: (Omit<StationItem, 'elevation_m'> & { distance_km: number; azimuth: number })[];
  nearby_quakes: (Pick<ListItem, Near> & { location_en: string; distance_km: number })[];
  max_intensity?: number;
  deaths?: number;
  revisions: Revision[];
}

type Line =
  | { status: 'success'; earthquake: Detail }
  | { status: 'error'; id: number }
  | { status: 'merged'; id: number; merged_into: number };

type Found = { kind: 'found'; detail: Detail } | { kind: 'gone' } | { kind: 'unknown' };

/** The gateway answers the first path for every earthquake. Static hosts have it for few, and the others by id. */
async function linesWith(id: number): Promise<string> {
  for (const path of [detailPath(id), newestPath(id)])
    try {
      return (await freshText(path)).body;
    } catch (error) {
      if (!(error instanceof MissingError)) throw error;
    }
  return (await freshText(bucketPath(bucketOf(id)))).body;
}

async function byId(id: number): Promise<Found> {
  const tableOf = async (hash: string): Promise<Uint8Array> =>
    new Uint8Array(await storedBytes(stationTablePath(hash)));
  const found = await lineIn(await linesWith(id), id, tableOf);
  if (found === undefined) return { kind: 'unknown' };
  const line = JSON.parse(found) as Line;
  if (line.status === 'merged') return byId(line.merged_into);
  return line.status === 'success' ? { kind: 'found', detail: line.earthquake } : { kind: 'gone' };
}

/** @throws Error when there is no such earthquake */
export async function detailById(id: number): Promise<Detail> {
  const found = await byId(id);
  if (found.kind !== 'found') throw new Error(`no detail of ${id}`);
  return found.detail;
}

/** What the address of the page names: `/deprem/<date>/<slug>` or `/deprem/?id=5`. */
export async function findDetail(address: Location): Promise<Found> {
  try {
    return await lookUp(address);
  } catch (error) {
    // Identifiers and dates beyond those of the catalogue have no file.
    if (error instanceof MissingError) return { kind: 'unknown' };
    throw error;
  }
}

async function lookUp({ pathname, search }: Location): Promise<Found> {
  const id = new URLSearchParams(search).get('id');
  if (id !== null) return /^\d{1,9}$/.test(id) ? byId(Number(id)) : { kind: 'unknown' };
  const [, , date, slug] = EARTHQUAKE_PAGE.exec(pathname.slice(base().length + 1)) ?? [];
  if (date === undefined || slug === undefined) return { kind: 'unknown' };
  const names = await fresh<Record<string, number>>(namesPath(namesFileOf(date)));
  const found = ownValue(names.body, nameKey(date, slug));
  return found === undefined ? { kind: 'unknown' } : byId(found);
}

export const placeOf = ({ location, location_en: english }: Pick<Detail, 'location' | 'location_en'>): string =>
  isTurkish() ? spokenPlace(location) : english;

/** The name by which it is known. */
export const nameOf = (detail: Detail): string | undefined => (isTurkish() ? detail.event_name : detail.event_name_en);

/** The place, and the name. */
export function titleOf(detail: Detail): string {
  const name = nameOf(detail);
  return `${placeOf(detail)}${name === undefined ? '' : ` · ${name}`}`;
}

/** The address to share. */
export const pageOf = ({ occurred_at: time, slug }: Detail, of: 'tr' | 'en' = language()): string =>
  `${base()}/${PAGE_FOLDERS[of]}/${time.slice(0, 10)}/${slug}`;
