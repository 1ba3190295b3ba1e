/** Filters by bounds of one value: time, magnitude, depth. */
import { DAY_RULE, DAY_SCHEMA, decimalParameter, type Parameter, Refused } from '../parameter.ts';
import { DAY, type EpochMs, formatDay, parseDay } from '../time.ts';
import { atLeast, atMost } from './filter.ts';

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

export const from = atLeast('time', dayParameter('date_from', 'First UTC day, inclusive.', 0), {
  ...DAYS,
  times: (first) => [first, Infinity],
});
/** Its value is the day's last millisecond. */
export const to = atMost('time', from, dayParameter('date_to', 'Last UTC day, inclusive.', DAY - 1), {
  ...DAYS,
  times: (last) => [-Infinity, last],
});

export const minMagnitude = atLeast(
  'magnitude',
  decimalParameter('min_magnitude', { description: 'Least primary magnitude, inclusive.' }),
  { divides: true },
);
export const maxMagnitude = atMost(
  'magnitude',
  minMagnitude,
  decimalParameter('max_magnitude', { description: 'Greatest primary magnitude, inclusive.' }),
  { divides: true },
);

export const minDepthKm = atLeast(
  'depthKm',
  decimalParameter('min_depth', {
    description: 'Least depth in km below sea level, inclusive; records without a depth never match.',
  }),
  { canonicalName: 'minDepth' },
);
export const maxDepthKm = atMost(
  'depthKm',
  minDepthKm,
  decimalParameter('max_depth', {
    description: 'Greatest depth in km below sea level, inclusive; records without a depth never match.',
  }),
  { canonicalName: 'maxDepth' },
);
