/** Parameters of AFAD's event service. Their names are read in any capitals: applications write `minMag`, `orderBy`. */
import { decimalParameter, type Parameter, Refused, wordParameter } from '#core/parameter.ts';
import { type EpochMs, parseGregorian } from '#core/time.ts';

const AFAD_FORMAT_NAMES = ['json', 'xml', 'csv', 'kml', 'geojson'] as const;
export type AfadFormat = (typeof AFAD_FORMAT_NAMES)[number];

/** A digit alone: applications write `2023-2-6 1:7:5`. Digits of a fraction stay. */
const LONE_DIGIT = /(?<![\d.])\d(?!\d)/g;

const time = (name: string, absent: string): Parameter<EpochMs> => ({
  name,
  description: `UTC, inclusive; a date alone is its midnight. ${absent}`,
  schema: { type: 'string' },
  parse: (text) =>
    parseGregorian(text.trim().replaceAll(LONE_DIGIT, '0$&')) ?? new Refused('a UTC time such as 2023-02-06 01:00:00'),
});

const count = (name: string, description: string): Parameter<number> => ({
  name,
  description,
  schema: { type: 'integer', minimum: 0 },
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : new Refused('a whole number')),
});

const decimal = (name: string, description: string, bound?: number): Parameter<number> =>
  decimalParameter(name, { description, ...(bound === undefined ? {} : { minimum: -bound, maximum: bound }) });
const radius = (name: string, description: string): Parameter<number> =>
  decimalParameter(name, { description, minimum: 0 });

export const [START, END] = [time('start', 'Without it the newest events are meant.'), time('end', 'By default now.')];
export const SOUTH = decimal('minlat', 'Southern edge of an area, inclusive, in degrees north.', 90);
export const NORTH = decimal('maxlat', 'Northern edge of an area, inclusive, in degrees north.', 90);
export const WEST = decimal('minlon', 'Western edge of an area, inclusive, in degrees east.', 180);
export const EAST = decimal('maxlon', 'Eastern edge of an area, inclusive, in degrees east.', 180);
export const LATITUDE = decimal('lat', 'Centre of a circle, in degrees north.', 90);
export const LONGITUDE = decimal('lon', 'Centre of a circle, in degrees east.', 180);
// In metres, as AFAD's description says.
export const INNER = radius('minrad', 'Least distance from the centre in metres, inclusive.');
export const OUTER = radius('maxrad', 'Greatest distance from the centre in metres, inclusive.');
export const MIN_DEPTH = decimal('mindepth', 'Least depth in km, inclusive; events without a depth never match.');
export const MAX_DEPTH = decimal('maxdepth', 'Greatest depth in km, inclusive; events without a depth never match.');
export const MIN_MAGNITUDE = decimal('minmag', 'Least magnitude, inclusive.');
export const MAX_MAGNITUDE = decimal('maxmag', 'Greatest magnitude, inclusive.');
export const LIMIT = count('limit', 'How many rows at most.');
export const OFFSET = count('offset', 'Rows to leave out.');
export const FORMAT = wordParameter('format', AFAD_FORMAT_NAMES, {
  description: 'How the events are written.',
  default: 'json',
});
const word = (name: string, description: string, pattern: RegExp): Parameter<string> => ({
  name,
  description,
  schema: { type: 'string' },
  parse: (text) => (pattern.test(text.trim()) ? text.trim() : new Refused('letters and digits')),
});
export const EVENT_ID = word('eventid', "AFAD's identifier of an event.", /^[\w-]{1,40}$/);
export const MAGNITUDE_TYPE = word('magtype', 'Events with a magnitude of this type.', /^[A-Za-z*]{1,10}$/);

export const ORDERS = {
  time: 'time-asc',
  timedesc: 'time',
  magnitude: 'magnitude-asc',
  magnitudedesc: 'magnitude',
  desc: 'time',
} as const;
export const ORDER = wordParameter('orderby', Object.keys(ORDERS) as (keyof typeof ORDERS)[], {
  description: 'Order: oldest first, newest first, smallest first, largest first; desc is timedesc.',
});
