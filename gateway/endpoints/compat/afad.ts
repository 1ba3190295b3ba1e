/** `/apiv2/event/…`: AFAD's own solutions in the shape of its event service. Times are UTC, as there. */
import { ENDPOINTS } from '#core/endpoints.ts';
import type { FdsnEvent } from '#core/fdsn/event.ts';
import { readBox } from '#core/filters/area.ts';
import { type ReadParameter, upperEnd } from '#core/filters/filter.ts';
import { JSON_TYPE } from '#core/headers.ts';
import type { Parameter } from '#core/parameter.ts';
import { provinceOf } from '#core/provinces.ts';
import type { ListFilter } from '#core/query.ts';
import { type EpochMs, formatSecond } from '#core/time.ts';
import { invalid } from '../../http/errors.ts';
import type { RawParameters } from '../../http/query-string.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { present, reading } from '../../query/parameters.ts';
import { streamedEvents } from '../fdsn/event.ts';
import type { EndpointRow } from '../request.ts';
import {
  START,
  END,
  SOUTH,
  NORTH,
  WEST,
  EAST,
  LATITUDE,
  LONGITUDE,
  INNER,
  OUTER,
  MIN_DEPTH,
  MAX_DEPTH,
  MIN_MAGNITUDE,
  MAX_MAGNITUDE,
  LIMIT,
  OFFSET,
  FORMAT,
  EVENT_ID,
  MAGNITUDE_TYPE,
  ORDERS,
  ORDER,
} from './afad-parameters.ts';
import { ANY_MAGNITUDE } from './kandilli.ts';

/** Rows of `latest` without a limit, as public applications expect them. */
const LATEST_ROWS = 500;

interface Service {
  id: string;
  description: string;
  parameters: readonly Parameter<unknown>[];
  queryOf(value: ReadParameter): EventQuery;
}

const FILTER: Service = {
  id: 'filterAfadEvents',
  description: "AFAD's earthquakes in the shape of AFAD's event service; UTC",
  parameters: [
    ...[START, END, SOUTH, NORTH, WEST, EAST, LATITUDE, LONGITUDE, INNER, OUTER, MIN_DEPTH, MAX_DEPTH],
    ...[MIN_MAGNITUDE, MAX_MAGNITUDE, MAGNITUDE_TYPE, LIMIT, OFFSET, ORDER, EVENT_ID, FORMAT],
  ],
  queryOf: filterQuery,
};

const LATEST: Service = {
  id: 'latestAfadEvents',
  description: "AFAD's newest earthquakes in the shape of AFAD's event service, newest first; UTC",
  parameters: [LIMIT, FORMAT],
  queryOf(value) {
    value(FORMAT);
    return { ...EVERY_EVENT, order: 'time', limit: value(LIMIT) ?? LATEST_ROWS };
  },
};

/** @param infix of the operation's name, where two paths have one service */
const row = (path: string, { id, description, parameters, queryOf }: Service, infix = ''): EndpointRow => ({
  path,
  description,
  answer: (request) =>
    streamedEvents(request, reading(inSmallLetters(request.parameters), queryOf), {
      name: 'afad-api',
      type: JSON_TYPE,
      writer: () => ({ head: '[', between: ',\n', row: (event) => JSON.stringify(itemOf(event)), foot: ']\n' }),
    }),
  operation: { id: `${id}${infix}`, parameters, content: { 'application/json': null }, errors: [400, 413] },
});

/** Rows of the table. */
export const afadRows: readonly EndpointRow[] = [
  row(ENDPOINTS.afadFilter, FILTER),
  row(ENDPOINTS.afadLatest, LATEST),
  row(ENDPOINTS.afadGatewayFilter, FILTER, 'AtGateway'),
  row(ENDPOINTS.afadGatewayLatest, LATEST, 'AtGateway'),
];

/** Of names that differ in capitals alone the first one counts. */
function inSmallLetters(parameters: RawParameters): RawParameters {
  const small = new Map<string, string>();
  for (const [name, value] of parameters) small.getOrInsert(name.toLowerCase(), value);
  return small;
}

