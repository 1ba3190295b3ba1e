/** Every query parameter of the data endpoints, defined once. */
import type { Agency } from '#core/earthquake.ts';
import { AGENCIES } from '#core/earthquake.ts';
import type { Cursor } from '#core/cursor.ts';
import { readCursor } from '#core/cursor.ts';
import { EVENT_TYPES } from '#core/event-types.ts';
import { fold, SLUG } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY, parseDay, parseInstant } from '#core/time.ts';
import type { Parameter } from './parameter.ts';
import { decimalParameter, names, Refused } from './parameter.ts';
import { KEY_PARAMETER } from '../http/query-string.ts';

export const DEFAULT_LIMIT = 100;
/** More is served as this: clients ask for a million. */
export const MAX_LIMIT = 1000;
/** Longer than any place name that is worth typing. */
const MAX_PLACE = 100;

const LIMIT_RULE = 'a whole number of at least 1';

/** 0 for what is none. */
const wholeNumber = (text: string): number => (/^\d{1,300}$/.test(text) ? Number(text) : 0);

export const LIMIT: Parameter<number> = {
  name: 'limit',
  description: `How many records at most; above ${MAX_LIMIT} is served as ${MAX_LIMIT}.`,
  schema: { type: 'integer', minimum: 1, default: DEFAULT_LIMIT },
  parse(text) {
    const value = wholeNumber(text);
    return value >= 1 ? Math.min(value, MAX_LIMIT) : new Refused(LIMIT_RULE);
  },
};

