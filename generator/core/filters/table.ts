/**
 * The table of filters that list, changes and exports share: how each is read, written, used for pruning and matched.
 * A new filter is one more entry of {@link FILTERS}. All bounds are inclusive, but for `updatedAfter`.
 */
import { EVENT_TYPES } from '../event-types.ts';
import { type Parameter, Refused, wordParameter } from '../parameter.ts';
import { type EpochMs, formatInstant, HOUR, parseZoned } from '../time.ts';
import { box, circle } from './area.ts';
import { blasts } from './blasts.ts';
import { from, maxDepthKm, maxMagnitude, minDepthKm, minMagnitude, to } from './bounds.ts';
import { type Filter, single } from './filter.ts';
import { provinces } from './provinces.ts';
import { agencies, place } from './words.ts';

/** In hours. */
const MAX_AGE: Parameter<number> = {
  name: 'max_age',
  description:
    'Greatest age: hours (`24h`) or days of 24 hours (`7d`), counted back from the minute of the answer. The pages ' +
    'after it count from the same minute.',
  schema: { type: 'string', pattern: '^\\d{1,6}[hd]$' },
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

const EVENT_TYPE = wordParameter('event_type', EVENT_TYPES, {
  description: 'A QuakeML event type; `earthquake` leaves out blasts and the like.',
  noun: 'a QuakeML event type',
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
      parseZoned(text) ?? new Refused('an instant such as 2026-07-01T12:00:00Z, with Z or an offset as its zone'),
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
  provinces,
  eventTypes,
  blasts,
  updatedAfter,
};

type ValueOf<F> = F extends Filter<infer T> ? T : never;

/** Values of filters; an absent one does not restrict. */
export type FilterValues = { [Name in keyof typeof FILTERS]?: ValueOf<(typeof FILTERS)[Name]> };

/** The table for code that treats all filters alike. */
export const FILTER_LIST = Object.entries(FILTERS) as [keyof FilterValues, Filter<unknown>][];

interface NamedFilter {
  name: keyof FilterValues;
  filter: Filter<unknown>;
  value: unknown;
}

/** Those that a query has a value for. */
export function activeFilters(values: FilterValues): NamedFilter[] {
  const active: NamedFilter[] = [];
  for (const [name, filter] of FILTER_LIST)
    if (values[name] !== undefined) active.push({ name, filter, value: values[name] });
  return active;
}
