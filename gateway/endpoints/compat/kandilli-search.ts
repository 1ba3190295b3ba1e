/** `/deprem/data/search` and `/deprem/data/get` of the Kandilli API: a query in the body, and one earthquake. */
import { type Parameter, Refused } from '#core/parameter.ts';
import { PROVINCES } from '#core/provinces.ts';
import type { ListFilter } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import type { Order } from '#core/fdsn/event-parameters.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { GatewayError, invalid } from '../../http/errors.ts';
import { present, valueOf } from '../../query/parameters.ts';
import type { EndpointRow } from '../request.ts';
import { number, object, text } from '../schemas.ts';
import { ANY_MAGNITUDE, kandilliAnswer, kandilliOperation } from './kandilli-answer.ts';
import { KANDILLI_ONE } from './schemas.ts';
import { JOINT_ID, type Provider, PROVIDERS, ZONE } from './kandilli-item.ts';

const DEFAULT_ROWS = 10;

const ORDERS = new Map<string, Order>([
  ['date_-1', 'time'],
  ['date_1', 'time-asc'],
  ['mag_-1', 'magnitude'],
  ['mag_1', 'magnitude-asc'],
]);
const SORTS = [...ORDERS.keys()];

type Fields = Readonly<Record<string, unknown>>;

/** Absent and null are the same. */
function fieldsOf(value: unknown, name: string): Fields {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(name, `${name} must be a JSON object.`);
  return value as Fields;
}

interface Range {
  least?: number;
  most?: number;
  isWhole?: boolean;
}

/** A number, or a text that is one. */
function numberIn(fields: Fields, name: string, { least = -Infinity, most = Infinity, isWhole }: Range = {}) {
  const given = fields[name] ?? undefined;
  if (given === undefined) return undefined;
  const value = typeof given === 'string' && /^-?\d{1,15}(?:\.\d{1,17})?$/.test(given) ? Number(given) : given;
  const isRight =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= least &&
    value <= most &&
    (!isWhole || Number.isInteger(value));
  if (isRight) return value;
  const limits = [least === -Infinity ? '' : ` of at least ${least}`, most === Infinity ? '' : `, at most ${most}`];
  throw invalid(name, `${name} must be a ${isWhole ? 'whole ' : ''}number${limits.join('')}.`);
}

function wordIn<Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word | undefined {
  const given = fields[name] ?? undefined;
  const word = words.find((one) => one === given);
  if (given !== undefined && word === undefined) throw invalid(name, `${name} must be one of ${words.join(', ')}.`);
  return word;
}

const LOCAL = /^((?!0000)\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?$/;

/** A local second. @param ofDay where there is a day alone */
function secondIn(fields: Fields, name: string, ofDay: string): EpochMs | undefined {
  const given = fields[name] ?? undefined;
  if (given === undefined) return undefined;
  const [, day, time = ofDay] = (typeof given === 'string' && LOCAL.exec(given)) || [];
  try {
    if (day !== undefined)
      return Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: 'reject' }).toZonedDateTime(ZONE)
        .epochMilliseconds;
  } catch {
    // No time of the calendar.
  }
  throw invalid(name, `${name} must be a local time written YYYY-MM-DD HH:MM:SS.`);
}

function circleIn(asked: unknown): ListFilter['circle'] | undefined {
  if (asked === undefined || asked === null) return undefined;
  const fields = fieldsOf(asked, 'geoNear');
  const latitude = numberIn(fields, 'lat', { least: -90, most: 90 });
  const longitude = numberIn(fields, 'lon', { least: -180, most: 180 });
  const metres = numberIn(fields, 'radiusMeter', { least: 0 });
  if (latitude === undefined || longitude === undefined || metres === undefined)
    throw invalid('geoNear', 'geoNear needs lat, lon and radiusMeter.');
  return { centre: { latitude, longitude }, radiusKm: metres / 1000 };
}

function filterOf(match: Fields, geoNear: unknown): ListFilter {
  const [from, to] = [secondIn(match, 'date_starts', '00:00:00'), secondIn(match, 'date_ends', '23:59:59')];
  if (from !== undefined && to !== undefined && from > to)
    throw invalid('date_starts', 'date_starts must not be after date_ends.');
  const code = numberIn(match, 'cityCode', { least: 1, most: PROVINCES.length, isWhole: true });
  return present({
    from,
    to: to === undefined ? undefined : to + 999,
    // 0 asks for none, as there.
    minMagnitude: numberIn(match, 'mag') || ANY_MAGNITUDE,
    provinces: code === undefined ? undefined : [code],
    circle: circleIn(geoNear),
  });
}

