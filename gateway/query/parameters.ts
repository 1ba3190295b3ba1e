/** Every query parameter of the data endpoints: those of {@link FILTERS}, and here the others. */
import { type Cursor, readCursor } from '#core/cursor.ts';
import { EVENT_PARAMETERS } from '#core/fdsn/event-parameters.ts';
import type { FdsnParameter } from '#core/fdsn/parameter.ts';
import { STATION_PARAMETERS } from '#core/fdsn/station-parameters.ts';
import { FILTER_LIST, type FilterValues } from '#core/filters/table.ts';
import { DAY_RULE, DAY_SCHEMA, type Parameter, Refused, wordParameter, ParameterError } from '#core/parameter.ts';
import { DEFAULT_LIMIT } from '#core/query.ts';
import { SLUG } from '#core/text.ts';
import { parseDay, type EpochMs } from '#core/time.ts';
import { KEY_PARAMETER, type RawParameters } from '../http/query-string.ts';
import type { Agency } from '#core/agencies.ts';
import type { ReadParameter } from '#core/filters/filter.ts';
import { SOURCES, unknownSources } from '#core/filters/words.ts';
import { invalid } from '../http/errors.ts';
import { redacted } from '../http/redaction.ts';

/** More is served as this: clients ask for a million. */
const MAX_LIMIT = 1000;

/** The plan's rows bound it, which are not known here. */
export const EXPORT_LIMIT: Parameter<number> = {
  name: 'limit',
  description: "How many rows at most; above the plan's rows, which are the default, it is served as those.",
  schema: { type: 'integer', minimum: 1 },
  parse(text) {
    const value = /^\d{1,300}$/.test(text) ? Number(text) : 0;
    return value >= 1 ? value : new Refused('a whole number of at least 1');
  },
};

export const LIMIT: Parameter<number> = {
  name: EXPORT_LIMIT.name,
  description: `How many records at most; above ${MAX_LIMIT} is served as ${MAX_LIMIT}.`,
  schema: { type: 'integer', minimum: 1, default: DEFAULT_LIMIT },
  parse(text) {
    const value = EXPORT_LIMIT.parse(text);
    return typeof value === 'number' ? Math.min(value, MAX_LIMIT) : value;
  },
};

export const ORDER = wordParameter('order', ['time', 'magnitude'], {
  description: 'Newest first, or largest magnitude first and of equal ones the newest first; not with `updated_after`.',
  default: 'time',
});

export const EXPAND = wordParameter('expand', ['sources'], {
  description: "`sources`: each item with every agency's solution, as the detail has it.",
});

