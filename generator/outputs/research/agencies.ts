/** Agencies against each other, earthquake by earthquake, and how soon their reports were published here. */
import { KNOWN_AGENCIES, type Agency } from '#core/agencies.ts';
import { distanceKm } from '#core/geo.ts';
import { rounded } from '#seismology/frequency-magnitude.ts';
import type { ResearchEvent } from './event.ts';

/** Differences of the second agency to the first. */
interface Differences {
  seconds: number[];
  km: number[];
  magnitude: number[];
  /** Differences between magnitudes of the same type. */
  sameType: number[];
}

/** `[5, 50, 95]` percent, and of how many. */
interface Spread {
  count: number;
  percentiles: number[];
}

export interface Comparison {
  first: Agency;
  second: Agency;
  count: number;
  seconds: Spread;
  km: Spread;
  magnitude: Spread;
  magnitude_of_same_type: Spread;
}

/** The nearest rank; none of no values. */
function spreadOf(values: number[], digits: number): Spread {
  const sorted = Float64Array.from(values).sort();
  const percentiles = [0.05, 0.5, 0.95].map((share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]);
  return {
    count: values.length,
    percentiles: percentiles.flatMap((value) => (value === undefined ? [] : rounded(value, digits))),
  };
}

/** Each two of them, in the order in which agencies are listed. */
const pairsOf = (agencies: readonly Agency[]): [Agency, Agency][] =>
  agencies.flatMap((first, index) => agencies.slice(index + 1).map((second): [Agency, Agency] => [first, second]));
const PAIRS = pairsOf(KNOWN_AGENCIES);

export function comparisonsOf(events: readonly ResearchEvent[]): Comparison[] {
  const found = new Map<string, Differences>();
  for (const { solutions } of events)
    if (solutions.length > 1)
      for (const [first, second] of pairsOf(
        KNOWN_AGENCIES.filter((one) => solutions.some(({ agency }) => agency === one)),
      )) {
        const [a, b] = [first, second].map((name) => solutions.find(({ agency }) => agency === name));
        if (!a || !b) continue;
        const name = `${first} ${second}`;
        const held = found.get(name) ?? { seconds: [], km: [], magnitude: [], sameType: [] };
        found.set(name, held);
        held.km.push(distanceKm(a, b));
        if (a.time !== null && b.time !== null) held.seconds.push((b.time - a.time) / 1000);
        if (a.magnitude === null || b.magnitude === null) continue;
        held.magnitude.push(b.magnitude - a.magnitude);
        if (a.magnitudeType !== null && a.magnitudeType === b.magnitudeType)
          held.sameType.push(b.magnitude - a.magnitude);
      }
  return PAIRS.flatMap(([first, second]) => {
    const held = found.get(`${first} ${second}`);
    if (!held) return [];
    return {
      ...{ first, second, count: held.km.length },
      seconds: spreadOf(held.seconds, 1),
      km: spreadOf(held.km, 1),
      magnitude: spreadOf(held.magnitude, 2),
      magnitude_of_same_type: spreadOf(held.sameType, 2),
    };
  });
}

export interface Delay extends Spread {
  agency: Agency;
}

/** Seconds from origin to publication. */
export function delaysOf(events: readonly ResearchEvent[]): Delay[] {
  return KNOWN_AGENCIES.flatMap((agency) => {
    const seconds = events.flatMap(({ solutions }) =>
      solutions.flatMap((solution) =>
        solution.agency === agency && solution.delay !== null ? solution.delay / 1000 : [],
      ),
    );
    return seconds.length === 0 ? [] : { agency, ...spreadOf(seconds, 0) };
  });
}
