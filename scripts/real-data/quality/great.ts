/** Primary magnitudes against measured Mw of great earthquakes (test/golden/great-earthquakes.csv), of no feed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { MINUTE, SECOND, parseCivil, type EpochMs } from '#core/time.ts';
import { around, count, type Measure } from './records.ts';

export interface Great {
  time: EpochMs;
  latitude: number;
  longitude: number;
  mw: number;
  /** Catalogue and identifier there. */
  source: string;
}

const LIST = join(import.meta.dirname, '../../..', 'test', 'golden', 'great-earthquakes.csv');

export const readGreat = (): Great[] =>
  parseCsv<Record<string, string>>(readFileSync(LIST, 'utf8'), { columns: true }).map((row) => ({
    time: parseCivil(row['origin_time']!)!,
    latitude: Number(row['latitude']),
    longitude: Number(row['longitude']),
    mw: Number(row['mw']),
    source: row['source']!,
  }));

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

const greatest = ({ solutions }: Earthquake): number =>
  Math.max(...solutions.flatMap(({ magnitudes }) => magnitudes.map(({ value }) => value)));

export function greatMeasures(records: readonly Earthquake[], list: readonly Great[] = readGreat()): Measure[] {
  const found = list.flatMap((great) => {
    const record = recordOf(great, records);
    return record ? [{ great, off: Math.abs((record.magnitude ?? NaN) - great.mw) }] : [];
  });
  const wrong = found.filter(({ off }) => !(off <= NEAR));
  const recent = ({ great }: { great: Great }): boolean => great.time >= Date.UTC(1970, 0);
  return [
    count('earthquakes of the list of measured Mw in the catalogue', found),
    count('… with another magnitude by more than 0.3', wrong),
    count('… since 1970, in the catalogue', found.filter(recent)),
    count('… since 1970, with another magnitude by more than 0.3', wrong.filter(recent)),
  ];
}
