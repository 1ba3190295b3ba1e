/** Figures of the depths and early times of a catalogue of real files. Fewer is better. */
import type { Earthquake } from '#core/earthquake.ts';
import { DAY } from '#core/time.ts';
import type { Measure } from './records.ts';

const FIXED = new Set([5, 7, 10, 33]);
const CONFLICT_KM = 30;

const depthsOf = ({ solutions }: Earthquake): number[] => solutions.flatMap(({ depthKm }) => depthKm ?? []);

/** Whether two agencies' depths, nearer to each other, differ from the published one by more than 30 km. */
function isContradicted(record: Earthquake): boolean {
  const { depthKm } = record;
  if (depthKm === null) return false;
  const others = depthsOf(record).filter((depth) => Math.abs(depth - depthKm) > CONFLICT_KM);
  const isOutvoted = (one: number, other: number): boolean =>
    Math.abs(one - other) < Math.min(Math.abs(one - depthKm), Math.abs(other - depthKm));
  return others.some((one, index) => others.slice(index + 1).some((other) => isOutvoted(one, other)));
}

const isFixedBesideFree = (record: Earthquake): boolean =>
  FIXED.has(record.depthKm!) && depthsOf(record).some((depth) => !FIXED.has(depth));

/** North of the arcs and west of the Caspian slab no depth as great is known but at Vrancea. */
const isDeepInTheCrust = ({ depthKm, latitude, longitude }: Earthquake): boolean =>
  depthKm !== null && depthKm >= 100 && latitude > 38.2 && latitude < 41.8 && longitude > 22;

export function depthMeasures(records: readonly Earthquake[]): Measure[] {
  const count = (what: string, of: (record: Earthquake) => boolean): Measure => [
    what,
    String(records.filter(of).length),
  ];
  return [
    count('depths that two agencies contradict by more than 30 km', isContradicted),
    count('fixed depths where another agency has a free one', isFixedBesideFree),
    count('depths of 100 km or more between 38.2 and 41.8° N', isDeepInTheCrust),
    count('midnights before 1980 that an agency is taken to know to the second', ({ solutions }) =>
      solutions.some(({ time, precision }) => precision === 'second' && time < Date.UTC(1980, 0) && time % DAY === 0),
    ),
  ];
}
