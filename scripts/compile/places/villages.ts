/**
 * Today's district of each village of HGK's list.
 * HGK gives a position, and the postal list says which district has a village of that name.
 */
import { readFileSync } from 'node:fs';
import { distanceKm, KM_PER_DEGREE, type Point } from '#core/geo.ts';
import { readTable } from '../tables.ts';
import { nameKey, type District, type HgkName } from './lists.ts';
import type { ProvincesNear } from './provinces.ts';
import type { Seat } from './seats.ts';

export interface Village {
  row: HgkName;
  district: District;
}

/** No village is farther from its district's seat, in km. */
const DISTRICT_KM = 60;
/** How far to look for a village's neighbours, in km. */
const NEIGHBOUR_KM = 25;
/** How many neighbours vote. */
const VOTERS = 10;
/** In km: the outlines put seats of districts up to 8.6 km beyond their border, villages between Van and Bitlis 18. */
const OUTLINE_ERROR_KM = { any: 8, named: 20 };
/** Decided by hand: Kandilli's lists name this district for so many epicentres, and no other one. */
const DECIDED = new Map(
  readTable(readFileSync(new URL('districts.csv', import.meta.url), 'utf8'), [
    ...['fid', 'name', 'district', 'province', 'epicentres'],
  ]).map(({ fid, district, province }) => [Number(fid), `${province}/${district}`]),
);
/** Northern Cyprus lies south of it, all of Türkiye north of it. */
const SOUTH_END = 35.75;

interface Voter extends Point {
  district: District | undefined;
}

interface Placed extends Voter {
  row: HgkName;
  /** Districts near by of the provinces in or near whose outline it lies, and {@link candidates}. */
  possible: ReadonlySet<District>;
  /** Those that have a village of this name; where none has, those of provinces farther off. */
  candidates: District[];
}

/**
 * A name that one district near by has decides, if nothing is decided by hand.
 * Where none has it, a district of a province farther off decides.
 * Among several such districts, most of the ten nearest villages and seats decide, nearer ones counting more.
 * Where no district has the name any more, the neighbours alone decide. Three rounds, after which hardly any changes.
 */
export function villagesOf(hgk: HgkName[], seats: Seat[], provincesNear: ProvincesNear): Village[] {
  const seatsNear = grid(seats);
  const villages: Placed[] = hgk
    .filter(({ type, latitude }) => type === 'YKOY' && latitude > SOUTH_END)
    .map((row) => {
      const key = nameKey(row.name);
      const districts = seatsNear(row, DISTRICT_KM).map(({ item: { district } }) => district);
      const within = (km: number): District[] => {
        const provinces = provincesNear(row, km);
        return districts.filter(({ province }) => provinces.size === 0 || provinces.has(nameKey(province)));
      };
      const near = within(OUTLINE_ERROR_KM.any);
      const decided = DECIDED.get(row.fid);
      const candidates = [
        seats.map(({ district }) => district).filter(({ name, province }) => `${province}/${name}` === decided),
        ...[near, within(OUTLINE_ERROR_KM.named)].map((some) => some.filter(({ villages }) => villages.has(key))),
      ].find((some) => some.length > 0);
      const { latitude, longitude } = row;
      const district = candidates?.length === 1 ? candidates[0] : undefined;
      const possible = new Set([...near, ...(candidates ?? [])]);
      return { row, latitude, longitude, possible, candidates: candidates ?? [], district };
    });
  const neighbours = grid<Voter>([...villages, ...seats]);
  const around = villages.map((village) => neighbours(village, NEIGHBOUR_KM).filter(({ item }) => item !== village));
  for (let round = 0; round < 3; round += 1) {
    const next = villages.map(({ row, possible, candidates }, index) => {
      if (DECIDED.has(row.fid)) return candidates[0]!;
      const voters = around[index]!.filter(({ item }) => item.district !== undefined && possible.has(item.district));
      const named = vote(voters.filter(({ item }) => candidates.includes(item.district!)));
      return named ?? vote(voters) ?? candidates[0] ?? [...possible][0]!;
    });
    for (const [index, village] of villages.entries()) village.district = next[index]!;
  }
  return villages.map(({ row, district }) => ({ row, district: district! }));
}

interface Found<T> {
  item: T;
  km: number;
}

function vote(voters: Found<Voter>[]): District | undefined {
  const votes = new Map<District, number>();
  for (const { item, km } of voters.slice(0, VOTERS))
    votes.set(item.district!, (votes.get(item.district!) ?? 0) + 1 / (1 + km));
  return [...votes].reduce<[District | undefined, number]>(
    (most, one) => (one[1] > most[1] ? one : most),
    [undefined, 0],
  )[0];
}

/** Degrees. */
const CELL = 0.25;

/** What lies within a distance, nearest first. */
function grid<T extends Point>(items: T[]): (centre: Point, withinKm: number) => Found<T>[] {
  const cell = (degrees: number): number => Math.floor(degrees / CELL);
  const cells = Map.groupBy(items, ({ latitude, longitude }) => `${cell(latitude)}/${cell(longitude)}`);
  return (centre, withinKm) => {
    const high = withinKm / KM_PER_DEGREE;
    const wide = high / Math.cos((centre.latitude * Math.PI) / 180);
    const found: Found<T>[] = [];
    for (let y = cell(centre.latitude - high); y <= cell(centre.latitude + high); y += 1)
      for (let x = cell(centre.longitude - wide); x <= cell(centre.longitude + wide); x += 1)
        for (const item of cells.get(`${y}/${x}`) ?? []) {
          const km = distanceKm(item, centre);
          if (km <= withinKm) found.push({ item, km });
        }
    return found.sort((a, b) => a.km - b.km);
  };
}
