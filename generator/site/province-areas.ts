/** Outlines, neighbours and active faults of the provinces, from the shipped tables; worked out once. */
import { distanceKm, type Box, type Point } from '#core/geo.ts';
import { PROVINCES } from '#core/provinces.ts';
import { RingIndex } from '../places/land.ts';
import { parseProvinces } from '../places/tables.ts';
import { baseMap, data } from './assets.ts';
import type { LandFile } from './drawing/land.ts';
import { boxOf, type ProvinceArea, type Rings } from './drawing/province-map.ts';
import { districtSeats as seatsIn } from './place-names.ts';

/** Coded as in {@link LandFile}. */
interface FaultFile {
  step: number;
  lines: number[][];
}

const areas = new Map<string, ProvinceArea>();

/** @param name of a province */
export const provinceArea = (name: string): ProvinceArea => areas.getOrInsertComputed(name, makeArea);

/** Degrees around a province that its map may show. */
const AROUND = 1.5;

let tables: ReturnType<typeof readTables> | undefined;

function readTables() {
  const all = parseProvinces(data('provinces.csv').toString(), 'provinces.csv');
  const faultFile = JSON.parse(data('faults.json').toString()) as FaultFile;
  const faults = faultFile.lines.map((line) => decoded(line, faultFile.step));
  return { all, faults, partsOf: within(baseMap()) };
}

let seats: (Point & { name: string })[] | undefined;

/** Seats of the districts. */
export const districtSeats = (): readonly (Point & { name: string })[] =>
  (seats ??= seatsIn(data('places.csv').toString()).seats.map(([name, latitude, longitude]) => ({
    ...{ name, latitude: latitude / 1000, longitude: longitude / 1000 },
  })));

/** What a map of any box is drawn on. */
interface Ground {
  land: LandFile;
  /** Of the provinces that touch the box. */
  outlines: Rings;
  /** Traces of active faults. */
  faults: Rings;
}

export function groundOf(box: Box): Ground {
  const { all, faults, partsOf } = (tables ??= readTables());
  const touching = (rings: Rings): Rings => rings.filter((ring) => touches(boxOf([ring]), box));
  return { land: partsOf(box), outlines: touching([...all.values()].flat()), faults: touching(faults) };
}

let neighbours: ReturnType<typeof neighboursOf> | undefined;

function makeArea(name: string): ProvinceArea {
  const { all, faults, partsOf } = (tables ??= readTables());
  const rings = all.get(name)!;
  const box = boxOf(rings);
  const wide = grown(box, AROUND);
  const near = faults.filter((line) => touches(boxOf([line]), wide));
  const inside = new RingIndex(rings);
  const lengths = near.map((line) => kmInside(line, inside)).filter((km) => km >= 1);
  const crossing = { count: lengths.length, km: lengths.reduce((sum, km) => sum + km, 0) };
  const beside = (neighbours ??= neighboursOf(all)).get(name)!;
  const around = beside.flatMap((one) => all.get(one)!);
  return { rings, box, neighbours: beside, around, land: partsOf(wide), faults: near, crossing };
}

function decoded(steps: readonly number[], step: number): Float64Array {
  let [x, y] = [0, 0];
  return Float64Array.from(steps, (value, index) => (index % 2 ? (y += value) : (x += value)) * step);
}

/** The lines of the base map that reach into a box. */
function within({ step, land, borders }: LandFile): (box: Box) => LandFile {
  const boxed = (lines: number[][]) => lines.map((line) => ({ line, box: boxOf([decoded(line, step)]) }));
  const [rings, lines] = [boxed(land), boxed(borders)];
  const inBox = (some: ReturnType<typeof boxed>, box: Box): number[][] =>
    some.filter((one) => touches(one.box, box)).map(({ line }) => line);
  return (box) => ({ step, land: inBox(rings, box), borders: inBox(lines, box) });
}

const grown = ({ west, east, south, north }: Box, by: number): Box => ({
  ...{ west: west - by, east: east + by, south: south - by, north: north + by },
});

const touches = (a: Box, b: Box): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;

/** Pieces of a segment between two points that are in the area or not as a whole, km. */
const PIECE_KM = 0.5;

function kmInside(line: Float64Array, area: RingIndex): number {
  let inside = 0;
  for (let at = 2; at < line.length; at += 2) {
    const [x1, y1, x2, y2] = [line[at - 2]!, line[at - 1]!, line[at]!, line[at + 1]!];
    const km = distanceKm({ longitude: x1, latitude: y1 }, { longitude: x2, latitude: y2 });
    const pieces = Math.max(1, Math.ceil(km / PIECE_KM));
    for (let piece = 0; piece < pieces; piece += 1) {
      const share = (piece + 0.5) / pieces;
      const middle = { longitude: x1 + share * (x2 - x1), latitude: y1 + share * (y2 - y1) };
      if (area.contains(middle)) inside += km / pieces;
    }
  }
  return inside;
}

/** Provinces whose outlines have a point in common, by name, in order of plate codes. */
function neighboursOf(rings: ReadonlyMap<string, Rings>): Map<string, string[]> {
  const owners = new Map<string, Set<string>>();
  for (const [name, parts] of rings)
    for (const ring of parts)
      for (let at = 0; at < ring.length; at += 2)
        owners.getOrInsertComputed(`${ring[at]} ${ring[at + 1]}`, () => new Set<string>()).add(name);
  const neighbours = new Map(PROVINCES.map(({ name }) => [name, new Set<string>()]));
  for (const names of owners.values())
    for (const name of names) for (const other of names) if (other !== name) neighbours.get(name)!.add(other);
  const inOrder = (names: Set<string>): string[] => PROVINCES.flatMap(({ name }) => (names.has(name) ? [name] : []));
  return new Map([...neighbours].map(([name, names]) => [name, inOrder(names)]));
}
