/**
 * The table of filters that list, changes and exports share: how each is read, written, used for pruning and matched.
 * A new filter is one more entry of {@link FILTERS}. All bounds are inclusive, but for `updatedAfter`.
 */
import { textsWith } from '../columns.ts';
import { AGENCIES, type Agency } from '../earthquake.ts';
import { EVENT_TYPES } from '../event-types.ts';
import { DAY_RULE, DAY_SCHEMA, decimalParameter, type Parameter, Refused, wordParameter } from '../parameter.ts';
import { agencyBits } from '../shard.ts';
import { fold } from '../text.ts';
import { DAY, type EpochMs, formatDay, formatInstant, HOUR, parseDay, parseInstant } from '../time.ts';
import { box, circle } from './area.ts';
import { atLeast, atMost, type Filter, single } from './filter.ts';

const dayParameter = (name: string, description: string, offset: number): Parameter<EpochMs> => ({
  name,
  description,
  schema: DAY_SCHEMA,
  parse(text) {
    const day = parseDay(text);
    return day === undefined ? new Refused(DAY_RULE) : day + offset;
  },
});
const DAYS = { divides: true, toUrl: (value: EpochMs) => [formatDay(value)] } as const;

const from = atLeast('time', dayParameter('date_from', 'First UTC day, inclusive.', 0), {
  ...DAYS,
  times: (first) => [first, Infinity],
});
/** Its value is the day's last millisecond. */
const to = atMost('time', from, dayParameter('date_to', 'Last UTC day, inclusive.', DAY - 1), {
  ...DAYS,
  times: (last) => [-Infinity, last],
});

/** In hours. */
const MAX_AGE: Parameter<number> = {
  name: 'max_age',
  description:
    'Greatest age: hours (`24h`) or days of 24 hours (`7d`), counted back from the minute of the answer. The pages ' +
    'after it count from the same minute.',
  schema: { type: 'string', pattern: String.raw`^\d{1,6}[hd]$` },
  parse(text) {
    const [, count, unit] = /^(\d{1,6})([hd])$/.exec(text) ?? [];
    const hours = Number(count) * (unit === 'd' ? 24 : 1);
    return hours >= 1 ? hours : new Refused('a whole number of hours or days, at least 1, such as 24h or 7d');
  },
};

interface Age {
  hours: number;
  /** The moment that it counts back from: a whole minute. */
  asOf: EpochMs;
}
const since = ({ hours, asOf }: Age): EpochMs => asOf - hours * HOUR;

