/** The table of tools: each is one request to an endpoint. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { type Parameter, formatDecimal } from '#core/parameter.ts';
import { CURSOR, DATE, EVENT_ID, FILTER_PARAMETERS, ID, LIMIT, ORDER, SLUG_PARAMETER } from '../query/parameters.ts';
import {
  type Answer,
  DETAIL_SCHEMA,
  detailOf,
  TABLE_SCHEMA,
  tableOf,
  unknownAnswer,
  withdrawnAnswer,
} from './tables.ts';

interface ToolInput {
  parameters: readonly Parameter<unknown>[];
  required?: readonly string[];
}

/** Rows of one answer: a model reads all of them. */
const ROWS = { usual: 20, most: 100 };

/** JSON Schema. */
export const inputSchemaOf = ({ parameters, required = [] }: ToolInput) => ({
  type: 'object' as const,
  properties: Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
  required: [...required],
  additionalProperties: false,
});

/** What an assistant must change. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** The query of the endpoint, which reads the values. @throws ArgumentError */
export function queryOf({ parameters, required = [] }: ToolInput, input: unknown): URLSearchParams {
  const names = parameters.map(({ name }) => name);
  const takes = names.length === 0 ? 'There are no arguments.' : `The arguments are ${names.join(', ')}.`;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ArgumentError(`The arguments must be an object. ${takes}`);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (!names.includes(name)) throw new ArgumentError(`There is no argument "${name.slice(0, 60)}". ${takes}`);
    const text = textOf(name, value);
    if (text !== '') query.set(name, name === 'limit' ? limited(text) : text);
  }
  const missing = required.filter((name) => !query.has(name));
  if (missing.length > 0) throw new ArgumentError(`Missing: ${missing.join(', ')}. ${takes}`);
  return query;
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return formatDecimal(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  throw new ArgumentError(`${name} must be a text or a number.`);
}

/** What is no number is the endpoint's to refuse. */
const limited = (text: string): string => (Number(text) > ROWS.most ? String(ROWS.most) : text);

export interface Tool extends ToolInput {
  name: string;
  title: string;
  /** Units and time zone included. */
  description: string;
  outputSchema: Record<string, unknown> & { type: 'object' };
  /** @param query as given, and as sent after it */
  target(query: URLSearchParams): string;
  /** @param status 200, or one of `answered` */
  answer(body: unknown, given: { query: URLSearchParams; status: number; baseUrl: string }): Answer;
  /** Statuses of errors that are answers. */
  answered?: readonly number[];
}

const LIMIT_OF_ROWS: Parameter<unknown> = {
  ...LIMIT,
  description: `Rows at most; above ${ROWS.most} is served as ${ROWS.most}.`,
  schema: { type: 'integer', minimum: 1, maximum: ROWS.most, default: ROWS.usual },
};

/** Without the list of event types, which a model would read with every tool. */
const FILTERS = FILTER_PARAMETERS.filter(({ name }) => name !== 'updated_after').map((one) =>
  one.name === 'event_type' ? { ...one, schema: { type: 'string' } } : one,
);
const filters = (names: string) => FILTERS.filter(({ name }) => names.split(' ').includes(name));
const TIME_AND_SIZE = 'date_from date_to max_age min_magnitude max_magnitude blasts';
const CIRCLE = 'latitude longitude max_radius_km';
const PAGE = [LIMIT_OF_ROWS, CURSOR];
/** In km. */
const USUAL_RADIUS = 100;

const UNITS =
  'Times are UTC, depths km, coordinates degrees (WGS 84). Covers Türkiye and its surroundings. ' +
  `${ROWS.usual} rows by default; has_more and next_cursor tell of further ones.`;

type Page = Parameters<typeof tableOf>[0];

const listTarget = (query: URLSearchParams): string => {
  if (!query.has('limit')) query.set('limit', String(ROWS.usual));
  return `${ENDPOINTS.list}?${query}`;
};

export const TOOLS: readonly Tool[] = [
  {
    name: 'search_earthquakes',
    title: 'Search earthquakes',
    description: `Earthquakes by time, magnitude, depth, place, province and agency, newest first. ${UNITS}`,
    parameters: [...FILTERS, ORDER, ...PAGE],
    outputSchema: TABLE_SCHEMA,
    target: listTarget,
    answer: (body) => tableOf(body as Page),
  },
  {
    name: 'get_earthquake',
    title: 'Get one earthquake',
    description:
      "One earthquake by id, by event_id, or by date and slug, with every agency's solution, focal mechanism and last " +
      'revisions. state says whether it was found, merged into another, withdrawn, or is unknown. ' +
      'Times are UTC, depths km, scalar moments N·m.',
    parameters: [ID, EVENT_ID, DATE, SLUG_PARAMETER],
    outputSchema: DETAIL_SCHEMA,
    target: (query) => `${ENDPOINTS.detail}?${query}`,
    answered: [404, 410],
    answer(body, { query, status, baseUrl }) {
      if (status === 404) return unknownAnswer();
      if (status === 410) return withdrawnAnswer((body as { message: string }).message);
      return detailOf(body as Parameters<typeof detailOf>[0], query, baseUrl);
    },
  },
  {
    name: 'earthquakes_near',
    title: 'Earthquakes near a point',
    description:
      `Earthquakes around a point, newest first, with distance_km. max_radius_km is ${USUAL_RADIUS} by default. ` +
      UNITS,
    parameters: [...filters(`${CIRCLE} ${TIME_AND_SIZE}`), ORDER, ...PAGE],
    required: ['latitude', 'longitude'],
    outputSchema: TABLE_SCHEMA,
    target(query) {
      if (!query.has('max_radius_km')) query.set('max_radius_km', String(USUAL_RADIUS));
      return listTarget(query);
    },
    answer: (body, { query }) =>
      tableOf(body as Page, { latitude: Number(query.get('latitude')), longitude: Number(query.get('longitude')) }),
  },
  {
    name: 'statistics',
    title: 'Statistics',
    description:
      'Of all listed earthquakes: number in all, today (UTC day) and in the last 24 hours, mean and greatest magnitude, ' +
      'number by agency. Takes no arguments.',
    parameters: [],
    outputSchema: {
      type: 'object',
      properties: {
        total: { type: 'integer' },
        today: { type: 'integer', description: 'Of this UTC day.' },
        last_24h: { type: 'integer' },
        avg_magnitude: { type: ['number', 'null'] },
        max_magnitude: { type: ['number', 'null'], description: 'Without doubtful magnitudes.' },
        blasts: { type: 'integer', description: 'How many of the total are blasts, or probably so.' },
        by_source: { type: 'object', description: 'Number of earthquakes that each agency reports.' },
      },
      required: ['total', 'today', 'last_24h'],
    },
    target: () => ENDPOINTS.statistics,
    answer(body) {
      const data = { ...(body as Record<string, unknown>) };
      delete data['status'];
      return { text: JSON.stringify(data), data };
    },
  },
  {
    name: 'largest',
    title: 'Largest earthquakes',
    description: `Earthquakes with the largest magnitudes first, of a time, place or province. Doubtful magnitudes are left out. ${UNITS}`,
    parameters: [...filters(`${CIRCLE} ${TIME_AND_SIZE} province q`), ...PAGE],
    outputSchema: TABLE_SCHEMA,
    target(query) {
      query.set('order', 'magnitude');
      return listTarget(query);
    },
    answer: (body) => tableOf(body as Page),
  },
];
