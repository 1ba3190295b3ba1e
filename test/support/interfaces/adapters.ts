/** Rows of the adapters: one agency's own solutions, in the shapes of two other services. */
import { parseGregorian } from '#core/time.ts';
import type { Reader } from './readers.ts';

interface KandilliItem {
  earthquake_id: string;
  provider: string;
  title: string;
  date_time: string;
  mag: number | null;
  depth: number;
  depth_unknown?: true;
  geojson: { coordinates: [longitude: number, latitude: number] };
}

/** Its times are local. */
const localInstant = (text: string): number =>
  Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime('Europe/Istanbul').epochMilliseconds;

export const readKandilli: Reader = (text) =>
  (JSON.parse(text) as { result: KandilliItem[] }).result.map((item) => ({
    key: `${item.earthquake_id} ${item.provider}`,
    time: localInstant(item.date_time),
    latitude: item.geojson.coordinates[1],
    longitude: item.geojson.coordinates[0],
    depth_km: item.depth_unknown ? null : item.depth,
    magnitude: item.mag,
    location: item.title,
  }));

type AfadItem = Record<'eventID' | 'date' | 'latitude' | 'longitude' | 'location' | 'depth', string> &
  Record<'magnitude' | 'type', string | null> & { depth_unknown?: true };

export const readAfad: Reader = (text) =>
  (JSON.parse(text) as AfadItem[]).map((item) => ({
    key: `afad:${item.eventID}`,
    time: parseGregorian(item.date)!,
    latitude: Number(item.latitude),
    longitude: Number(item.longitude),
    depth_km: item.depth_unknown ? null : Number(item.depth),
    magnitude: item.magnitude === null ? null : Number(item.magnitude),
    magnitude_type: item.type,
    location: item.location,
  }));
