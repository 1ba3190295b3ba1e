/** GeoJSON in the shape of the USGS feeds and of its event service. */
import { ENDPOINTS } from '../endpoints.ts';
import { formatDecimal } from '../parameter.ts';
import { feedDetailPath } from '../paths.ts';
import type { EpochMs } from '../time.ts';
import type { SolutionItem } from '../record/items.ts';
import { inBrackets } from '../unsettled.ts';
import { type FdsnEvent, feedStatusOf, statusOf } from './event.ts';

/** `Sig` of the USGS where nobody reports effects: 100 at magnitude 2.5, 600 at 6.2, 1000 at 8.1. */
export const significance = (magnitude: number | null): number =>
  magnitude === null ? 0 : Math.round((Math.max(0, magnitude) ** 2 * 100) / 6.5);

const listed = (values: string[]): string => `,${values.join(',')},`;

/** `M 4.2 - place`, and what speaks against the magnitude; the place alone without one. */
export const titleOf = ({ magnitude, place, doubt }: Pick<FdsnEvent, 'magnitude' | 'place' | 'doubt'>): string =>
  magnitude === null ? place : `M ${magnitude.value.toFixed(1)} - ${place}${inBrackets(doubt)}`;

/** Not as `mmi`, which is the greatest intensity of a ShakeMap. */
function effectsOf(origins: readonly SolutionItem[]) {
  const given = origins.find((one) => one.max_intensity !== undefined || one.deaths !== undefined);
  return given && { max_intensity: given.max_intensity, deaths: given.deaths };
}

export interface FeatureOptions {
  /** Address of the service, without a trailing slash. */
  baseUrl: string;
  /** Whether it is a document of its own. */
  isDetail?: boolean;
  /** Whether it is part of a feed: its detail is one of the feeds, too, and its status is never null. */
  isInFeed?: boolean;
}

/**
 * Coordinates are longitude, latitude and depth in km, positive downwards, as those of the USGS. Clients of that format
 * read three numbers: an unknown depth is 0 with `depth_unknown`.
 */
export const feature = (event: FdsnEvent, options: FeatureOptions): string => JSON.stringify(featureOf(event, options));

export function featureOf(event: FdsnEvent, { baseUrl, isDetail, isInFeed }: FeatureOptions) {
  const { eventId, magnitude, origin, origins, mechanism } = event;
  const properties = {
    mag: magnitude?.value ?? null,
    place: event.place,
    time: event.time,
    updated: event.updatedAt,
    tz: null,
    url: `${baseUrl}${event.page}`,
    detail: isInFeed
      ? `${baseUrl}/${feedDetailPath(eventId)}`
      : `${baseUrl}${ENDPOINTS.events}?eventid=${eventId}&format=geojson`,
    felt: null,
    cdi: null,
    mmi: null,
    alert: null,
    status: isInFeed ? feedStatusOf(origin) : statusOf(origin),
    tsunami: 0,
    sig: significance(magnitude?.value ?? null),
    net: origin.name,
    code: origin.event_id,
    ids: listed([eventId, ...origins.map(({ name, event_id: own }) => `${name}:${own}`)]),
    sources: listed(origins.map(({ name }) => name)),
    types: listed(['origin', ...(mechanism ? ['focal-mechanism'] : [])]),
    nst: origin.stations ?? null,
    dmin: origin.nearest_station ?? null,
    rms: origin.rms ?? null,
    gap: origin.azimuthal_gap ?? null,
    magType: magnitude?.type ?? null,
    type: event.eventType,
    title: titleOf(event),
    ...event.fields,
    ...effectsOf(origins),
    ...(event.depthKm === null ? { depth_unknown: true } : {}),
    ...(isDetail ? { products: {} } : {}),
  };
  const coordinates = [event.longitude, event.latitude, event.depthKm ?? 0];
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates }, id: eventId };
}

interface Metadata {
  generated: EpochMs;
  url: string;
  title: string;
  count: number;
  limit?: number | undefined;
  offset?: number | undefined;
}

export function collectionHead({ generated, url, title, count, limit, offset }: Metadata): string {
  const metadata = { generated, url, title, status: 200, api: '1.2.0', limit, offset, count };
  return `{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[\n`;
}

/** The end of a collection, with its `bbox`: least coordinates, then the greatest; absent for fewer than two events. */
export class CollectionFoot {
  #count = 0;
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #high = [-Infinity, -Infinity, -Infinity];

  /** @param height whether the third coordinate is the height, not the depth */
  add({ longitude, latitude, depthKm }: Pick<FdsnEvent, 'longitude' | 'latitude' | 'depthKm'>, height = false): void {
    const depth = depthKm ?? 0;
    this.#count += 1;
    for (const [axis, value] of [longitude, latitude, height ? 0 - depth : depth].entries()) {
      this.#low[axis] = Math.min(this.#low[axis]!, value);
      this.#high[axis] = Math.max(this.#high[axis]!, value);
    }
  }

  /** Of the events so far. */
  get text(): string {
    if (this.#count < 2) return '\n]}\n';
    return `\n],"bbox":[${[...this.#low, ...this.#high].map(formatDecimal).join(',')}]}\n`;
  }
}

export function collectionFoot(events: readonly Pick<FdsnEvent, 'longitude' | 'latitude' | 'depthKm'>[]): string {
  const foot = new CollectionFoot();
  for (const event of events) foot.add(event);
  return foot.text;
}