const maxAge: Filter<Age> = {
  parameters: [MAX_AGE],
  parse(valueOf, now) {
    const hours = valueOf(MAX_AGE);
    return hours === undefined ? undefined : { hours, asOf: now() };
  },
  canonical: ({ hours, asOf }) => `${hours},${asOf}`,
  prune: (shard, age) => from.prune(shard, since(age)),
  covers: (shard, age) => from.covers!(shard, since(age)),
  match: (age) => from.match(since(age)),
  times: (age) => [since(age), Infinity],
  toUrl: ({ hours }) => [hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`],
  divides: true,
};

const minMagnitude = atLeast(
  'magnitude',
  decimalParameter('min_magnitude', { description: 'Least primary magnitude, inclusive.' }),
  { divides: true },
);
const maxMagnitude = atMost(
  'magnitude',
  minMagnitude,
  decimalParameter('max_magnitude', { description: 'Greatest primary magnitude, inclusive.' }),
  { divides: true },
);

const minDepthKm = atLeast(
  'depthKm',
  decimalParameter('min_depth', {
    description: 'Least depth in km below sea level, inclusive; records without a depth never match.',
  }),
  { canonicalName: 'minDepth' },
);
const maxDepthKm = atMost(
  'depthKm',
  minDepthKm,
  decimalParameter('max_depth', {
    description: 'Greatest depth in km below sea level, inclusive; records without a depth never match.',
  }),
  { canonicalName: 'maxDepth' },
);

/** Names are separated by commas; unknown ones are left out as long as one is known. */
export const SOURCES: Parameter<Agency[]> = {
  name: 'sources',
  description:
    'Agencies, separated by commas: a record matches when one of them is its `source` or is named in its `sources`. ' +
    'Other names beside them are left out and named in `ignored_sources`.',
  schema: { type: 'array', items: { type: 'string', enum: AGENCIES } },
  parse(text) {
    const names = text.split(',').map(fold);
    const agencies = AGENCIES.filter((agency) => names.includes(agency));
    return agencies.length > 0 ? agencies : new Refused(`a list, separated by commas, of ${AGENCIES.join(', ')}`);
  },
};

const agencies: Filter<Agency[]> = {
  parameters: [SOURCES],
  parse: (valueOf) => valueOf(SOURCES),
  canonical: (value) => AGENCIES.filter((agency) => value.includes(agency)).join(','),
  prune: (shard, value) => (shard.agencies & agencyBits(value)) !== 0,
  match(value) {
    const bits = agencyBits(value);
    return (columns) => (row) => (columns.agencies[row]! & bits) !== 0;
  },
  toUrl: (value) => [value.join(',')],
};

/** Longer than any place name that is worth typing, in characters. */
const MAX_PLACE = 100;

const Q: Parameter<string> = {
  name: 'q',
  description: 'Part of a place name, in any case, with or without Turkish letters.',
  schema: { type: 'string', maxLength: MAX_PLACE },
  parse(text) {
    const folded = fold(text);
    const fits = text.length <= MAX_PLACE && folded.length <= MAX_PLACE;
    return fits ? folded : new Refused(`at most ${MAX_PLACE} characters long`);
  },
};

/** Its value is folded; white space only is no filter. */
const place = single(Q, {
  parse: (valueOf) => valueOf(Q) || undefined,
  prune: () => true,
  match: (part) => (columns) => {
    let found: Uint8Array | undefined;
    return (row) => (found ??= textsWith(columns, part))[columns.text[row]!] === 1;
  },
});

const EVENT_TYPE = wordParameter('event_type', EVENT_TYPES, {
  description: 'A QuakeML event type; `earthquake` leaves out blasts and the like.',
  rule: `a QuakeML event type (${EVENT_TYPES.join(', ')})`,
});

/** Any of the types; the list's own parameter gives one. */
const eventTypes: Filter<string[]> = {
  parameters: [EVENT_TYPE],
  parse(valueOf) {
    const type = valueOf(EVENT_TYPE);
    return type === undefined ? undefined : [type];
  },
  canonicalName: 'eventType',
  canonical: (types) => types.join(','),
  prune: () => true,
  match: (types) => (columns) => {
    const wanted = columns.eventTypes.map((type) => types.includes(type));
    return (row) => wanted[columns.eventType[row]!]!;
  },
  toUrl: (types) => [types.join(',')],
};

/** Exclusive: what was published after this instant. */
const updatedAfter = single<EpochMs>(
  {
    name: 'updated_after',
    description:
      'What was published after this instant, in the order of publication, with tombstones for records that are gone.',
    schema: { type: 'string', format: 'date-time' },
    parse: (text) =>
      parseInstant(text) ??
      new Refused('an instant in UTC such as 2026-07-01T12:00:00Z, with Z as its zone (a + in a URL means a space)'),
  },
  {
    canonical: formatInstant,
    prune: (shard, instant) => shard.updatedAt[1] > instant,
    covers: (shard, instant) => shard.updatedAt[0] > instant,
    match: (instant) => (columns) => (row) => columns.updatedAt[row]! > instant,
    toUrl: (instant) => [formatInstant(instant)],
  },
);

/** In the order of a URL. */
const FILTERS = {
  from,
  to,
  maxAge,
  minMagnitude,
  maxMagnitude,
  agencies,
  box,
  circle,
  minDepthKm,
  maxDepthKm,
  place,
  eventTypes,
  updatedAfter,
};

type ValueOf<F> = F extends Filter<infer T> ? T : never;

/** Values of filters; an absent one does not restrict. */
export type FilterValues = { [Name in keyof typeof FILTERS]?: ValueOf<(typeof FILTERS)[Name]> };

/** The table for code that treats all filters alike. */
export const FILTER_LIST = Object.entries(FILTERS) as [keyof FilterValues, Filter<unknown>][];

interface ActiveFilter {
  name: keyof FilterValues;
  filter: Filter<unknown>;
  value: unknown;
}

/** Those that a query has a value for. */
export const activeFilters = (values: FilterValues): ActiveFilter[] =>
  FILTER_LIST.flatMap(([name, filter]) =>
    values[name] === undefined ? [] : [{ name, filter, value: values[name] as unknown }],
  );
