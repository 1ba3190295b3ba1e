/** Percentiles and shares measured on the agencies' real files, and how nearly synthetic reports must have them. */
import assert from 'node:assert/strict';
import { DAY } from '#core/time.ts';
import { startOfYear } from '../../scripts/synthetic/eras.ts';
import type { SeismicityOptions } from '../../scripts/synthetic/seismicity.ts';
import { percentiles, type Pair, type ObservedShock } from './synthetic-pairs.ts';

export const years = (from: number, to: number, events: number): SeismicityOptions => ({
  events,
  seed: 3,
  from: startOfYear(from),
  until: startOfYear(to + 1),
  scenario: 'catalogue',
});

export const DAY_OF_SEQUENCE: SeismicityOptions = {
  events: 30_000,
  seed: 3,
  from: startOfYear(2023),
  until: startOfYear(2023) + DAY,
  scenario: 'sequence',
};

export interface Target {
  shares: Record<string, number>;
  /** At 5, 50 and 95 %. */
  seconds: number[];
  /** At 50, 90 and 99 %. */
  km: number[];
  /** At 5, 50 and 95 %. */
  magnitude: number[];
}

/** Seconds within 1 (0.5 in the median), magnitudes within 0.1, distances within 25, 40 and 50 % at 50, 90 and 99 %. */
export function assertLike(pairs: Pair[], { shares, seconds, km, magnitude }: Target): void {
  assert.ok(pairs.length > 150, `only ${pairs.length} pairs`);
  const near = (what: string, actual: number[], expected: number[], tolerances: number[]): void =>
    expected.forEach((value, i) =>
      assert.ok(
        Math.abs(actual[i]! - value) <= tolerances[i]! + 1e-9,
        `${what}: ${actual.map((each) => each.toFixed(2))} instead of ${expected}`,
      ),
    );
  near('seconds', percentiles(pairs, 'seconds', [5, 50, 95], shares), seconds, [1, 0.5, 1]);
  near('km', percentiles(pairs, 'km', [50, 90, 99], shares), km, [0.25 * km[0]!, 0.4 * km[1]!, 0.5 * km[2]!]);
  near('magnitude', percentiles(pairs, 'magnitude', [5, 50, 95], shares), magnitude, [0.1, 0.1, 0.1]);
}

export function assertShare(
  seen: ObservedShock[],
  [part, whole]: ['kandilli' | 'afad', 'kandilli' | 'afad' | 'usgs'],
  expected: number,
  tolerance: number,
): void {
  const base = seen.filter(({ observers }) => observers.includes(whole));
  const share = base.filter(({ observers }) => observers.includes(part)).length / base.length;
  assert.ok(Math.abs(share - expected) <= tolerance, `${part} has ${share.toFixed(3)} of ${whole}, not ${expected}`);
}
