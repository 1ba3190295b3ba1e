/**
 * `/deprem` and below it `kandilli/…`, `afad/…`, `data/…`: the shape of the API for Kandilli's list that most
 * applications in Türkiye read. Times are local (Europe/Istanbul), as there. Solutions are the agency's own.
 */
import { AGENCY_NAMES } from '#core/agencies.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { type Parameter, Refused } from '#core/parameter.ts';
import { PROVINCES } from '#core/provinces.ts';
import { wantsPage } from '#core/shared-address.ts';
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import { invalid } from '../../http/errors.ts';
import { bytesRepresentation } from '../../http/representation.ts';
import { valueOf } from '../../query/parameters.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';
import { kandilliAnswer, kandilliOperation } from './kandilli-answer.ts';
import { type Provider, type Window, ZONE } from './kandilli-item.ts';
import { getRow, searchRow } from './kandilli-search.ts';

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

/**
 * Without `date_end` until now, without either the last 24 hours, as there.
 * @param isOne whether a day alone is that day, as the first generation had it
 */
function askedDays(request: EndpointRequest, isOne: boolean): Window {
  const { parameters } = request;
  const first = valueOf(parameters, DATE);
  const last = valueOf(parameters, DATE_END) ?? (isOne ? first : undefined);
  if (first && last && Temporal.PlainDate.compare(first, last) > 0)
    throw invalid(DATE.name, 'date must not be after date_end.');
  const start = (day: Temporal.PlainDate): EpochMs => day.toZonedDateTime(ZONE).epochMilliseconds;
  const window = lastDay(request);
  return {
    from: first ? start(first) : Math.min(window.from, last ? start(last) : Infinity),
    to: last ? start(last.add({ days: 1 })) - 1 : window.to,
  };
}

interface ListRoute {
  path: string;
  /** Undefined: both. */
  provider: Provider | undefined;
  /** Whether days are asked for; else it is the last 24 hours. */
  byDay: boolean;
  /** Whether it is an address of the first generation. */
  isFirst?: boolean;
}

const rowOf = ({ path, provider, byDay, isFirst = false }: ListRoute): EndpointRow => ({
  path,
  description: `Earthquakes of ${provider ? AGENCY_NAMES[provider].en : 'Kandilli and AFAD'} in the shape of the Kandilli API for applications; local time`,
  answer(request) {
    const { parameters } = request;
    const window = byDay ? askedDays(request, isFirst) : lastDay(request);
    const [limit = DEFAULT_ROWS, skip = 0] = [valueOf(parameters, LIMIT), valueOf(parameters, SKIP)];
    return kandilliAnswer(request, { provider, filter: { ...window }, window, limit, skip, isFirst });
  },
  operation: kandilliOperation(path, {
    parameters: [...(byDay ? [DATE, DATE_END] : []), SKIP, LIMIT],
    // The first generation has other types of some members.
    ...(isFirst ? { body: null } : {}),
  }),
});

const stored = (head: object): EndpointRow['answer'] => {
  const bytes = Buffer.from(
    `${JSON.stringify({ status: true, httpStatus: 200, desc: '', serverloadms: 0, ...head })}\n`,
  );
  return () => bytesRepresentation(bytes, { type: JSON_TYPE, caching: 'data', validFor: 'dataset' });
};

const CITIES = PROVINCES.map(({ code, name }) => ({ city: name, cityCode: Number(code), population: null }));

/** Rows of the table. */
export const kandilliRows: readonly EndpointRow[] = [
  rowOf({ path: ENDPOINTS.kandilliLive, provider: 'kandilli', byDay: false }),
  rowOf({ path: ENDPOINTS.kandilliFormerLive, provider: 'kandilli', byDay: false, isFirst: true }),
  rowOf({ path: ENDPOINTS.kandilliArchive, provider: 'kandilli', byDay: true }),
  rowOf({ path: ENDPOINTS.kandilliFormerArchive, provider: 'kandilli', byDay: true, isFirst: true }),
  rowOf({ path: ENDPOINTS.afadLive, provider: 'afad', byDay: false }),
  rowOf({ path: ENDPOINTS.afadArchive, provider: 'afad', byDay: true }),
  { ...rowOf({ path: ENDPOINTS.kandilliAll, provider: undefined, byDay: true }), yieldsToPage: wantsPage },
  searchRow,
  getRow,
  {
    path: ENDPOINTS.kandilliCities,
    description: 'Provinces of Türkiye in the shape of the Kandilli API for applications',
    answer: stored({ result: CITIES.toSorted((a, b) => (a.city < b.city ? -1 : 1)) }),
    operation: kandilliOperation(ENDPOINTS.kandilliCities, { errors: [], body: null }),
  },
  {
    path: ENDPOINTS.kandilliStatus,
    description: 'That the adapter of the Kandilli API answers; never counted',
    uncounted: 'shared' as const,
    answer: stored({ result: [] }),
    operation: kandilliOperation(ENDPOINTS.kandilliStatus, { errors: [], body: null }),
  },
].map((row) => ({ ...row, endings: ['/'] }));
