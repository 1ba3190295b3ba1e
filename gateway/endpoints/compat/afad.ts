/** `/apiv2/event/filter`: AFAD's own solutions in the shape of its event service. Times are UTC, as there. */
import { ENDPOINTS } from '#core/endpoints.ts';
import type { Order } from '#core/fdsn/event-parameters.ts';
import type { FdsnEvent } from '#core/fdsn/event.ts';
import { readBox } from '#core/filters/area.ts';
import { type ReadParameter, upperEnd } from '#core/filters/filter.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { decimalParameter, type Parameter, Refused, wordParameter } from '#core/parameter.ts';
import { provinceOf } from '#core/provinces.ts';
import type { ListFilter } from '#core/query.ts';
import { type EpochMs, formatSecond, parseGregorian } from '#core/time.ts';
import { invalid } from '../../http/errors.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { present, reading } from '../../query/parameters.ts';
import { streamedEvents } from '../fdsn/event.ts';
import type { EndpointRow } from '../request.ts';
import { ANY_MAGNITUDE } from './kandilli.ts';

const time = (name: string): Parameter<EpochMs> => ({
  name,
  description: 'UTC, inclusive.',
  schema: { type: 'string' },
  parse: (text) =>
    parseGregorian(text.trim().replace(' ', 'T')) ?? new Refused('a UTC time such as 2023-02-06 01:00:00'),
});

const count = (name: string, description: string): Parameter<number> => ({
  name,
  description,
  schema: { type: 'integer', minimum: 0 },
  parse: (text) => (/^\d{1,6}$/.test(text) ? Number(text) : new Refused('a whole number')),
});

const decimal = (name: string, description: string, bound?: number): Parameter<number> =>
  decimalParameter(name, { description, ...(bound === undefined ? {} : { minimum: -bound, maximum: bound }) });
const radius = (name: string, description: string): Parameter<number> =>
  decimalParameter(name, { description, minimum: 0 });

const [START, END] = [time('start'), time('end')];
const SOUTH = decimal('minlat', 'Southern edge of an area, inclusive, in degrees north.', 90);
const NORTH = decimal('maxlat', 'Northern edge of an area, inclusive, in degrees north.', 90);
const WEST = decimal('minlon', 'Western edge of an area, inclusive, in degrees east.', 180);
const EAST = decimal('maxlon', 'Eastern edge of an area, inclusive, in degrees east.', 180);
const LATITUDE = decimal('lat', 'Centre of a circle, in degrees north.', 90);
const LONGITUDE = decimal('lon', 'Centre of a circle, in degrees east.', 180);
// In metres, as AFAD's description says.
const INNER = radius('minrad', 'Least distance from the centre in metres, inclusive.');
const OUTER = radius('maxrad', 'Greatest distance from the centre in metres, inclusive.');
const MIN_DEPTH = decimal('mindepth', 'Least depth in km, inclusive; events without a depth never match.');
const MAX_DEPTH = decimal('maxdepth', 'Greatest depth in km, inclusive; events without a depth never match.');
const MIN_MAGNITUDE = decimal('minmag', 'Least magnitude, inclusive.');
const MAX_MAGNITUDE = decimal('maxmag', 'Greatest magnitude, inclusive.');
const LIMIT = count('limit', 'How many rows at most.');
const OFFSET = count('offset', 'Rows to leave out.');
const FORMAT = wordParameter('format', ['json'], { description: 'Only JSON; the FDSN service has the other formats.' });
const word = (name: string, description: string, pattern: RegExp): Parameter<string> => ({
  name,
  description,
  schema: { type: 'string' },
  parse: (text) => (pattern.test(text.trim()) ? text.trim() : new Refused('letters and digits')),
});
const EVENT_ID = word('eventid', "AFAD's identifier of an event.", /^[\w-]{1,40}$/);
const MAGNITUDE_TYPE = word('magtype', 'Events with a magnitude of this type.', /^[A-Za-z*]{1,10}$/);

const ORDERS = { time: 'time-asc', timedesc: 'time', magnitude: 'magnitude-asc', magnitudedesc: 'magnitude' } as const;
const ORDER = wordParameter('orderby', Object.keys(ORDERS) as (keyof typeof ORDERS)[], {
  description: 'Order: oldest first, newest first, smallest first, largest first.',
});

export const afadRow: EndpointRow = {
  path: ENDPOINTS.afadFilter,
  description: "AFAD's earthquakes in the shape of AFAD's event service; UTC",
  answer: (request) =>
    streamedEvents(request, reading(request.parameters, queryOf), {
      name: 'afad-api',
      type: JSON_TYPE,
      writer: () => ({ head: '[', between: ',\n', row: (event) => JSON.stringify(itemOf(event)), foot: ']\n' }),
    }),
  operation: {
    id: 'filterAfadEvents',
    parameters: [
      ...[START, END, SOUTH, NORTH, WEST, EAST, LATITUDE, LONGITUDE, INNER, OUTER, MIN_DEPTH, MAX_DEPTH],
      ...[MIN_MAGNITUDE, MAX_MAGNITUDE, MAGNITUDE_TYPE, LIMIT, OFFSET, ORDER, EVENT_ID, FORMAT],
    ],
    content: { 'application/json': null },
    errors: [400, 413],
  },
};

function queryOf(value: ReadParameter): EventQuery {
  value(FORMAT);
  const eventId = value(EVENT_ID);
  const magnitudeType = value(MAGNITUDE_TYPE)?.toLowerCase();
  const [order = 'time', limit, offset = 0] = [value(ORDER), value(LIMIT), value(OFFSET)];
  const filter = filterOf(value);
  if (eventId === undefined && (filter.from === undefined || filter.to === undefined))
    throw invalid(filter.from === undefined ? START.name : END.name, 'start and end are required, or eventid.');
  return {
    format: 'geojson',
    nodata: '404',
    view: { agency: 'afad', ...present({ magnitudeType }) },
    filter: eventId === undefined ? filter : {},
    order: ORDERS[order] satisfies Order,
    limit,
    offset: offset + 1,
    eventId: eventId === undefined ? undefined : `afad:${eventId}`,
    allOrigins: false,
    allMagnitudes: false,
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
