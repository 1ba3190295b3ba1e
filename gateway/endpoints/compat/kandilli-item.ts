/**
 * An earthquake in the shape of the API for Kandilli's list, with what its former versions had. By its public sources
 * (orhanayd/kandilli-rasathanesi-api: crawler, example data, and the files in PHP before them).
 */
import { createHash } from 'node:crypto';
import type { Agency } from '#core/agencies.ts';
import type { FdsnEvent } from '#core/fdsn/event.ts';
import { nearestProvinces } from '#core/provinces.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { nearestAirports } from './airports.ts';
import { type EpochMs, SECOND } from '#core/time.ts';

/** Equal events give equal rows as long as this is the same. */
export const WRITTEN_BY = sourceHash('gateway/endpoints/compat/kandilli-item.ts');

export const ZONE = 'Europe/Istanbul';

/** Agencies that the API has, in its order. */
export const PROVIDERS = ['kandilli', 'afad'] as const satisfies readonly Agency[];
export type Provider = (typeof PROVIDERS)[number];

/** `earthquake_id`: an `event_id`, in lists of both agencies with the name of the second at its end. */
export const JOINT_ID = /^([0-9a-f]{16})(?:-(kandilli|afad))?$/;

const CITIES = 5;
const AIRPORTS = 3;

/** `YYYY-MM-DD HH:MM:SS`. */
function localTime(time: EpochMs): string {
  const second = Temporal.Instant.fromEpochMilliseconds(Math.floor(time / SECOND) * SECOND);
  const local = second.toZonedDateTimeISO(ZONE).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** 24 hexadecimal digits, as of MongoDB: those of the `event_id`, and the number of the agency. */
const objectId = (eventId: string, provider: Provider): string =>
  `${eventId}${String(PROVIDERS.indexOf(provider) + 1).padStart(8, '0')}`;

/** The provinces by their seats, but for the one of the epicentre. */
const citiesNear = (event: FdsnEvent, code: string | null) =>
  nearestProvinces(event, CITIES + 1)
    .filter(({ province }) => province.code !== code)
    .slice(0, CITIES)
    .map(({ province, km }) => ({
      name: province.name,
      cityCode: Number(province.code),
      distance: Math.round(km * 1000),
      population: null,
    }));

export interface Shape {
  /** Whether an earthquake may have a row of each agency. */
  isJoint: boolean;
  /** Whether rows are as the first generation (in PHP) had them, beside all that later ones have. */
  isFirst: boolean;
}

/** @param event with a magnitude */
export function itemOf(event: FdsnEvent, provider: Provider, { isJoint, isFirst }: Shape) {
  const { time, latitude, longitude, origin, eventId } = event;
  const local = localTime(time);
  const title = origin.location ?? event.location;
  const { province, province_code: code = null } = event.fields;
  const near = citiesNear(event, code);
  const seconds = Math.floor(time / SECOND);
  const item = {
    _id: objectId(eventId, provider),
    earthquake_id: isJoint && provider !== PROVIDERS[0] ? `${eventId}-${provider}` : eventId,
    provider,
    title,
    date: local.replaceAll('-', '.'),
    date_time: local,
    mag: event.magnitude!.value,
    depth: event.depthKm ?? 0,
    ...(event.depthKm === null ? { depth_unknown: true } : {}),
    geojson: { type: 'Point', coordinates: [longitude, latitude] },
    rev: null,
    location_tz: ZONE,
    location_properties: {
      closestCity: near[0],
      epiCenter: {
        name: province ?? '?',
        cityCode: code === null ? -1 : Number(code),
        population: code === null ? -1 : null,
      },
      closestCities: near,
      airports: nearestAirports(event, AIRPORTS),
    },
    created_at: seconds,
    // What older applications read.
    ...{ lat: latitude, lng: longitude, coordinates: [longitude, latitude], lokasyon: title },
    ...{ date_stamp: local.slice(0, 10), date_day: local.slice(0, 10), date_hour: local.slice(11) },
    timestamp: String(seconds),
  };
  return isFirst ? { ...item, ...firstGeneration(item, seconds) } : item;
}

type Read = Record<'date' | 'lokasyon', string> & Record<'lat' | 'lng' | 'mag' | 'depth', number>;

const md5 = (...parts: (string | number)[]): string => createHash('md5').update(parts.join('')).digest('hex');

const firstGeneration = ({ date, lokasyon, lat, lng, mag, depth }: Read, timestamp: number) => ({
  timestamp,
  hash: md5(date, timestamp, lokasyon, lat, lng, mag, depth),
  hash2: md5(lat, lng),
});

export interface Window {
  from: EpochMs;
  to: EpochMs;
}

/** Up to the rows. @param window what was asked for, where it is one of time */
export function headOf(count: number, window?: Window): string {
  const times = window && { date_starts: localTime(window.from), date_ends: localTime(window.to) };
  const head = {
    status: true,
    httpStatus: 200,
    desc: '',
    serverloadms: 0,
    metadata: { ...times, count, total: count },
  };
  return `${JSON.stringify(head).slice(0, -1)},`;
}
