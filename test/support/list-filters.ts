/** Arbitrary list filters, as clients write them, over the values of the synthetic datasets. */
import { AGENCIES } from '#core/earthquake.ts';
import { DAY, formatDay } from '#core/time.ts';
import type { Texts } from './naive-list.ts';
import fc from './property.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

const oneDecimal = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => String(tenths / 10));
const ordered = (low: string, high: string, value: fc.Arbitrary<string>): fc.Arbitrary<Texts> =>
  fc.tuple(fc.option(value, { nil: undefined }), fc.option(value, { nil: undefined })).map(([a, b]) => {
    const swap = a !== undefined && b !== undefined && (low === 'date_from' ? a > b : Number(a) > Number(b));
    const [from, to] = swap ? [b, a] : [a, b];
    return { ...(from === undefined ? {} : { [low]: from }), ...(to === undefined ? {} : { [high]: to }) };
  });
const recentDay = fc.integer({ min: 0, max: 500 }).map((days) => formatDay(AS_OF - days * DAY));
const anyDay = fc.oneof(recentDay, recentDay, fc.constantFrom('0001-01-01', '1500-02-29', '1970-01-01', '9999-12-31'));
const circle: fc.Arbitrary<Texts> = fc.record({
  latitude: oneDecimal(33, 44),
  longitude: oneDecimal(24, 46),
  max_radius_km: oneDecimal(0, 900),
});
const extra: fc.Arbitrary<Texts> = fc.record(
  {
    sources: fc.subarray([...AGENCIES], { minLength: 1, maxLength: 3 }).map((names) => names.join(',')),
    q: fc.constantFrom('izmir', 'İZMİR', 'KÖRFEZ', 'igdir', 'crete', 'nowhere'),
    province: fc
      .subarray(['35', 'Kahramanmaraş', 'TR-41', 'tekirdag', '81'], { minLength: 1 })
      .map((names) => names.join(',')),
    event_type: fc.constantFrom('earthquake', 'quarry blast', 'explosion'),
  },
  { requiredKeys: [] },
);
const age: fc.Arbitrary<Texts> = fc
  .oneof(
    fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.constant('h')),
    fc.tuple(fc.integer({ min: 1, max: 600 }), fc.constant('d')),
  )
  .map(([count, unit]) => ({ max_age: `${count}${unit}` }));
const half = (arbitrary: fc.Arbitrary<Texts>): fc.Arbitrary<Texts> => fc.oneof(fc.constant({}), arbitrary);
export const filters: fc.Arbitrary<Texts> = fc
  .tuple(
    half(ordered('date_from', 'date_to', anyDay)),
    fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: age }),
    half(ordered('min_magnitude', 'max_magnitude', oneDecimal(0, 8))),
    half(ordered('min_depth', 'max_depth', oneDecimal(-2, 45))),
    half(ordered('min_latitude', 'max_latitude', oneDecimal(33, 44))),
    half(ordered('min_longitude', 'max_longitude', oneDecimal(24, 46))),
    half(circle),
    half(extra),
  )
  .map((parts) => Object.assign({}, ...parts) as Texts);
