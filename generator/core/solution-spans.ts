/** What the manifest says of each agency's solutions in a shard: by these a reader of one agency's catalogue prunes. */
import { KNOWN_AGENCIES, type Agency, type Solution } from './earthquake.ts';
import { type Codec, fields, integer, number, type Of, optional, orNull, pair, record, second } from './codecs.ts';
import { groupBy } from './group-by.ts';
import { wholeSecond, type EpochMs } from './time.ts';

/** Both ends inclusive. */
export type Span = [number, number];

/** The least and the greatest of at least one value. */
export function spanOfValues(values: Iterable<number>): Span {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Spans of one agency's solutions in one shard. */
const AGENCY_SPANS = fields({
  count: integer,
  /** Whole seconds. */
  time: pair(second),
  latitude: pair(number),
  longitude: pair(number),
  /** Null when no solution has a depth. */
  depthKm: ['depth_km', orNull(pair(number))],
  /** By type of magnitude; the empty one is that of untyped magnitudes. */
  magnitudes: record(pair(number)),
});

export type AgencySpans = Of<typeof AGENCY_SPANS>;
export type SolutionSpans = Partial<Record<Agency, AgencySpans>>;

export function solutionSpans(solutions: readonly Solution[]): SolutionSpans {
  const byAgency = groupBy(solutions, ({ agency }) => agency);
  const spans = KNOWN_AGENCIES.flatMap((agency) => {
    const own = byAgency.get(agency);
    return own ? [[agency, spansOf(own)] as const] : [];
  });
  return Object.fromEntries(spans);
}

function spansOf(solutions: Solution[]): AgencySpans {
  const depths = solutions.flatMap(({ depthKm }) => (depthKm === null ? [] : [depthKm]));
  const byType = groupBy(
    solutions.flatMap(({ magnitudes }) => magnitudes),
    ({ type }) => type ?? '',
  );
  const over = (value: (solution: Solution) => EpochMs | number): Span => spanOfValues(solutions.map(value));
  return {
    count: solutions.length,
    time: over(({ time }) => wholeSecond(time)),
    latitude: over(({ latitude }) => latitude),
    longitude: over(({ longitude }) => longitude),
    depthKm: depths.length === 0 ? null : spanOfValues(depths),
    magnitudes: Object.fromEntries(
      [...byType.keys()].sort().map((type) => [type, spanOfValues(byType.get(type)!.map(({ value }) => value))]),
    ),
  };
}

/** Agencies of a later version are passed over. */
export const SOLUTION_SPANS: Codec<SolutionSpans> = fields(
  Object.fromEntries(KNOWN_AGENCIES.map((agency) => [agency, [agency, optional(AGENCY_SPANS)] as const])),
);