export const EXPORT_FORMATS = ['csv', 'json', 'geojson', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Who opens the bare address in a browser wants a table. */
export const DEFAULT_FORMAT: ExportFormat = 'csv';

export const FORMAT = wordParameter('format', EXPORT_FORMATS, {
  description: 'How an export is written.',
  default: DEFAULT_FORMAT,
});

export const CURSOR: Parameter<Cursor> = {
  name: 'cursor',
  description: 'Where the former page ended: copied from its `next`.',
  schema: { type: 'string' },
  parse: (text) => readCursor(text) ?? new Refused('a cursor that this service gave in `next`, unchanged'),
};

export const API_KEY: Parameter<string> = {
  name: KEY_PARAMETER,
  description: 'A key, where the Authorization header cannot be sent.',
  schema: { type: 'string' },
  parse: (text) => text,
};

const EVENT_ID_FORM = /^[0-9a-f]{16}$/;

export const ID: Parameter<number> = {
  name: 'id',
  description: 'The number of an earthquake.',
  schema: { type: 'integer', minimum: 1 },
  parse: (text) => (/^0*[1-9]\d{0,14}$/.test(text) ? Number(text) : new Refused('a whole number of at least 1')),
};

export const EVENT_ID: Parameter<string> = {
  name: 'event_id',
  description: 'The `event_id` of an earthquake.',
  schema: { type: 'string', pattern: EVENT_ID_FORM.source },
  parse: (text) => (EVENT_ID_FORM.test(text) ? text : new Refused('16 hexadecimal digits in lower case')),
};

/** Its value stays a text, since it is part of a file name. */
export const DATE: Parameter<string> = {
  name: 'date',
  description: 'UTC day of an earthquake, with `slug`.',
  schema: DAY_SCHEMA,
  parse: (text) => (parseDay(text) === undefined ? new Refused(DAY_RULE) : text),
};

export const SLUG_PARAMETER: Parameter<string> = {
  name: 'slug',
  description: 'Name of an earthquake within its day, with `date`.',
  schema: { type: 'string', pattern: SLUG.source },
  parse: (text) =>
    text.length <= 200 && SLUG.test(text)
      ? text
      : new Refused('lowercase words of a to z and digits joined by single hyphens'),
};

export const STATION_SOURCE = wordParameter('source', ['afad', 'kandilli'], {
  description: 'Only the stations of this agency.',
});

export const FILTER_PARAMETERS: readonly Parameter<unknown>[] = FILTER_LIST.flatMap(([, filter]) => filter.parameters);

/** Also under its short name. */
const namesOf = (parameter: FdsnParameter<unknown>): Parameter<unknown>[] =>
  parameter.short === undefined ? [parameter] : [parameter, { ...parameter, name: parameter.short }];

/** All of them; some names are there several times, as lists, exports and the FDSN services have them. */
export const PARAMETERS: readonly Parameter<unknown>[] = [
  ...FILTER_PARAMETERS,
  ...[LIMIT, ORDER, EXPAND, EXPORT_LIMIT, FORMAT, CURSOR, API_KEY, ID, EVENT_ID, DATE, SLUG_PARAMETER, STATION_SOURCE],
  ...[...EVENT_PARAMETERS, ...STATION_PARAMETERS].filter(({ name }) => name !== API_KEY.name).flatMap(namesOf),
];

/**
 * The value of a parameter; undefined when it is absent.
 * @throws GatewayError that names the parameter, the rule and the value seen
 */
export function valueOf<T>(
  parameters: RawParameters,
  parameter: Parameter<T>,
  agencies?: readonly Agency[],
): T | undefined {
  const text = parameters.get(parameter.name);
  if (text === undefined) return undefined;
  const value = parameter.parse(text, agencies);
  if (!(value instanceof Refused)) return value;
  throw invalid(parameter.name, value.sentence(parameter.name, redacted(text)));
}

/**
 * What `read` makes of a request.
 * @param agencies that answers may name; the usual ones by default
 * @throws GatewayError, also for parameters that contradict each other
 */
export function reading<T>(
  parameters: RawParameters,
  read: (value: ReadParameter) => T,
  agencies?: readonly Agency[],
): T {
  try {
    return read((parameter) => valueOf(parameters, parameter, agencies));
  } catch (error) {
    throw error instanceof ParameterError ? invalid(error.parameter, error.message) : error;
  }
}

/**
 * Every filter of the table that the request names.
 * @param now the moment that ages count from; read only where there is one
 * @param agencies that answers may name; the usual ones by default @throws GatewayError
 */
export const readFilters = (
  parameters: RawParameters,
  now: () => EpochMs,
  agencies?: readonly Agency[],
): FilterValues => {
  const read = (value: ReadParameter) => FILTER_LIST.map(([name, filter]) => [name, filter.parse(value, now)]);
  return present(Object.fromEntries(reading(parameters, read, agencies)) as FilterValues);
};

/** Unknown names among `sources`, each once and as the client wrote it; an answer names them in `ignored_sources`. */
export const ignoredSources = (parameters: RawParameters, agencies: readonly Agency[]): string[] =>
  unknownSources(parameters.get(SOURCES.name) ?? '', agencies).map(redacted);

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without undefined values. */
export const present = <T extends object>(value: T): Present<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Present<T>;
