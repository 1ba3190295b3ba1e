/** The parameters of the list as one complete query, or one error that names the parameter and the rule. */
import type { Box } from '#core/geo.ts';
import type { ChangesQuery, ListFilter, ListQuery } from '#core/query.ts';
import { invalid } from '../http/errors.ts';
import type { Parameter } from './parameter.ts';
import { valueOf } from './parameter.ts';
import * as P from './parameters.ts';
import type { RawParameters } from '../http/query-string.ts';
import { told } from '../http/redaction.ts';

export type Listing = { kind: 'list'; query: ListQuery } | { kind: 'changes'; query: ChangesQuery };

/** @throws GatewayError */
export function readListing(parameters: RawParameters): Listing {
  const filter = readFilter(parameters);
  const limit = valueOf(parameters, P.LIMIT) ?? P.DEFAULT_LIMIT;
  const updatedAfter = valueOf(parameters, P.UPDATED_AFTER);
  const cursor = valueOf(parameters, P.CURSOR);
  if (updatedAfter === undefined) {
    if (cursor?.by === 'sequence')
      throw invalid(
        P.CURSOR.name,
        'This cursor belongs to a query with updated_after; ask with that, or without cursor.',
      );
    return { kind: 'list', query: { ...filter, limit, ...present({ after: cursor?.position }) } };
  }
  if (cursor?.by === 'time')
    throw invalid(P.CURSOR.name, 'This cursor belongs to a query without updated_after; leave one of the two out.');
  return {
    kind: 'changes',
    query: { ...filter, limit, updatedAfter, ...present({ afterSequence: cursor?.sequence }) },
  };
}

/** Names among `sources` that are left out, to be told to the client. */
export const ignoredSources = (parameters: RawParameters): string[] =>
  P.unknownSources(parameters.get(P.SOURCES.name) ?? '').map(told);

/** The filters that list, changes and exports share. */
export function readFilter(parameters: RawParameters): ListFilter {
  const [from, to] = range(parameters, P.DATE_FROM, P.DATE_TO);
  const [minMagnitude, maxMagnitude] = range(parameters, P.MIN_MAGNITUDE, P.MAX_MAGNITUDE);
  const [minDepthKm, maxDepthKm] = range(parameters, P.MIN_DEPTH, P.MAX_DEPTH);
  return present({
    from,
    to,
    minMagnitude,
    maxMagnitude,
    minDepthKm,
    maxDepthKm,
    agencies: valueOf(parameters, P.SOURCES),
    box: readBox(parameters),
    circle: readCircle(parameters),
    place: valueOf(parameters, P.PLACE) || undefined,
    eventType: valueOf(parameters, P.EVENT_TYPE),
  });
}

function readBox(parameters: RawParameters): Box | undefined {
  const [south, north] = range(parameters, P.MIN_LATITUDE, P.MAX_LATITUDE);
  const [west, east] = range(parameters, P.MIN_LONGITUDE, P.MAX_LONGITUDE);
  if ([south, north, west, east].every((edge) => edge === undefined)) return undefined;
  return { south: south ?? -90, north: north ?? 90, west: west ?? -180, east: east ?? 180 };
}

function readCircle(parameters: RawParameters): ListFilter['circle'] {
  const parts = [P.LATITUDE, P.LONGITUDE, P.MAX_RADIUS_KM];
  const [latitude, longitude, radiusKm] = parts.map((part) => valueOf(parameters, part));
  if (latitude !== undefined && longitude !== undefined && radiusKm !== undefined)
    return { centre: { latitude, longitude }, radiusKm };
  const missing = parts.filter(({ name }) => !parameters.has(name));
  if (missing.length === parts.length) return undefined;
  throw invalid(
    missing[0]!.name,
    `A circle needs latitude, longitude and max_radius_km together; ${missing.map(({ name }) => name).join(' and ')} is missing.`,
  );
}

/** Both ends of a range, in order. */
function range(
  parameters: RawParameters,
  low: Parameter<number>,
  high: Parameter<number>,
): [number | undefined, number | undefined] {
  const from = valueOf(parameters, low);
  const to = valueOf(parameters, high);
  if (from !== undefined && to !== undefined && from > to)
    throw invalid(low.name, `${low.name} must not be greater than ${high.name}.`);
  return [from, to];
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the keys whose value is undefined. */
export const present = <T extends object>(value: T): Present<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Present<T>;
