/** `/apiv2/event/…`: AFAD's own solutions in the shape of its event service. Times are UTC, as there. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { readBox } from '#core/filters/area.ts';
import { type ReadParameter, upperEnd } from '#core/filters/filter.ts';
import { JSON_TYPE } from '#core/headers.ts';
import type { Parameter } from '#core/parameter.ts';
import type { ListFilter } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { invalid } from '../../http/errors.ts';
import type { RawParameters } from '../../http/query-string.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { present, reading } from '../../query/parameters.ts';
import { streamedEvents } from '../fdsn/event.ts';
import type { EndpointRow } from '../request.ts';
import { AFAD_FORMATS } from './afad-formats.ts';
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
import { AFAD_EVENTS } from './schemas.ts';
import { ANY_MAGNITUDE } from './kandilli-answer.ts';

/** Rows of `latest`, or of a filter without a start, where no limit is given. Public applications expect so many. */
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
  queryOf: (value) => ({ ...EVERY_EVENT, order: 'time', limit: value(LIMIT) ?? LATEST_ROWS }),
};

/** Equal events give equal bytes as long as this is the same. */
const WRITTEN_BY = sourceHash('gateway/endpoints/compat/afad-formats.ts');

/** @param infix of the operation's name, where two paths have one service */
const row = (path: string, { id, description, parameters, queryOf }: Service, infix = ''): EndpointRow => ({
  path,
  description,
  answer(request) {
    const [format, query] = reading(inSmallLetters(request.parameters), (value) => [
      value(FORMAT) ?? 'json',
      queryOf(value),
    ]);
    const { type, extension, writer } = AFAD_FORMATS[format];
    return streamedEvents(request, query, {
      ...{ name: `afad-api ${WRITTEN_BY} ${format}`, type, writer },
      ...(extension === undefined ? {} : { fileName: `afad-events.${extension}` }),
    });
  },
  operation: {
    ...{ id: `${id}${infix}`, parameters, errors: [400, 413] },
    content: Object.fromEntries(
      Object.values(AFAD_FORMATS).map(({ type }) => [type.split(';', 1)[0]!, type === JSON_TYPE ? AFAD_EVENTS : null]),
    ),
  },
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

/** An identifier makes the filters of no account, as AFAD's description says. Without a start, the newest are meant. */
function filterQuery(value: ReadParameter): EventQuery {
  const [order = 'time', limit, offset = 0, eventId] = [value(ORDER), value(LIMIT), value(OFFSET), value(EVENT_ID)];
  const magnitudeType = eventId === undefined ? value(MAGNITUDE_TYPE)?.toLowerCase() : undefined;
  const filter = eventId === undefined ? filterOf(value) : {};
  const isNewest = eventId === undefined && filter.from === undefined;
  return {
    ...EVERY_EVENT,
    view: { agency: 'afad', ...present({ magnitudeType }) },
    filter,
    order: ORDERS[order],
    limit: limit ?? (isNewest ? LATEST_ROWS : undefined),
    offset: offset + 1,
    isNewest,
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
