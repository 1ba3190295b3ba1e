/** One earthquake's detail out of its bucket, by id or by date and slug. */
import { bucketOf, nameKey, namesFileOf } from '#core/details.ts';
import { bucketPath, EARTHQUAKE_PAGE, namesPath, PAGE_FOLDERS } from '#core/paths.ts';
import type { ListItem } from '#core/wire.ts';
import { base, isTurkish } from './dom.ts';
import { fresh, freshLines } from './requests.ts';

export interface Solution {
  name: string;
  event_id: string | null;
  occurred_at: string;
  latitude: number;
  longitude: number;
  depth_km: number | null;
  magnitude: number | null;
  magnitude_type?: string | null;
  quality?: string | null;
  location?: string | null;
}

export interface Mechanism {
  source: string;
  nodal_planes: { strike: number; dip: number; rake: number }[];
  moment_tensor: Record<'mrr' | 'mtt' | 'mpp' | 'mrt' | 'mrp' | 'mtp', number> | null;
  scalar_moment: number | null;
  mw: number | null;
  computed?: string[];
}

export interface Revision {
  at: string;
  agencies: string[];
  changed: string[];
  previous?: Record<string, unknown>;
}

interface NearbyQuake {
  id: number;
  occurred_at: string;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  location: string;
  distance_km: number;
}

export interface Detail extends Omit<ListItem, 'sources'> {
  slug: string;
  location_en: string;
  occurred_at_utc: string;
  sources: Solution[];
  nearby_stations: { network: string; code: string; name: string; distance_km: number; azimuth: number }[];
  nearby_quakes: NearbyQuake[];
  max_intensity?: number;
  deaths?: number;
  focal_mechanism: Mechanism | null;
  shakemap: { source: string; max_mmi: number | null; url: string } | null;
  revisions: Revision[];
}

type Line =
  | { status: 'success'; earthquake: Detail }
  | { status: 'error'; id: number }
  | { status: 'merged'; id: number; merged_into: number };

const lineId = (line: Line): number => (line.status === 'success' ? line.earthquake.id : line.id);

type Found = { kind: 'found'; detail: Detail } | { kind: 'gone' } | { kind: 'unknown' };

async function byId(id: number): Promise<Found> {
  const lines = await freshLines<Line>(bucketPath(bucketOf(id)));
  const line = lines.find((one) => lineId(one) === id);
  if (!line) return { kind: 'unknown' };
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
export async function findDetail({ pathname, search }: Location): Promise<Found> {
  const id = new URLSearchParams(search).get('id');
  if (id !== null) return /^\d{1,9}$/.test(id) ? byId(Number(id)) : { kind: 'unknown' };
  const [, , date, slug] = EARTHQUAKE_PAGE.exec(pathname.slice(base().length + 1)) ?? [];
  if (date === undefined || slug === undefined) return { kind: 'unknown' };
  const names = await fresh<Record<string, number>>(namesPath(namesFileOf(date)));
  const found = names.body[nameKey(date, slug)];
  return found === undefined ? { kind: 'unknown' } : byId(found);
}

export const placeOf = (detail: Detail): string => (isTurkish() ? detail.location : detail.location_en);

/** The address to share. */
export const pageOf = ({ occurred_at: time, slug }: Detail): string =>
  `${base()}/${PAGE_FOLDERS[isTurkish() ? 'tr' : 'en']}/${time.slice(0, 10)}/${slug}`;
