/**
 * Origin times of large shocks in the agencies' own catalogues, by which the times of the NOAA rows since 1900 are
 * checked.
 */
import { distanceKm } from '#core/geo.ts';
import { epochOfCivil, SECOND, type EpochMs } from '#core/time.ts';
import { DocumentError } from '../../../generator/sources/feed.ts';
import { readTable } from '../tables.ts';

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

export const instantOf = (year: number, ...[month, day, hour, minute, second]: number[]): EpochMs | undefined =>
  epochOfCivil({ year, month: month!, day: day!, hour: hour!, minute: minute!, second: second!, millisecond: 0 });

function written(date: string, clock: string, dayFirst = false): EpochMs | undefined {
  const day = DATE.exec(date)?.slice(1).map(Number);
  const time = CLOCK.exec(clock)?.slice(1).map(Number);
  if (!day || !time) return undefined;
  const [year, ...rest] = dayFirst ? day.reverse() : day;
  return instantOf(year!, ...rest, ...time);
}

const RELAXED = { relax_column_count: true, relax_quotes: true };

function origin(time: EpochMs | undefined, latitude: number, longitude: number, magnitude: number): AgencyOrigin[] {
  return time !== undefined && magnitude >= LEAST_MAGNITUDE ? [{ time, latitude, longitude }] : [];
}

/** AFAD's CSV export of the unified catalogue; must be the one in UTC. */
export function readAfadOrigins(text: string): AgencyOrigin[] {
  return readTable(text, ['Date', 'Latitude', 'Longitude', 'Magnitude'], RELAXED).flatMap((row) => {
    const [date = '', clock = ''] = (row['Date'] ?? '').split(' ');
    const time = written(date, clock, true);
    return origin(time, Number(row['Latitude']), Number(row['Longitude']), Number(row['Magnitude']));
  });
}

/** Kandilli's reviewed catalogue (zeqdb) as CSV, UTC. */
export function readZeqdbOrigins(text: string): AgencyOrigin[] {
  return readTable(text, ['Olus tarihi', 'Olus zamani', 'Enlem', 'Boylam', 'xM'], RELAXED).flatMap((row) => {
    const time = written(row['Olus tarihi'] ?? '', row['Olus zamani'] ?? '');
    return origin(time, Number(row['Enlem']), Number(row['Boylam']), Number(row['xM']));
  });
}

/** USGS events as the JSON extract `{events: [{time, lat, lon, mag}]}`, UTC. */
export function readUsgsOrigins(text: string): AgencyOrigin[] {
  const events = (JSON.parse(text) as { events?: { time: string; lat: number; lon: number; mag: number }[] }).events;
  if (!Array.isArray(events)) throw new DocumentError('USGS file has no array "events"');
  return events.flatMap((event) => {
    const [date = '', clock = ''] = event.time.split('T');
    return origin(written(date, clock), event.lat, event.lon, event.mag);
  });
}

/** Whether an agency has an earthquake within a minute of this time, near this place. */
export function confirmed(at: AgencyOrigin, origins: readonly AgencyOrigin[]): boolean {
  return origins.some(
    (other) => Math.abs(other.time - at.time) <= CONFIRMING_MS && distanceKm(other, at) <= CONFIRMING_KM,
  );
}
