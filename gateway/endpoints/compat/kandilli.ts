/**
 * `/deprem/kandilli/…` and `/deprem/afad/…`: the shape of the API for Kandilli's list that most applications in Türkiye
 * read. Times are local (Europe/Istanbul), as there. Solutions are the agency's own.
 */
import { AGENCY_NAMES } from '#core/agencies.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { BASE_HEADERS, errorCacheControl, JSON_TYPE } from '#core/headers.ts';
import { type Parameter, Refused } from '#core/parameter.ts';
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import { type GatewayError, invalid } from '../../http/errors.ts';
import { withoutKeyForms } from '../../http/redaction.ts';
import type { WholeResponse } from '../../http/response.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { valueOf } from '../../query/parameters.ts';
import { streamedEvents } from '../fdsn/event.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';
import { integer, list, object, type Schema, text } from '../schemas.ts';
import { headOf, itemOf, type Provider, type Window, WRITTEN_BY, ZONE } from './kandilli-item.ts';

/** Applications read a number, so an event without a magnitude has no row. */
export const ANY_MAGNITUDE = -9;

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

const DATE = localDay('date', 'First day, in local time; without one the last 24 hours.');
const DATE_END = localDay('date_end', 'Last day, inclusive, in local time; until now by default.');

const lastDay = ({ clock }: EndpointRequest): Window => {
  const now = clock.floor(MINUTE);
  return { from: now - DAY, to: now + MINUTE - 1 };
};

/** Without `date_end` until now, without either the last 24 hours, as there. */
function askedDays(request: EndpointRequest): Window {
  const { parameters } = request;
  const [first, last] = [valueOf(parameters, DATE), valueOf(parameters, DATE_END)];
  if (first && last && Temporal.PlainDate.compare(first, last) > 0)
    throw invalid(DATE.name, 'date must not be after date_end.');
  const start = (day: Temporal.PlainDate): EpochMs => day.toZonedDateTime(ZONE).epochMilliseconds;
  const window = lastDay(request);
  return {
    from: first ? start(first) : Math.min(window.from, last ? start(last) : Infinity),
    to: last ? start(last.add({ days: 1 })) - 1 : window.to,
  };
}

const KANDILLI_ERROR: Schema = {
  name: 'KandilliError',
  schema: object(
    {
      status: { type: 'boolean', const: false },
      httpStatus: integer('The status of the answer.'),
      desc: text('A sentence to act on.'),
      parameter: text('The parameter at fault.'),
      result: { ...list({}, 'Empty.'), maxItems: 0 },
    },
    ['status', 'httpStatus', 'desc', 'result'],
  ),
};

type Route = [
  path: string,
  agency: Provider,
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
      name: `kandilli-api ${WRITTEN_BY} ${window.from}`,
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
    error: KANDILLI_ERROR,
  },
});

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
