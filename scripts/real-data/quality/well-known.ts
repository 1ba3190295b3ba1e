/** The list of well-known earthquakes (test/golden/well-known.csv) against a catalogue of the agencies' real files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { MINUTE, formatSecond, parseCivil, type EpochMs } from '#core/time.ts';
import { around } from './records.ts';

export interface WellKnown {
  name: string;
  /** The minute, UTC. */
  time: EpochMs;
  /** Inclusive. */
  least: number;
  greatest: number;
  latitude: number;
  longitude: number;
  withinKm: number;
}

const LIST = join(import.meta.dirname, '..', '..', '..', 'test', 'golden', 'well-known.csv');

export function readWellKnown(): WellKnown[] {
  return parseCsv<Record<string, string>>(readFileSync(LIST, 'utf8'), { columns: true }).map((row) => ({
    name: `${row['minute']} ${row['name']}`,
    time: parseCivil(`${row['minute']}:00`)!,
    least: Number(row['least_magnitude']),
    greatest: Number(row['greatest_magnitude']),
    latitude: Number(row['latitude']),
    longitude: Number(row['longitude']),
    withinKm: Number(row['within_km']),
  }));
}

/** A report of the earthquake may be so far off the listed minute and epicentre, and so much smaller. */
const LOOK = { ms: MINUTE, km: 200, smaller: 0.5 };

/** What is wrong with one; undefined for nothing. @param records sorted by time */
export function faultOf(known: WellKnown, records: readonly Earthquake[]): string | undefined {
  const found = around(records, known.time + MINUTE / 2, LOOK.ms).filter(
    (one) => distanceKm(one, known) <= LOOK.km && (one.magnitude ?? 0) >= known.least - LOOK.smaller,
  );
  const [one, ...others] = found;
  if (!one) return `${known.name}: missing`;
  if (others.length > 0) return `${known.name}: ${found.map(describe).join(' and ')}`;
  const km = distanceKm(one, known);
  const isSized = one.magnitude !== null && one.magnitude >= known.least && one.magnitude <= known.greatest;
  if (!isSized) return `${known.name}: ${describe(one)}, not ${known.least} to ${known.greatest}`;
  return km <= known.withinKm ? undefined : `${known.name}: ${describe(one)}, ${km.toFixed(0)} km off`;
}

const describe = ({ time, magnitudeType, magnitude, source }: Earthquake): string =>
  `${formatSecond(time)} ${magnitudeType ?? 'M'} ${magnitude} of ${source}`;

export const wellKnownFaults = (records: readonly Earthquake[], list = readWellKnown()): string[] =>
  list.flatMap((known) => faultOf(known, records) ?? []);
