/** `data/units.json`: borders and names of the provinces of Türkiye and of the first-level units around it. */
import { provinceOf } from '#core/provinces.ts';
import type { Position } from '../places/land.ts';
import type { Admin1 } from '../places/provinces.ts';
import { coded, STEP, simplified } from './lines.ts';

/** Türkiye and its neighbourhood; the units of further countries are left out. */
const COUNTRIES = new Set(['TR', 'GR', 'BG', 'GE', 'AM', 'AZ', 'IR', 'IQ', 'SY', 'CY', 'LB', 'RU', 'UA', 'RO']);

/** Name in Turkish, latitude, longitude, width of its part at that latitude in degrees, and the name in English. */
type Name = [turkish: string, latitude: number, longitude: number, width: number, english?: string];

interface Units {
  step: number;
  borders: number[][];
  names: Name[];
}

type Unit = Admin1['features'][number];

const partsOf = ({ geometry }: Unit): Position[][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

export function compileUnits(text: string): string {
  const units = (JSON.parse(text) as Admin1).features.filter(({ properties }) => COUNTRIES.has(properties.country));
  const compiled: Units = {
    step: STEP,
    borders: joined(sharedEdges(units))
      .map((line) => coded(simplified(line, STEP)))
      .filter((line) => line.length >= 4),
    names: units.map(nameOf).sort((a, b) => b[3] - a[3] || (a[0] < b[0] ? -1 : 1)),
  };
  return `${JSON.stringify(compiled)}\n`;
}

const keyOf = ([x, y]: Position): string => `${x} ${y}`;

/** Edges between two units of one country: the others are coast and borders of countries. */
function sharedEdges(units: Unit[]): [Position, Position][] {
  const edges = new Map<string, { edge: [Position, Position]; countries: string[] }>();
  for (const unit of units)
    for (const ring of partsOf(unit).flat())
      for (const [index, to] of ring.entries()) {
        const from = ring[index - 1];
        if (!from) continue;
        const key = [keyOf(from), keyOf(to)].sort().join('|');
        const { country } = unit.properties;
        const known = edges.get(key);
        if (known) known.countries.push(country);
        else edges.set(key, { edge: [from, to], countries: [country] });
      }
  const isShared = ([one, other]: string[]): boolean => other !== undefined && one === other;
  return [...edges.values()].filter(({ countries }) => isShared(countries)).map(({ edge }) => edge);
}

/** Lines from one junction of borders to the next. */
function joined(edges: [Position, Position][]): Position[][] {
  const ends = new Map<string, Position[]>();
  for (const [from, to] of edges)
    for (const [one, other] of [[from, to] as const, [to, from] as const])
      ends.set(keyOf(one), [...(ends.get(keyOf(one)) ?? []), other]);
  const done = new Set<string>();
  const lines: Position[][] = [];
  const walk = (start: Position, second: Position): void => {
    const line = [start];
    for (let [from, to] = [start, second]; ;) {
      const key = [keyOf(from), keyOf(to)].sort().join('|');
      if (done.has(key)) break;
      done.add(key);
      line.push(to);
      const next = ends.get(keyOf(to))!;
      if (next.length !== 2) break;
      [from, to] = [to, next.find((one) => keyOf(one) !== keyOf(from))!];
    }
    if (line.length > 1) lines.push(line);
  };
  const isJunction = ([from]: [Position, Position]): boolean => ends.get(keyOf(from))!.length !== 2;
  const directed = edges.flatMap(([from, to]): [Position, Position][] => [
    [from, to],
    [to, from],
  ]);
  for (const edge of directed.filter(isJunction)) walk(...edge);
  // What is left are closed lines.
  for (const edge of directed) walk(...edge);
  return lines;
}

/** Of the northern and southern ends, the widest row of ten decides where the name is written. */
const ROWS = 10;

function nameOf(unit: Unit): Name {
  const { country, name, name_tr: turkish, name_en: english } = unit.properties;
  const own = country === 'TR' ? provinceOf(turkish)?.name : (turkish || name).replace(/ (Eyaleti|ili)$/, '');
  if (own === undefined) throw new Error(`no province is called ${turkish}`);
  const { latitude, longitude, width } = widest(partsOf(unit));
  const rounded = [latitude, longitude, width].map((value) => Number(value.toFixed(2))) as [number, number, number];
  const inEnglish = country === 'TR' ? own : english || name;
  return inEnglish === own ? [own, ...rounded] : [own, ...rounded, inEnglish];
}

/** The middle of the widest horizontal span inside of a unit; near the middle of its height where several are alike. */
function widest(parts: Position[][][]): { latitude: number; longitude: number; width: number } {
  let [best, found] = [0, { latitude: 0, longitude: 0, width: 0 }];
  for (const rings of parts) {
    const heights = rings[0]!.map(([, y]) => y);
    const [south, north] = [Math.min(...heights), Math.max(...heights)];
    for (let row = 1; row < ROWS; row += 1) {
      const latitude = south + ((north - south) * row) / ROWS;
      const crossings = rings.flatMap((ring) => crossingsOf(ring, latitude)).sort((a, b) => a - b);
      const weight = 1 - 0.6 * Math.abs(row / ROWS - 0.5);
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        const [west, east] = [crossings[index]!, crossings[index + 1]!];
        if ((east - west) * weight <= best) continue;
        best = (east - west) * weight;
        found = { latitude, longitude: (west + east) / 2, width: east - west };
      }
    }
  }
  return found;
}

const crossingsOf = (ring: Position[], latitude: number): number[] =>
  ring.flatMap(([x, y], index) => {
    const [beforeX, beforeY] = ring.at(index - 1)!;
    return beforeY > latitude === y > latitude ? [] : [x + ((latitude - y) / (beforeY - y)) * (beforeX - x)];
  });