const EVERY_EVENT: EventQuery = {
  format: 'geojson',
  nodata: '404',
  view: { agency: 'afad' },
  filter: { minMagnitude: ANY_MAGNITUDE },
  order: 'time-asc',
  limit: undefined,
  offset: 1,
  eventId: undefined,
  allOrigins: false,
  allMagnitudes: false,
};

/** An identifier makes the filters of no account, as AFAD's description says. */
function filterQuery(value: ReadParameter): EventQuery {
  value(FORMAT);
  const [order = 'time', limit, offset = 0, eventId] = [value(ORDER), value(LIMIT), value(OFFSET), value(EVENT_ID)];
  const magnitudeType = eventId === undefined ? value(MAGNITUDE_TYPE)?.toLowerCase() : undefined;
  const filter = eventId === undefined ? filterOf(value) : {};
  if (eventId === undefined && (filter.from === undefined || filter.to === undefined))
    throw invalid(filter.from === undefined ? START.name : END.name, 'start and end are required, or eventid.');
  return {
    ...EVERY_EVENT,
    view: { agency: 'afad', ...present({ magnitudeType }) },
    filter,
    order: ORDERS[order],
    limit,
    offset: offset + 1,
    eventId: eventId === undefined ? undefined : `afad:${eventId}`,
  };
}

function filterOf(value: ReadParameter): ListFilter {
  const [latitude, longitude, outer, inner] = [
    ...[value(LATITUDE), value(LONGITUDE), upperEnd(value, INNER, OUTER), value(INNER)],
  ];
  if (
    (latitude === undefined) !== (longitude === undefined) ||
    ((outer ?? inner) !== undefined && latitude === undefined)
  )
    throw invalid(LATITUDE.name, 'A circle needs lat and lon together.');
  const isCircle = latitude !== undefined && longitude !== undefined && (outer ?? inner) !== undefined;
  const circle = isCircle
    ? {
        centre: { latitude, longitude },
        radiusKm: outer === undefined ? 20_100 : outer / 1000,
        ...(inner === undefined ? {} : { minRadiusKm: inner / 1000 }),
      }
    : undefined;
  const whole = (instant: EpochMs | undefined, round: (time: number) => number) => instant && round(instant);
  return present({
    from: whole(value(START), Math.ceil),
    to: whole(upperEnd(value, START, END), Math.floor),
    box: readBox(value, [SOUTH, NORTH, WEST, EAST]),
    circle,
    minDepthKm: value(MIN_DEPTH),
    maxDepthKm: upperEnd(value, MIN_DEPTH, MAX_DEPTH),
    minMagnitude: value(MIN_MAGNITUDE) ?? ANY_MAGNITUDE,
    maxMagnitude: upperEnd(value, MIN_MAGNITUDE, MAX_MAGNITUDE),
  });
}

/** Every value is a text, as AFAD sends it; null where it is not known. */
function itemOf({ origin: own, magnitude, latitude, longitude, depthKm, time: origin, location }: FdsnEvent) {
  const { district, province, country } = placeIn(own.location ?? location);
  const text = (number: number | null | undefined): string | null =>
    number === undefined || number === null ? null : String(number);
  return {
    rms: null,
    eventID: own.event_id,
    location: own.location ?? location,
    latitude: String(latitude),
    longitude: String(longitude),
    depth: String(depthKm ?? 0),
    ...(depthKm === null ? { depth_unknown: true } : {}),
    type: magnitude?.type ?? null,
    magnitude: text(magnitude?.value),
    ...{ country, province, district, neighborhood: null },
    date: formatSecond(origin).replace(' ', 'T'),
    isEventUpdate: own.updated_at !== null,
    lastUpdateDate: own.updated_at?.replace(/Z$/, '') ?? null,
  };
}

interface NamedPlace {
  district: string | null;
  province: string | null;
  country: string | null;
}

const NOWHERE: NamedPlace = { district: null, province: null, country: null };

/** @param location `Pazarcık (Kahramanmaraş)`; at sea, and in other words, nothing is known */
function placeIn(location: string): NamedPlace {
  const [, district, unit] = /^([^()[\],]+) \(([^()]+)\)$/.exec(location.trim()) ?? [];
  if (district === undefined || unit === undefined) return NOWHERE;
  const province = provinceOf(unit);
  return province ? { district, province: province.name, country: 'Türkiye' } : { ...NOWHERE, country: unit };
}
