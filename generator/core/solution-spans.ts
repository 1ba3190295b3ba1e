/** What the manifest says of each agency's solutions in a shard: by these a reader of one agency's catalogue prunes. */
import { KNOWN_AGENCIES, type Agency, type Solution } from './earthquake.ts';
import { field, integer, number, object, orNull, pair, second, type Json } from './json-fields.ts';
import { formatSecond, wholeSecond, type EpochMs } from './time.ts';

/** Both ends inclusive. */
export type Span = [number, number];

export const times = ([from, to]: Span): [string, string] => [formatSecond(from), formatSecond(to)];

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
export interface AgencySpans {
  count: number;
  /** Whole seconds, as EpochMs. */
  time: Span;
  latitude: Span;
  longitude: Span;
  /** Null when no solution has a depth. */
  depthKm: Span | null;
  /** By type of magnitude; the empty one is that of untyped magnitudes. */
  magnitudes: Record<string, Span>;
}

export type SolutionSpans = Partial<Record<Agency, AgencySpans>>;

export function solutionSpans(solutions: readonly Solution[]): SolutionSpans {
  const byAgency = Map.groupBy(solutions, ({ agency }) => agency);
  const spans = KNOWN_AGENCIES.flatMap((agency) => {
    const own = byAgency.get(agency);
    return own ? [[agency, spansOf(own)] as const] : [];
  });
  return Object.fromEntries(spans);
}

function spansOf(solutions: Solution[]): AgencySpans {
  const depths = solutions.flatMap(({ depthKm }) => (depthKm === null ? [] : [depthKm]));
  const byType = Map.groupBy(
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

export const solutionSpansJson = (spans: SolutionSpans): Json =>
  Object.fromEntries(
    KNOWN_AGENCIES.flatMap((agency) => (spans[agency] ? [[agency, agencySpansJson(spans[agency])]] : [])),
  );

const agencySpansJson = ({ count, time, latitude, longitude, depthKm, magnitudes }: AgencySpans): Json => ({
  count,
  time: times(time),
  latitude,
  longitude,
  depth_km: depthKm,
  magnitudes,
});

/** @throws Error that says what is due */
export function readSolutionSpans(value: unknown): SolutionSpans {
  const json = object(value);
  const known = KNOWN_AGENCIES.filter((agency) => json[agency] !== undefined);
  return Object.fromEntries(known.map((agency) => [agency, field(json, agency, readAgencySpans)]));
}

function readAgencySpans(value: unknown): AgencySpans {
  const json = object(value);
  const magnitudes = Object.entries(field(json, 'magnitudes', object));
  return {
    count: field(json, 'count', integer),
    time: field(json, 'time', pair(second)),
    latitude: field(json, 'latitude', pair(number)),
    longitude: field(json, 'longitude', pair(number)),
    depthKm: field(json, 'depth_km', orNull(pair(number))),
    magnitudes: Object.fromEntries(magnitudes.map(([type, span]) => [type, pair(number)(span)])),
  };
}
