/** A feature of EMSC's event service and of its feed: the same names, with times as text. */
import type { Agency } from '../earthquake.ts';
import { type EpochMs, formatGregorian } from '../time.ts';
import type { FdsnEvent } from './event.ts';
import { featureOf, type FeatureOptions } from './geojson.ts';

/** What EMSC's shape says of an earthquake. */
export interface EmscEvent {
  id: number;
  eventId: string;
  time: EpochMs;
  updatedAt: EpochMs;
  latitude: number;
  longitude: number;
  /** km, downwards; null: unknown. */
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  /** English. */
  place: string;
  agency: Agency;
  eventType: string;
}

/** Always with a fraction, as EMSC writes it: its clients read `%S.%fZ`, and drop a message whose seconds are whole. */
function emscTime(time: EpochMs): string {
  const text = formatGregorian(time);
  return `${text.includes('.') ? text : `${text}.0`}Z`;
}

/** An unknown depth is 0 with `depth_unknown`. */
function emscProperties(event: EmscEvent) {
  return {
    source_id: String(event.id),
    source_catalog: 'HIPOSANTR',
    lastupdate: emscTime(event.updatedAt),
    time: emscTime(event.time),
    flynn_region: event.place,
    lat: event.latitude,
    lon: event.longitude,
    depth: event.depthKm ?? 0,
    evtype: typeOf(event.eventType),
    auth: event.agency.toUpperCase(),
    mag: event.magnitude,
    magtype: (event.magnitudeType ?? 'm').toLowerCase(),
    unid: event.eventId,
    ...(event.depthKm === null ? { depth_unknown: true } : {}),
  };
}

/** Coordinates are longitude, latitude and minus the depth, as EMSC has them. */
export function emscFeature(event: EmscEvent) {
  const { longitude, latitude, depthKm, eventId: id } = event;
  const geometry = { type: 'Point', coordinates: [longitude, latitude, -(depthKm ?? 0)] };
  return { type: 'Feature', geometry, id, properties: emscProperties(event) };
}

/** EMSC's fields beside those of GeoJSON; EMSC's meaning where both have one: `time`, and the third coordinate. */
export function emscGeoJson(event: FdsnEvent, options: FeatureOptions): string {
  const { magnitude, origin } = event;
  const shared = featureOf(event, options);
  const { geometry, properties } = emscFeature({
    ...event,
    magnitude: magnitude?.value ?? null,
    magnitudeType: magnitude?.type ?? null,
    agency: origin.name,
  });
  return JSON.stringify({ ...shared, geometry, properties: { ...shared.properties, ...properties } });
}

/** EMSC's codes: known earthquake, known explosion in a mine, another known explosion, unknown. */
function typeOf(eventType: string): string {
  if (eventType === 'earthquake') return 'ke';
  if (/blast|mining/.test(eventType)) return 'km';
  return eventType.includes('explosion') ? 'kx' : 'uk';
}
