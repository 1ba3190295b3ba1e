/** Parameters of the FDSN services: what a request may say, and what WADL and documentation say of it. */
import { ownValue } from '../own-value.ts';
import { decimalParameter, Refused, type Parameter } from '../parameter.ts';
import { parseGregorian, type EpochMs } from '../time.ts';

/** Types that WADL readers know. */
type WadlType = 'xs:dateTime' | 'xs:double' | 'xs:int' | 'xs:boolean' | 'xs:string';

export interface FdsnParameter<T> extends Parameter<T> {
  short?: string;
  type: WadlType;
  default?: string;
  /** Allowed values, where these are few. */
  options?: readonly string[];
}

type Extra = Partial<Pick<FdsnParameter<never>, 'short' | 'default'>>;

export const timeParameter = (name: string, description: string, extra: Extra = {}): FdsnParameter<EpochMs> => ({
  name,
  description,
  type: 'xs:dateTime',
  schema: { type: 'string', format: 'date-time' },
  parse: (text) =>
    parseGregorian(text) ?? new Refused('a UTC time such as 2023-02-06T01:17:32 or 2023-02-06 that exists'),
  ...extra,
});

interface Range {
  minimum?: number;
  maximum?: number;
}

/** `xs:double` without infinities: also `5.`, `.5`, `+5` and `1e0`. */
const DOUBLE = /^[+-]?(?:\d{1,15}(?:\.\d{0,17})?|\.\d{1,17})(?:[eE][+-]?\d{1,3})?$/;

export const decimal = (
  name: string,
  description: string,
  { minimum, maximum, ...extra }: Extra & Range = {},
): FdsnParameter<number> => ({
  ...decimalParameter(name, { description, pattern: DOUBLE, minimum, maximum }),
  type: 'xs:double',
  ...extra,
});

export const whole = (name: string, description: string, extra: Extra = {}): FdsnParameter<number> => ({
  name,
  description,
  type: 'xs:int',
  schema: { type: 'integer', minimum: 1 },
  parse(text) {
    const value = /^\+?\d{1,10}$/.test(text) ? Number(text) : 0;
    return value >= 1 && value < 2 ** 31 ? value : new Refused('a whole number of at least 1');
  },
  ...extra,
});

export const flag = (name: string, description: string): FdsnParameter<boolean> => ({
  name,
  description,
  type: 'xs:boolean',
  default: 'false',
  schema: { type: 'boolean', default: false },
  parse(text) {
    const value = text.toLowerCase();
    if (value === 'true' || value === '1') return true;
    return value === 'false' || value === '0' ? false : new Refused('true or false');
  },
});

interface ChoiceOptions<T> {
  /** Other words for some of them, in lower case. */
  synonyms?: Readonly<Record<string, T>>;
}

/** One of some words, in any case. The first one is the default. */
export function choice<T extends string>(
  name: string,
  description: string,
  options: readonly T[],
  { synonyms = {} }: ChoiceOptions<T> = {},
): FdsnParameter<T> {
  return {
    name,
    description,
    type: 'xs:string',
    options,
    schema: { type: 'string', enum: options },
    parse(text) {
      const value = text.toLowerCase();
      const synonym = ownValue(synonyms, value);
      const option = synonym ?? options.find((one) => one.toLowerCase() === value);
      return option ?? new Refused(`one of ${options.join(', ')}`);
    },
    default: options[0]!,
  };
}

export const text = (name: string, description: string, extra: Extra = {}): FdsnParameter<string> => ({
  name,
  description,
  type: 'xs:string',
  schema: { type: 'string', maxLength: 200 },
  parse(value) {
    const trimmed = value.trim();
    return trimmed !== '' && value.length <= 200 ? trimmed : new Refused('a text of at most 200 characters');
  },
  ...extra,
});

const latitude = (name: string, description: string, extra: Extra = {}): FdsnParameter<number> =>
  decimal(name, `${description}, in degrees north.`, { minimum: -90, maximum: 90, ...extra });
const longitude = (name: string, description: string, extra: Extra = {}): FdsnParameter<number> =>
  decimal(name, `${description}, in degrees east.`, { minimum: -180, maximum: 180, ...extra });

/** Half the circumference of the sphere on which distances are measured, in km. */
const KILOMETRES: Range = { minimum: 0, maximum: 20015.2 };
const DEGREES: Range = { minimum: 0, maximum: 180 };

/** Areas, of events and of stations alike. */
export const AREA = {
  south: latitude('minlatitude', 'Southern edge, inclusive', { short: 'minlat', default: '-90' }),
  north: latitude('maxlatitude', 'Northern edge, inclusive', { short: 'maxlat', default: '90' }),
  west: longitude('minlongitude', 'Western edge, inclusive; beyond maxlongitude the box crosses 180°', {
    short: 'minlon',
    default: '-180',
  }),
  east: longitude('maxlongitude', 'Eastern edge, inclusive', { short: 'maxlon', default: '180' }),
  latitude: latitude('latitude', 'Centre of a circle', { short: 'lat' }),
  longitude: longitude('longitude', 'Centre of a circle', { short: 'lon' }),
  minRadius: decimal('minradius', 'Least distance from the centre in degrees, inclusive.', DEGREES),
  maxRadius: decimal('maxradius', 'Greatest distance from the centre in degrees, inclusive.', DEGREES),
  minRadiusKm: decimal('minradiuskm', 'Least distance from the centre in km, in place of minradius.', KILOMETRES),
  maxRadiusKm: decimal('maxradiuskm', 'Greatest distance from the centre in km, in place of maxradius.', KILOMETRES),
} as const;

export const NODATA = choice('nodata', 'Status of an answer without data.', ['204', '404']);

export const KEY = text('api_key', 'A key, where the Authorization header cannot be sent.');