export const EXPORT_FORMATS = ['csv', 'json', 'geojson', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Who opens the bare address in a browser wants a table. */
export const DEFAULT_FORMAT: ExportFormat = 'csv';

export const FORMAT: Parameter<ExportFormat> = {
  name: 'format',
  description: 'How an export is written.',
  schema: { type: 'string', enum: EXPORT_FORMATS, default: DEFAULT_FORMAT },
  parse(text) {
    const name = fold(text);
    return EXPORT_FORMATS.find((known) => known === name) ?? new Refused(`one of ${names(EXPORT_FORMATS)}`);
  },
};

/** The plan's rows bound it, which are not known here. */
export const EXPORT_LIMIT: Parameter<number> = {
  name: LIMIT.name,
  description: "How many rows at most; above the plan's rows, which are the default, it is served as those.",
  schema: { type: 'integer', minimum: 1 },
  parse(text) {
    const value = wholeNumber(text);
    return value >= 1 ? value : new Refused(LIMIT_RULE);
  },
};

const DAY_RULE = 'an existing day written YYYY-MM-DD';
const DAY_SCHEMA = { type: 'string', format: 'date' };

export const DATE_FROM: Parameter<EpochMs> = {
  name: 'date_from',
  description: 'First UTC day, inclusive.',
  schema: DAY_SCHEMA,
  parse: (text) => parseDay(text) ?? new Refused(DAY_RULE),
};

/** Its value is the day's last millisecond. */
export const DATE_TO: Parameter<EpochMs> = {
  name: 'date_to',
  description: 'Last UTC day, inclusive.',
  schema: DAY_SCHEMA,
  parse(text) {
    const day = parseDay(text);
    return day === undefined ? new Refused(DAY_RULE) : day + DAY - 1;
  },
};

export const MIN_MAGNITUDE = decimalParameter('min_magnitude', { description: 'Least primary magnitude, inclusive.' });
export const MAX_MAGNITUDE = decimalParameter('max_magnitude', {
  description: 'Greatest primary magnitude, inclusive.',
});
export const MIN_DEPTH = decimalParameter('min_depth', {
  description: 'Least depth in km below sea level, inclusive; records without a depth never match.',
});
export const MAX_DEPTH = decimalParameter('max_depth', {
  description: 'Greatest depth in km below sea level, inclusive; records without a depth never match.',
});

const latitude = (name: string, description: string): Parameter<number> =>
  decimalParameter(name, { description: `${description}, in degrees north.`, minimum: -90, maximum: 90 });
const longitude = (name: string, description: string): Parameter<number> =>
  decimalParameter(name, { description: `${description}, in degrees east.`, minimum: -180, maximum: 180 });

export const MIN_LATITUDE = latitude('min_latitude', 'Southern edge of an area, inclusive');
export const MAX_LATITUDE = latitude('max_latitude', 'Northern edge of an area, inclusive');
export const MIN_LONGITUDE = longitude('min_longitude', 'Western edge of an area, inclusive');
export const MAX_LONGITUDE = longitude('max_longitude', 'Eastern edge of an area, inclusive');
export const LATITUDE = latitude('latitude', 'Centre of a circle');
export const LONGITUDE = longitude('longitude', 'Centre of a circle');
export const MAX_RADIUS_KM = decimalParameter('max_radius_km', {
  description: 'Radius of a circle in km, inclusive; needs latitude and longitude.',
  minimum: 0,
});

export const SOURCES: Parameter<Agency[]> = {
  name: 'sources',
  description:
    'Agencies, separated by commas: a record matches when one of them is its `source` or is named in its `sources`. ' +
    'Other names beside them are left out and named in `ignored_sources`.',
  schema: { type: 'array', items: { type: 'string', enum: AGENCIES } },
  parse(text) {
    const named = text.split(',').map(fold);
    const agencies = AGENCIES.filter((agency) => named.includes(agency));
    return agencies.length > 0 ? agencies : new Refused(`a list, separated by commas, of ${names(AGENCIES)}`);
  },
};

/** The names in a list of sources that are none of ours, as the client wrote them, each once. */
export function unknownSources(text: string): string[] {
  const unknown = new Map<string, string>();
  for (const name of text.split(',')) {
    const folded = fold(name);
    if (folded !== '' && !AGENCIES.includes(folded as Agency)) unknown.getOrInsert(folded, name.trim());
  }
  return [...unknown.values()];
}

/** Its value is folded; empty when the text is white space only. */
export const PLACE: Parameter<string> = {
  name: 'q',
  description: 'Part of a place name, in any case, with or without Turkish letters.',
  schema: { type: 'string', maxLength: MAX_PLACE },
  parse(text) {
    const folded = fold(text);
    const fits = text.length <= MAX_PLACE && folded.length <= MAX_PLACE;
    return fits ? folded : new Refused(`at most ${MAX_PLACE} characters long`);
  },
};

export const EVENT_TYPE: Parameter<string> = {
  name: 'event_type',
  description: 'A QuakeML event type; `earthquake` leaves out blasts and the like.',
  schema: { type: 'string', enum: EVENT_TYPES },
  parse(text) {
    const type = fold(text);
    return EVENT_TYPES.find((known) => known === type) ?? new Refused(`a QuakeML event type (${names(EVENT_TYPES)})`);
  },
};

export const UPDATED_AFTER: Parameter<EpochMs> = {
  name: 'updated_after',
  description:
    'What was published after this instant, in the order of publication, with tombstones for records that are gone.',
  schema: { type: 'string', format: 'date-time' },
  parse: (text) =>
    parseInstant(text) ??
    new Refused('an instant in UTC such as 2026-07-01T12:00:00Z, with Z as its zone (a + in a URL means a space)'),
};

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

export const ID: Parameter<number> = {
  name: 'id',
  description: 'The number of an earthquake.',
  schema: { type: 'integer', minimum: 1 },
  parse: (text) => (/^0*[1-9]\d{0,14}$/.test(text) ? Number(text) : new Refused('a whole number of at least 1')),
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

export const STATION_SOURCES = ['afad', 'kandilli'] as const;

export const STATION_SOURCE: Parameter<(typeof STATION_SOURCES)[number]> = {
  name: 'source',
  description: 'Only the stations of this agency.',
  schema: { type: 'string', enum: STATION_SOURCES },
  parse(text) {
    const name = fold(text);
    return STATION_SOURCES.find((known) => known === name) ?? new Refused(STATION_SOURCES.join(' or '));
  },
};
