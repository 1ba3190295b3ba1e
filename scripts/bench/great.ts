/**
 * The primary magnitude against measured Mw of great earthquakes (test/golden/great-earthquakes.csv), beside what
 * simpler rules would choose.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import type { Earthquake, Magnitude, Solution } from '#core/earthquake.ts';
import { distanceKm, insideBox, type Box } from '#core/geo.ts';
import { MINUTE, SECOND, parseCivil, type EpochMs } from '#core/time.ts';
import { magnitudeRank, primaryMagnitude } from '../../generator/catalog/publication/primary-magnitude.ts';
import { median } from '../measure.ts';
import { around } from '../real-data/quality/records.ts';

export interface Great {
  time: EpochMs;
  latitude: number;
  longitude: number;
  mw: number;
  /** Catalogue and identifier there. */
  source: string;
}

const LIST = join(import.meta.dirname, '../..', 'test', 'golden', 'great-earthquakes.csv');

export const readGreat = (): Great[] =>
  parseCsv<Record<string, string>>(readFileSync(LIST, 'utf8'), { columns: true }).map((row) => ({
    time: parseCivil(row['origin_time']!)!,
    latitude: Number(row['latitude']),
    longitude: Number(row['longitude']),
    mw: Number(row['mw']),
    source: row['source']!,
  }));

/** Rules that choose one magnitude of an earthquake; undefined for none. */
type Rule = (solutions: readonly Solution[]) => number | undefined;

/** Each agency's preferred magnitude. */
const preferred = (solutions: readonly Solution[]): number[] =>
  solutions.flatMap(({ magnitudes: [first] }) => first?.value ?? []);

const allValues = (solutions: readonly Solution[]): number[] =>
  solutions.flatMap(({ magnitudes }) => magnitudes.map(({ value }) => value));

/** The order of types, then of the solutions, whatever the others say. */
const fixedOrder: Rule = (solutions) =>
  solutions
    .flatMap((solution) => solution.magnitudes.map((magnitude): [Magnitude, Solution] => [magnitude, solution]))
    .toSorted(([a, ofA], [b, ofB]) => magnitudeRank(a, ofA) - magnitudeRank(b, ofB))[0]?.[0].value;

const RULES: Readonly<Record<string, Rule>> = {
  'This rule': (solutions) => primaryMagnitude(solutions)?.magnitude.value,
  'Largest of all': (solutions) => allValues(solutions).toSorted((a, b) => b - a)[0],
  'Median of the agencies': (solutions) => (preferred(solutions).length > 0 ? median(preferred(solutions)) : undefined),
  'USGS alone': (solutions) => preferred(solutions.filter(({ agency }) => agency === 'usgs'))[0],
  'Fixed order': fixedOrder,
};

/** A right magnitude is at most so far from the listed Mw. The play is for differences of decimals. */
const NEAR = 0.3 + 1e-9;

/** A record of a listed earthquake is at most so far from it, and its greatest magnitude at most so much smaller. */
const LOOK = { ms: 2 * MINUTE, km: 200, smaller: 1.5 };

/** The nearest record, 10 s counting as much as 50 km. @param records sorted by time */
export function recordOf(great: Great, records: readonly Earthquake[]): Earthquake | undefined {
  const apart = (one: Earthquake): number =>
    Math.abs(one.time - great.time) / (10 * SECOND) + distanceKm(one, great) / 50;
  return around(records, great.time, LOOK.ms)
    .filter((one) => distanceKm(one, great) <= LOOK.km && greatest(one) >= great.mw - LOOK.smaller)
    .toSorted((a, b) => apart(a) - apart(b))[0];
}

const greatest = ({ solutions }: Earthquake): number => Math.max(...allValues(solutions));

const CORE: Box = { south: 34, north: 43, west: 25, east: 46 };
const PERIODS: [name: string, from: number, before: number][] = [
  ['1904 to 1969', 1904, 1970],
  ['since 1970', 1970, 2100],
  ['all', 1904, 2100],
];

export interface Compared {
  great: Great;
  record: Earthquake;
}

export const compare = (list: readonly Great[], records: readonly Earthquake[]): Compared[] =>
  list.flatMap((great) => {
    const record = recordOf(great, records);
    return record ? [{ great, record }] : [];
  });

interface Shares {
  period: string;
  count: number;
  /** By rule, 0 to 1; undefined where the rule chooses nothing. `Best value`: the one nearest to the listed. */
  shares: Record<string, number | undefined>;
}

export function sharesOf(compared: readonly Compared[]): Shares[] {
  return PERIODS.map(([period, from, before]) => {
    const own = compared.filter(({ great: { time } }) => time >= Date.UTC(from, 0) && time < Date.UTC(before, 0));
    const shareOf = (isRight: (one: Compared) => boolean): number => own.filter(isRight).length / own.length;
    const shares: Shares['shares'] = {};
    for (const [name, rule] of Object.entries(RULES))
      shares[name] = own.some(({ record }) => rule(record.solutions) !== undefined)
        ? shareOf(({ great, record }) => isNear(rule(record.solutions), great))
        : undefined;
    shares['Best value'] = shareOf(({ great, record }) =>
      allValues(record.solutions).some((value) => isNear(value, great)),
    );
    return { period, count: own.length, shares };
  });
}

export const isNear = (value: number | undefined, { mw }: Great): boolean =>
  value !== undefined && Math.abs(value - mw) <= NEAR;

export const inCore = ({ great }: Compared): boolean => insideBox(great, CORE);
