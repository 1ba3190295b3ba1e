/** Arbitrary list filters, as clients write them, over the values of the synthetic datasets. */
import { AGENCIES } from '#core/earthquake.ts';
import type { FilterValues } from '#core/filters/table.ts';
import { DAY, formatDay, formatInstant, HOUR } from '#core/time.ts';
import type { Texts } from './naive-list.ts';
import fc from './property.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

const written = (name: string, text: fc.Arbitrary<string>): fc.Arbitrary<Texts> => text.map((one) => ({ [name]: one }));
const oneDecimal = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => String(tenths / 10));
const recentDay = fc.integer({ min: 0, max: 500 }).map((days) => formatDay(AS_OF - days * DAY));
const anyDay = fc.oneof(recentDay, recentDay, fc.constantFrom('0001-01-01', '1500-02-29', '1970-01-01', '9999-12-31'));
const magnitude = oneDecimal(0, 8);
const depth = oneDecimal(-2, 45);
const edges: Record<string, fc.Arbitrary<string>> = {
  ...{ min_latitude: oneDecimal(33, 44), max_latitude: oneDecimal(33, 44) },
  ...{ min_longitude: oneDecimal(24, 46), max_longitude: oneDecimal(24, 46) },
};

/** Of every filter of the table, one alone. Tests iterate the table, so that each has its values here. */
export const FILTER_TEXTS: Readonly<Record<keyof FilterValues, fc.Arbitrary<Texts>>> = {
  from: written('date_from', anyDay),
  to: written('date_to', anyDay),
  maxAge: written(
    'max_age',
    fc.oneof(
      fc.integer({ min: 1, max: 9000 }).map((hours) => `${hours}h`),
      fc.integer({ min: 1, max: 600 }).map((days) => `${days}d`),
    ),
  ),
  minMagnitude: written('min_magnitude', magnitude),
  maxMagnitude: written('max_magnitude', magnitude),
  agencies: written(
    'sources',
    fc.subarray([...AGENCIES], { minLength: 1, maxLength: 3 }).map((names) => names.join(',')),
  ),
  box: fc.record(edges, { requiredKeys: [] }).filter((one) => Object.keys(one).length > 0),
  circle: fc.record({
    latitude: oneDecimal(33, 44),
    longitude: oneDecimal(24, 46),
    max_radius_km: oneDecimal(0, 900),
  }),
  minDepthKm: written('min_depth', depth),
  maxDepthKm: written('max_depth', depth),
  place: written(
    'q',
    fc.constantFrom(
      'izmir',
      'İZMİR',
      'KÖRFEZ',
      'igdir',
      'crete',
      'nowhere',
      'izmir 2025',
      '2024 depremi',
      'korfezi ege',
    ),
  ),
  provinces: written(
    'province',
    fc.subarray(['35', 'Kahramanmaraş', 'TR-41', 'tekirdag', '81'], { minLength: 1 }).map((names) => names.join(',')),
  ),
  eventTypes: written('event_type', fc.constantFrom('earthquake', 'quarry blast', 'explosion')),
  blasts: written('blasts', fc.constantFrom('include', 'exclude', 'only')),
  updatedAfter: written(
    'updated_after',
    fc.integer({ min: 0, max: 24 * 400 }).map((hours) => formatInstant(AS_OF - hours * HOUR)),
  ),
};

/** The least and the greatest of one value, which may not contradict each other. */
const PAIRS = [
  ['date_from', 'date_to'],
  ...['magnitude', 'depth', 'latitude', 'longitude'].map((name) => [`min_${name}`, `max_${name}`] as const),
] as const;

/** With each pair in its order. */
export function ordered(texts: Texts): Texts {
  const result = { ...texts };
  for (const [low, high] of PAIRS) {
    const [from, to] = [result[low], result[high]];
    const isWrong =
      from !== undefined && to !== undefined && (low === 'date_from' ? from > to : Number(from) > Number(to));
    if (isWrong) [result[low], result[high]] = [to, from];
  }
  return result;
}

/** Some of the filters at once. `updatedAfter`, which lists answer in another order, is none of them. */
const { updatedAfter, ...together } = FILTER_TEXTS;

export const filters: fc.Arbitrary<Texts> = fc
  .tuple(
    ...Object.entries(together).map(([name, texts]) =>
      fc.oneof(
        { weight: ['from', 'to', 'maxAge'].includes(name) ? 4 : 3, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: texts },
      ),
    ),
  )
  .map((parts) => ordered(Object.assign({}, ...parts) as Texts));