/** @throws GatewayError that names the field at fault */
function readSearch(body: string) {
  let value: unknown;
  try {
    value = body.trim() === '' ? {} : JSON.parse(body);
  } catch {
    throw invalid('body', 'The body must be JSON, such as {"match": {"mag": 4}, "limit": 10}.');
  }
  const fields = fieldsOf(value, 'body');
  const match = fieldsOf(fields['match'], 'match');
  const [inMatch, provider = inMatch] = [match, fields].map((one) => wordIn(one, 'provider', PROVIDERS));
  return {
    provider,
    filter: filterOf(match, fields['geoNear']),
    order: ORDERS.get(wordIn(fields, 'sort', SORTS) ?? SORTS[0]!)!,
    limit: numberIn(fields, 'limit', { least: 1, most: 1e6, isWhole: true }) ?? DEFAULT_ROWS,
    skip: numberIn(fields, 'skip', { least: 0, most: 1e6, isWhole: true }) ?? 0,
  };
}

const REQUEST = object(
  {
    provider: { type: 'string', enum: PROVIDERS, description: 'Both by default.' },
    match: object(
      {
        mag: number('Least magnitude, inclusive.'),
        date_starts: text('Local time, `YYYY-MM-DD HH:MM:SS`, inclusive.'),
        date_ends: text('Local time, inclusive; of a day alone its end.'),
        cityCode: { type: 'integer', minimum: 1, maximum: PROVINCES.length, description: 'Plate code of a province.' },
      },
      [],
    ),
    geoNear: object({ lon: number('Degrees.'), lat: number('Degrees.'), radiusMeter: number('Metres, inclusive.') }),
    sort: { type: 'string', enum: SORTS, default: SORTS[0] },
    skip: { type: 'integer', minimum: 0, default: 0 },
    limit: { type: 'integer', minimum: 1, default: DEFAULT_ROWS },
  },
  [],
);

export const searchRow: EndpointRow = {
  path: ENDPOINTS.kandilliSearch,
  description: 'Search in the shape of the Kandilli API for applications: a JSON body by POST; local time',
  answer: (request) => kandilliAnswer(request, readSearch(request.body ?? '')),
  operation: kandilliOperation(ENDPOINTS.kandilliSearch, { requestBody: REQUEST }),
};

const EARTHQUAKE_ID: Parameter<string> = {
  name: 'earthquake_id',
  description: 'The `earthquake_id` of a row: an `event_id`, or in lists of both agencies with `-afad` at its end.',
  schema: { type: 'string' },
  parse: (given) => (/^[\w-]{1,60}$/.test(given) ? given : new Refused('letters, digits and hyphens')),
};

const PROVIDER: Parameter<Provider> = {
  name: 'provider',
  description: 'Whose solution; by default that of Kandilli, else that of AFAD.',
  schema: { type: 'string', enum: PROVIDERS },
  parse: (given) => PROVIDERS.find((one) => one === given) ?? new Refused(`one of ${PROVIDERS.join(', ')}`),
};

export const getRow: EndpointRow = {
  path: ENDPOINTS.kandilliEvent,
  description: 'One earthquake in the shape of the Kandilli API for applications; local time',
  answer(request) {
    const { parameters } = request;
    const id = valueOf(parameters, EARTHQUAKE_ID);
    const provider = valueOf(parameters, PROVIDER);
    if (id === undefined) throw invalid(EARTHQUAKE_ID.name, 'earthquake_id is required.');
    const [, eventId, own] = JOINT_ID.exec(id) ?? [];
    if (eventId === undefined)
      throw new GatewayError('not_found', 'No such earthquake: earthquake_id is one of a list.');
    return kandilliAnswer(request, {
      ...{ provider: provider ?? (own as Provider | undefined), isJoint: own !== undefined },
      ...{ eventId, limit: 1, skip: 0 },
    });
  },
  operation: kandilliOperation(ENDPOINTS.kandilliEvent, {
    parameters: [EARTHQUAKE_ID, PROVIDER],
    body: KANDILLI_ONE,
    errors: [400, 404],
  }),
};
