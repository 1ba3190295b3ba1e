/** Completeness and b of one year, by agency and region. */
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import {
  addMagnitude,
  emptySample,
  frequencyMagnitude,
  type FrequencyMagnitude,
  type Sample,
} from '#core/frequency-magnitude.ts';
import type { ResearchEvent } from './event.ts';
import { REGIONS, regionOf } from './regions.ts';

export interface Completeness extends FrequencyMagnitude {
  /** `all`: the primary magnitude of every earthquake. */
  agency: string;
  region: string;
}

const ALL = 'all';

/** @param events in order of time */
export function completenessOf(year: number, events: readonly ResearchEvent[]): Completeness[] {
  const samples = new Map<string, Sample>();
  const add = (agency: string, region: string, magnitude: number): void => {
    const name = `${agency} ${region}`;
    let sample = samples.get(name);
    if (!sample) samples.set(name, (sample = emptySample()));
    addMagnitude(sample, magnitude);
  };
  for (const event of events) {
    const own = regionOf(event);
    const regions = own === undefined ? [ALL] : [ALL, own];
    for (const region of regions) {
      if (event.magnitude !== null) add(ALL, region, event.magnitude);
      for (const { agency, magnitude } of event.solutions) if (magnitude !== null) add(agency, region, magnitude);
    }
  }
  return [ALL, ...KNOWN_AGENCIES].flatMap((agency) =>
    [ALL, ...REGIONS.map(({ name }) => name)].flatMap((region) => {
      const sample = samples.get(`${agency} ${region}`);
      const result = sample && frequencyMagnitude(sample, `${year} ${agency} ${region}`);
      return result ? [{ agency, region, ...result }] : [];
    }),
  );
}
