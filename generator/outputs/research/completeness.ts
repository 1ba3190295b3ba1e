/** Completeness and b of one year, by agency and region. */
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import {
  addMagnitude,
  BIN,
  emptySample,
  frequencyMagnitude,
  LEAST_BIN,
  type FrequencyMagnitude,
} from '#seismology/frequency-magnitude.ts';
import type { ResearchEvent } from './event.ts';
import { addType, isMixed, typeCounts, type TypeCounts, type TypedBins } from './magnitude-scale.ts';
import { REGIONS, regionOf } from './regions.ts';

export interface Completeness extends Omit<FrequencyMagnitude, 'b_reason'> {
  /** `all`: the primary magnitude of every earthquake. */
  agency: string;
  region: string;
  b_reason: FrequencyMagnitude['b_reason'] | 'mixed_types';
  /** Of the magnitudes from Mc up. */
  types: TypeCounts;
}

const ALL = 'all';

interface Group {
  sample: ReturnType<typeof emptySample>;
  types: TypedBins;
}

/** @param events in order of time */
export function completenessOf(year: number, events: readonly ResearchEvent[]): Completeness[] {
  const groups = new Map<string, Group>();
  const add = (name: string, magnitude: number | null, type: string | null): void => {
    if (magnitude === null) return;
    const group = groups.getOrInsertComputed(name, () => ({ sample: emptySample(), types: new Map() }));
    addType(group.types, type, addMagnitude(group.sample, magnitude));
  };
  for (const event of events) {
    const own = regionOf(event);
    const regions = own === undefined ? [ALL] : [ALL, own];
    for (const region of regions) {
      add(`${ALL} ${region}`, event.magnitude, event.magnitudeType);
      for (const { agency, magnitude, magnitudeType } of event.solutions)
        add(`${agency} ${region}`, magnitude, magnitudeType);
    }
  }
  return [ALL, ...KNOWN_AGENCIES].flatMap((agency) =>
    [ALL, ...REGIONS.map(({ name }) => name)].flatMap((region) => {
      const group = groups.get(`${agency} ${region}`);
      const result = group && estimate(group, `${year} ${agency} ${region}`);
      return result ? [{ agency, region, ...result }] : [];
    }),
  );
}

/** b-positive follows from magnitudes of all sizes, so any mixture of types leaves it out. */
function estimate({ sample, types }: Group, seed: string): Omit<Completeness, 'agency' | 'region'> | undefined {
  const found = frequencyMagnitude(sample, seed);
  if (!found) return undefined;
  const { mc } = found;
  const counted = mc === null ? {} : typeCounts(types, Math.round(mc / BIN) - LEAST_BIN);
  return {
    ...found,
    ...(mc !== null && isMixed(counted, mc) && { b: null, b_error: null, b_reason: 'mixed_types' as const }),
    ...(isMixed(typeCounts(types, 0), -Infinity) && { b_positive: null, b_positive_error: null }),
    types: counted,
  };
}
