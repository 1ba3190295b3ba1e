/** Which depth of an earthquake's solutions is preferred. Pure. */
import type { Solution } from '#core/earthquake.ts';
import { insideBox, type Box, type Point } from '#core/geo.ts';

/** In km: what agencies write where they fixed the depth before they located the earthquake. */
const FIXED_DEPTHS = new Set([5, 7, 10, 33]);

/** Depths that differ by more than this, in km, contradict each other. */
const CONFLICT_KM = 30;

/** Hellenic arc, Cyprian arc, Vrancea, eastern Caucasus. */
const DEEP_REGIONS: readonly Box[] = [
  { south: 30, north: 38.2, west: 20, east: 32.5 },
  { south: 30, north: 37.3, west: 32.5, east: 36.5 },
  { south: 44.5, north: 47, west: 25, east: 28.5 },
  { south: 41.8, north: 47, west: 43.5, east: 52 },
];
/** In km: elsewhere no depth as great, inclusive, has the support of a second agency since 1980. */
const DEEP_KM = 100;

const isDoubtful = (depthKm: number, place: Point): boolean =>
  depthKm >= DEEP_KM && !DEEP_REGIONS.some((region) => insideBox(place, region));

/**
 * The depth of the first solution that has one. It gives way where it contradicts all others and two of these are
 * nearer to each other, or where nothing is known to be as deep. A fixed depth gives way to a free one.
 * @param solutions the preferred one first
 * @returns km below sea level; null where none is left
 */
export function preferredDepthKm(solutions: readonly (Point & Pick<Solution, 'depthKm'>)[]): number | null {
  const depths = solutions.flatMap(({ depthKm }) => depthKm ?? []).filter((depth) => !isDoubtful(depth, solutions[0]!));
  const possible = depths.filter((depth, index) => !isAlone(depth, depths.toSpliced(index, 1)));
  return possible.find((depth) => !FIXED_DEPTHS.has(depth)) ?? possible[0] ?? null;
}

function isAlone(depth: number, others: readonly number[]): boolean {
  const nearest = Math.min(...others.map((other) => Math.abs(other - depth)));
  const agree = others.some((one, index) => others.slice(index + 1).some((other) => Math.abs(one - other) < nearest));
  return nearest > CONFLICT_KM && agree;
}
