/** Which earthquakes an alert is for, and when it may be sent. */
import { type FilterColumns, rowPredicate, type RowPredicate } from '#core/filters/filter.ts';
import { activeFilters, FILTER_LIST, type FilterValues } from '#core/filters/table.ts';
import { ownValue } from '#core/own-value.ts';
import { decimalParameter, type Parameter, Refused, wordParameter } from '#core/parameter.ts';
import type { Box } from '#core/geo.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { PROVINCES } from '#core/provinces.ts';
import { REGION } from '#core/region.ts';
import { provinceBits } from '#core/shard.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { invalid } from '../http/errors.ts';
import type { RawParameters } from '../http/query-string.ts';
import { reading, valueOf } from '../query/parameters.ts';
import { isTimeZone, type QuietHours } from './quiet-hours.ts';

export interface Rule extends QuietHours {
  /** Rows that pass: place, magnitude and blasts, as the list's filters of these names. */
  matches: (columns: FilterColumns) => RowPredicate;
  /** Also what an agency calls a blast, which is not notified otherwise. */
  hasBlasts: boolean;
  /** Of an earthquake that was notified: all revisions, or those that change much. */
  revisions: 'all' | 'major';
  /** From this magnitude on, neither quiet hours nor the limit hold a message back. */
  urgentMagnitude: number;
  /** Messages in any 60 minutes. */
  perHour: number;
}

const FILTERS = FILTER_LIST.filter(([name]) => ['provinces', 'circle', 'box', 'minMagnitude', 'blasts'].includes(name));

const REVISIONS = wordParameter('revisions', ['all', 'major'], {
  description: 'Of an earthquake that was notified, which revisions are.',
  default: 'major',
});

const clockParameter = (name: string, description: string): Parameter<number> => ({
  name,
  description,
  schema: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  parse(text) {
    const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
    return hour === undefined
      ? new Refused('a time of day such as 23:00')
      : Number(hour) * HOUR + Number(minute) * MINUTE;
  },
});

const QUIET_FROM = clockParameter('quiet_from', 'Beginning of the quiet hours of each day; needs quiet_to.');
const QUIET_TO = clockParameter('quiet_to', 'Their end, exclusive; needs quiet_from.');

const TIME_ZONE: Parameter<string> = {
  name: 'time_zone',
  description: 'Zone of the quiet hours.',
  schema: { type: 'string', default: 'Europe/Istanbul' },
  parse: (text) => (isTimeZone(text) ? text : new Refused('a time zone such as Europe/Istanbul')),
};

const URGENT_MAGNITUDE = decimalParameter('urgent_magnitude', {
  description: 'From this magnitude on a message is sent at once.',
  minimum: 4,
  maximum: 10,
});

const PER_HOUR: Parameter<number> = {
  name: 'per_hour',
  description: 'Messages in any 60 minutes at most.',
  schema: { type: 'integer', minimum: 1, maximum: 60, default: 3 },
  parse: (text) => (/^(?:[1-9]|[1-5]\d|60)$/.test(text) ? Number(text) : new Refused('a whole number from 1 to 60')),
};

const DEFAULTS = { revisions: 'major', time_zone: 'Europe/Istanbul', urgent_magnitude: '6', per_hour: '3' };

export const RULE_PARAMETERS: readonly Parameter<unknown>[] = [
  ...FILTERS.flatMap(([, { parameters }]) => parameters),
  ...[REVISIONS, QUIET_FROM, QUIET_TO, TIME_ZONE, URGENT_MAGNITUDE, PER_HOUR],
];

/** Names of the fields of a rule. */
export const RULE_FIELDS: readonly string[] = RULE_PARAMETERS.map(({ name }) => name);

const filterOf = (texts: RawParameters): FilterValues =>
  reading(texts, (value) =>
    Object.fromEntries(FILTERS.map(([name, one]) => [name, one.parse(value, () => 0)])),
  ) as FilterValues;

/** @throws GatewayError that names the field */
export function readRule(fields: RawParameters): Rule {
  const texts = new Map([...Object.entries(DEFAULTS), ...fields]);
  const filter = filterOf(texts);
  const [from, to] = [valueOf(texts, QUIET_FROM), valueOf(texts, QUIET_TO)];
  if ((from === undefined) !== (to === undefined))
    throw invalid(from === undefined ? QUIET_FROM.name : QUIET_TO.name, 'Quiet hours need quiet_from and quiet_to.');
  if (from !== undefined && from === to) throw invalid(QUIET_TO.name, 'Quiet hours end when they begin.');
  return {
    matches: rowPredicate(activeFilters(filter), false),
    hasBlasts: ['include', 'only'].includes(texts.get('blasts')?.toLowerCase() ?? ''),
    revisions: valueOf(texts, REVISIONS)!,
    quiet: from === undefined || to === undefined ? undefined : { from, to },
    zone: valueOf(texts, TIME_ZONE)!,
    urgentMagnitude: valueOf(texts, URGENT_MAGNITUDE)!,
    perHour: valueOf(texts, PER_HOUR)!,
  };
}

/** Fields of a request: the text of a field, '' to remove it, undefined to leave it as it is. */
export type RuleFields = (name: string) => string | undefined;

/** What the catalogue may hold, as if it were one shard. Magnitudes from that of a blow with a hammer up. */
const everything = ({ south, north, west, east }: Box): ShardEntry =>
  ({
    ...{ latitude: [south, north], longitude: [west, east], magnitude: [-3, 10], count: 2, blasts: 1 },
    provinces: provinceBits(PROVINCES.map(({ code }) => Number(code))),
  }) as Partial<ShardEntry> as ShardEntry;

/** A rule that no earthquake passes would only take the place of others. @throws GatewayError that names the field */
function requirePossible(filter: FilterValues, region: Box): void {
  for (const { name, filter: one, value } of activeFilters(filter))
    if (!one.prune(everything(region), value)) {
      const [first] = one.parameters.length > 0 ? one.parameters.map((parameter) => parameter.name) : [name];
      throw invalid(first!, 'No earthquake of this service can pass it: it lies outside of the region, or above M 10.');
    }
}

/**
 * The fields that differ from the defaults.
 * @param region of the catalogue @throws GatewayError that names the field
 */
export function changedRule(
  fields: RuleFields,
  { former = {}, region = REGION }: { former?: Record<string, string> | undefined; region?: Box | undefined } = {},
): Record<string, string> {
  const given = RULE_FIELDS.map((name) => [name, fields(name) ?? ownValue(former, name) ?? ''] as const);
  const rule = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const texts = new Map(Object.entries(rule));
  readRule(texts);
  requirePossible(filterOf(texts), region);
  return rule;
}

/** The fields of a rule with its defaults, for a client. */
export const describedRule = (fields: Record<string, string>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries({ ...DEFAULTS, ...fields }).map(([name, text]) => [name, NUMERIC.has(name) ? Number(text) : text]),
  );

const NUMERIC = new Set(RULE_FIELDS.filter((name) => /magnitude|latitude|longitude|radius|per_hour/.test(name)));
