/** A list query as a value: what is asked, its canonical text, and the row filter. */
import type { Agency } from './earthquake.ts';
import { AGENCIES } from './earthquake.ts';
import type { Box, Point } from './geo.ts';
import { distanceKm } from './geo.ts';
import type { ShardColumns } from './shard.ts';
import { agencyBits } from './shard.ts';
import type { EpochMs } from './time.ts';
import { formatInstant } from './time.ts';

/** A position in the order of the list (newest first, ties by id descending); the page begins after it. */
export interface ListPosition {
  /** Whole second. */
  time: EpochMs;
  id: number;
}

/** All bounds inclusive. Absent means unbounded. */
export interface ListFilter {
  from?: EpochMs;
  to?: EpochMs;
  minMagnitude?: number;
  maxMagnitude?: number;
  agencies?: Agency[];
  box?: Box;
  circle?: { centre: Point; radiusKm: number };
  minDepthKm?: number;
  maxDepthKm?: number;
  /** Folded text (see `fold`) that the folded location, or the agency's words beside a made one, must contain. */
  place?: string;
  eventType?: string;
  /** Exclusive: published after this instant. */
  updatedAfter?: EpochMs;
  /** Also earthquakes without a magnitude, which pass no bound on it. */
  includeUnrated?: true;
}

export interface ListQuery extends ListFilter {
  limit: number;
  after?: ListPosition;
}

/** What was published after an instant, in the order of publication. */
export interface ChangesQuery extends ListFilter {
  limit: number;
  updatedAfter: EpochMs;
  /** The page begins after this change number. */
  afterSequence?: number;
}

/** Equal queries give equal texts, whatever the order and spelling of the request's parameters. */
export function canonicalQuery(query: ListQuery | ChangesQuery): string {
  const { box, circle } = query;
  const parts: Record<string, string | number | undefined> = {
    limit: query.limit,
    from: query.from,
    to: query.to,
    minMagnitude: query.minMagnitude,
    maxMagnitude: query.maxMagnitude,
    agencies: query.agencies && AGENCIES.filter((agency) => query.agencies!.includes(agency)).join(','),
    box: box && [box.south, box.north, box.west, box.east].join(','),
    circle: circle && [circle.centre.latitude, circle.centre.longitude, circle.radiusKm].join(','),
    minDepth: query.minDepthKm,
    maxDepth: query.maxDepthKm,
    place: query.place,
    eventType: query.eventType,
    bare: query.includeUnrated && 1,
    updatedAfter: query.updatedAfter === undefined ? undefined : formatInstant(query.updatedAfter),
    afterSequence: 'afterSequence' in query ? query.afterSequence : undefined,
    after: 'after' in query && query.after ? `${query.after.time},${query.after.id}` : undefined,
  };
  return Object.keys(parts)
    .sort()
    .filter((name) => parts[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(parts[name]!)}`)
    .join('&');
}

/** Whether earthquakes without a magnitude may pass. */
export const includesUnrated = ({ includeUnrated: bare, minMagnitude, maxMagnitude }: ListFilter): boolean =>
  bare === true && minMagnitude === undefined && maxMagnitude === undefined;

/** Whether a row passes the filter; the position and the limit are the reader's work. */
export function rowFilter(filter: ListFilter): (columns: ShardColumns, row: number) => boolean {
  const { from = -Infinity, to = Infinity, minMagnitude = -Infinity, maxMagnitude = Infinity } = filter;
  const { minDepthKm = -Infinity, maxDepthKm = Infinity, box, circle, place, eventType, updatedAfter } = filter;
  const bits = filter.agencies ? agencyBits(filter.agencies) : undefined;
  const bare = includesUnrated(filter);
  const byDepth = filter.minDepthKm !== undefined || filter.maxDepthKm !== undefined;
  return (columns, row) => {
    const time = columns.time[row]!;
    if (!(time >= from && time <= to)) return false;
    const magnitude = columns.magnitude[row]!;
    if (!(magnitude >= minMagnitude && magnitude <= maxMagnitude) && !(bare && Number.isNaN(magnitude))) return false;
    if (bits !== undefined && (columns.agencies[row]! & bits) === 0) return false;
    const depth = columns.depthKm[row]!;
    if (byDepth && !(depth >= minDepthKm && depth <= maxDepthKm)) return false;
    const latitude = columns.latitude[row]!;
    const longitude = columns.longitude[row]!;
    if (box && !(latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east))
      return false;
    if (circle && distanceKm(circle.centre, { latitude, longitude }) > circle.radiusKm) return false;
    if (updatedAfter !== undefined && !(columns.updatedAt[row]! > updatedAfter)) return false;
    if (eventType !== undefined && columns.eventType[row] !== eventType) return false;
    return place === undefined || columns.folded(row).includes(place);
  };
}
