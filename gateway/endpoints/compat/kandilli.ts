/**
 * `/deprem/kandilli/…` and `/deprem/afad/…`: the shape of the API for Kandilli's list that most applications in Türkiye
 * read. Times are local (Europe/Istanbul), as there. Solutions are the agency's own.
 */
import { type Agency, AGENCY_NAMES } from '#core/agencies.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import type { FdsnEvent } from '#core/fdsn/event.ts';
import { BASE_HEADERS, errorCacheControl, JSON_TYPE } from '#core/headers.ts';
import { type Parameter, Refused } from '#core/parameter.ts';
import { nearestProvinces } from '#core/provinces.ts';
import { DAY, type EpochMs, MINUTE, SECOND } from '#core/time.ts';
import { type GatewayError, invalid } from '../../http/errors.ts';
import { withoutKeyForms } from '../../http/redaction.ts';
import type { WholeResponse } from '../../http/response.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { valueOf } from '../../query/parameters.ts';
import { streamedEvents } from '../fdsn/event.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';

/** Applications read a number, so an event without a magnitude has no row. */
export const ANY_MAGNITUDE = -9;

const ZONE = 'Europe/Istanbul';
const DEFAULT_ROWS = 100;

const rows = (name: string, description: string, least: number): Parameter<number> => ({
  name,
  description,
  schema: { type: 'integer', minimum: least },
  parse: (text) =>
    /^\d{1,6}$/.test(text) && Number(text) >= least ? Number(text) : new Refused(`a whole number of at least ${least}`),
});

const SKIP = rows('skip', 'Rows to leave out.', 0);
const LIMIT = rows('limit', `Rows at most; ${DEFAULT_ROWS} by default, never more than ${MAX_EVENTS}.`, 1);

const localDay = (name: string, description: string): Parameter<Temporal.PlainDate> => ({
  name,
  description,
  schema: { type: 'string', format: 'date' },
  parse(text) {
    try {
      if (/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text);
    } catch {
      // No day of the calendar.
    }
    return new Refused('an existing day written YYYY-MM-DD');
  },
});

const DATE = localDay('date', 'First day, in local time; by default `date_end`, or else today.');
const DATE_END = localDay('date_end', 'Last day, inclusive, in local time; `date` by default.');

interface Window {
  from: EpochMs;
  to: EpochMs;
}

const lastDay = ({ clock }: EndpointRequest): Window => {
  const now = clock.floor(MINUTE);
  return { from: now - DAY, to: now + MINUTE - 1 };
};

function askedDays({ parameters, clock }: EndpointRequest): Window {
  const today = (): Temporal.PlainDate => zoned(clock.floor(MINUTE)).toPlainDate();
  const end = valueOf(parameters, DATE_END);
  const first = valueOf(parameters, DATE) ?? end ?? today();
  const last = end ?? first;
  if (Temporal.PlainDate.compare(first, last) > 0) throw invalid(DATE.name, 'date must not be after date_end.');
  const start = (day: Temporal.PlainDate): EpochMs => day.toZonedDateTime(ZONE).epochMilliseconds;
  return { from: start(first), to: start(last.add({ days: 1 })) - 1 };
}

const zoned = (time: EpochMs): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(time / SECOND) * SECOND).toZonedDateTimeISO(ZONE);

/** `YYYY-MM-DD HH:MM:SS`. */
const localTime = (time: EpochMs): string =>
  zoned(time).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');

type Route = [
  path: string,
  agency: Agency,
  windowOf: (request: EndpointRequest) => Window,
  parameters: Parameter<unknown>[],
];

const row = ([path, agency, windowOf, own]: Route): EndpointRow => ({
  path,
  description: `Earthquakes of ${AGENCY_NAMES[agency].en} in the shape of the Kandilli API for applications; local time`,
  answer(request) {
    const { parameters } = request;
    const window = windowOf(request);
    const query: EventQuery = {
      format: 'geojson',
      nodata: '404',
      view: { agency },
      filter: { ...window, minMagnitude: ANY_MAGNITUDE },
      order: 'time',
      limit: Math.min(valueOf(parameters, LIMIT) ?? DEFAULT_ROWS, MAX_EVENTS),
      offset: (valueOf(parameters, SKIP) ?? 0) + 1,
      eventId: undefined,
      allOrigins: false,
      allMagnitudes: false,
    };
    return streamedEvents(request, query, {
      name: `kandilli-api ${window.from}`,
      type: JSON_TYPE,
      writer: ({ count }) => ({
        head: `${headOf(window, count)}"result":[\n`,
        between: ',\n',
        row: (event) => JSON.stringify(itemOf(event, agency)),
        foot: '\n]}\n',
      }),
    });
  },
  operation: {
    id: path.slice(1).replaceAll('/', '_'),
    parameters: [...own, SKIP, LIMIT],
    content: { 'application/json': null },
    errors: [400],
  },
});

const headOf = ({ from, to }: Window, count: number): string => {
  const metadata = { date_starts: localTime(from), date_ends: localTime(to), count };
  return `${JSON.stringify({ status: true, httpStatus: 200, desc: '', serverloadms: 0, metadata }).slice(0, -1)},`;
};

function itemOf(event: FdsnEvent, agency: Agency) {
  const { time, latitude, longitude, origin } = event;
  const local = localTime(time);
  const title = origin.location ?? event.location;
  const near = nearestProvinces(event, 5).map(({ province, km }) => ({
    name: province.name,
    cityCode: Number(province.code),
    distance: Math.round(km * 1000),
    population: null,
  }));
  const { province, province_code: code = null } = event.fields;
  return {
    earthquake_id: event.eventId,
    provider: agency,
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
      airports: [],
    },
    created_at: Math.floor(event.updatedAt / SECOND),
    // What older applications read.
    ...{ lat: latitude, lng: longitude, lokasyon: title },
    ...{ date_stamp: local.slice(0, 10), date_day: local.slice(0, 10), date_hour: local.slice(11) },
    timestamp: String(Math.floor(time / SECOND)),
  };
}

const ROUTES: Route[] = [
  [ENDPOINTS.kandilliLive, 'kandilli', lastDay, []],
  [ENDPOINTS.kandilliFormerLive, 'kandilli', lastDay, []],
  [ENDPOINTS.kandilliArchive, 'kandilli', askedDays, [DATE, DATE_END]],
  [ENDPOINTS.afadLive, 'afad', lastDay, []],
  [ENDPOINTS.afadArchive, 'afad', askedDays, [DATE, DATE_END]],
];

/** Rows of the table. */
export const kandilliRows: readonly EndpointRow[] = ROUTES.map(row);

/** Whether errors of a path have the shape of this API. */
export const hasKandilliShape = (target: string): boolean =>
  kandilliRows.some(({ path }) => target === path || target.startsWith(`${path}?`));

export function renderKandilliError({ status, message, parameter, headers }: GatewayError): WholeResponse {
  const text = JSON.stringify({ status: false, httpStatus: status, desc: message, parameter, result: [] });
  const body = Buffer.from(`${withoutKeyForms(text)}\n`);
  const own = { 'Content-Type': JSON_TYPE, 'Content-Length': String(body.byteLength) };
  return { status, headers: { ...BASE_HEADERS, ...own, 'Cache-Control': errorCacheControl(status), ...headers }, body };
}
