/**
 * Origin times of large shocks in the agencies' own catalogues, by which the times of the NOAA rows since 1900 are
 * checked.
 */
import { parse } from 'csv-parse/sync';
import { distanceKm } from '#core/geo.ts';
import { epochOfCivil, SECOND, type EpochMs } from '#core/time.ts';
import { DocumentError } from '../../../generator/sources/feed.ts';

export interface AgencyOrigin {
  time: EpochMs;
  latitude: number;
  longitude: number;
}

/** Only shocks from this magnitude on are read: no row to be checked is smaller. */
const LEAST_MAGNITUDE = 5;

/** A NOAA origin time is confirmed by an agency's origin within this many milliseconds, inclusive, and this many km. */
const CONFIRMING_MS = 60 * SECOND;
const CONFIRMING_KM = 150;

const DATE = /^(\d+)[-./](\d+)[-./](\d+)$/;
const CLOCK = /^(\d+):(\d+):(\d+)/;

function instantOf(date: string, clock: string, dayFirst: boolean): EpochMs | undefined {
  const day = DATE.exec(date);
  const time = CLOCK.exec(clock);
  if (!day || !time) return undefined;
  const parts = [Number(day[1]), Number(day[2]), Number(day[3])];
  const [year, month, dayOfMonth] = dayFirst ? parts.reverse() : parts;
  return epochOfCivil({
    year: year!,
    month: month!,
    day: dayOfMonth!,
    hour: Number(time[1]),
    minute: Number(time[2]),
    second: Number(time[3]),
    millisecond: 0,
  });
}

/** @throws DocumentError when one of the columns is missing: a wrong file would confirm nothing and say nothing. */
function records(text: string, columns: readonly string[]): Record<string, string>[] {
  const rows = parse(text, { bom: true, columns: true, relax_column_count: true, relax_quotes: true }) as Record<
    string,
    string
  >[];
  const missing = columns.filter((column) => !(column in (rows[0] ?? {})));
  if (missing.length > 0) throw new DocumentError(`no column ${missing.join(', ')}, or no rows`);
  return rows;
}

function origin(time: EpochMs | undefined, latitude: number, longitude: number, magnitude: number): AgencyOrigin[] {
  return time !== undefined && magnitude >= LEAST_MAGNITUDE ? [{ time, latitude, longitude }] : [];
}

/** AFAD's CSV export of the unified catalogue; must be the one in UTC. */
export function readAfadOrigins(text: string): AgencyOrigin[] {
  return records(text, ['Date', 'Latitude', 'Longitude', 'Magnitude']).flatMap((row) => {
    const [date = '', clock = ''] = (row['Date'] ?? '').split(' ');
    return origin(
      instantOf(date, clock, true),
      Number(row['Latitude']),
      Number(row['Longitude']),
      Number(row['Magnitude']),
    );
  });
}

/** Kandilli's reviewed catalogue (zeqdb) as CSV, UTC. */
export function readZeqdbOrigins(text: string): AgencyOrigin[] {
  return records(text, ['Olus tarihi', 'Olus zamani', 'Enlem', 'Boylam', 'xM']).flatMap((row) =>
    origin(
      instantOf(row['Olus tarihi'] ?? '', row['Olus zamani'] ?? '', false),
      Number(row['Enlem']),
      Number(row['Boylam']),
      Number(row['xM']),
    ),
  );
}

/** USGS events as the JSON extract `{events: [{time, lat, lon, mag}]}`, UTC. */
export function readUsgsOrigins(text: string): AgencyOrigin[] {
  const events = (JSON.parse(text) as { events?: { time: string; lat: number; lon: number; mag: number }[] }).events;
  if (!Array.isArray(events)) throw new DocumentError('USGS file has no array "events"');
  return events.flatMap((event) => {
    const [date = '', clock = ''] = event.time.split('T');
    return origin(instantOf(date, clock, false), event.lat, event.lon, event.mag);
  });
}

/** Whether an agency has an earthquake within a minute of this time, near this place. */
export function confirmed(at: AgencyOrigin, origins: readonly AgencyOrigin[]): boolean {
  return origins.some(
    (other) => Math.abs(other.time - at.time) <= CONFIRMING_MS && distanceKm(other, at) <= CONFIRMING_KM,
  );
}
