/**
 * Which of the agencies' magnitudes is the primary one. Each value says what moment magnitude to expect; together they
 * say which of them is right. The primary magnitude is always a value that an agency gave, never the mean.
 */
import type { Agency } from '#core/agencies.ts';
import type { Magnitude, Solution } from '#core/earthquake.ts';
import { isWholeDegree } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';

/**
 * Moment magnitude does not saturate and comes first; then the local scales, ML before MD; then Ms and mb; a proxy
 * computed from other magnitudes (`Mw*`), unknown and untyped ones last.
 */
const TYPE_ORDER = ['ML', 'MD', 'Ms', 'mb', 'Mw*'];

/**
 * Before local networks of many stations, only long periods of great earthquakes were recorded on scale: their ML, MD
 * and mb are 0.5 to 1 too small, Ms is not.
 */
const EARLY_MS = { before: Date.UTC(1977, 0), least: 5.5 };
/**
 * Ms is defined to 60 km; early depths are uncertain, and to 90 km Ms agrees with ISC-GEM's Mw (Fethiye 1957), while
 * from 100 km on it is 0.5 to 1 too large (1911, Rhodes 1926, 1941). Inclusive.
 */
const NO_MS_KM = 100;

export const typeOrder = (time: EpochMs): string =>
  [
    'Mw',
    ...(time < EARLY_MS.before ? [`Ms from ${EARLY_MS.least} on to ${NO_MS_KM} km`] : []),
    ...TYPE_ORDER,
    'others',
  ].join(', ');

/** The solution that a magnitude belongs to. */
type Setting = Pick<Solution, 'time' | 'depthKm'>;

/** Lower is better. */
export function magnitudeRank({ type, value }: Magnitude, { time, depthKm }: Setting): number {
  if (type === null) return 90;
  if (type !== 'Mw*' && type.startsWith('Mw')) return 0;
  const isDeep = depthKm !== null && depthKm >= NO_MS_KM;
  if (type === 'Ms' && !isDeep && value >= EARLY_MS.least && time < EARLY_MS.before) return 1;
  const known = TYPE_ORDER.indexOf(type);
  return known < 0 ? 80 : known + 2;
}

/** The agency's magnitudes by type order, the first of each type. */
export function orderMagnitudes(magnitudes: Magnitude[], setting: Setting): Magnitude[] {
  const types = new Set<string | null>();
  return magnitudes
    .filter(({ type }) => !types.has(type) && types.add(type))
    .toSorted((a, b) => magnitudeRank(a, setting) - magnitudeRank(b, setting));
}

/** Moment magnitude that a magnitude of another type leads to expect, and its standard deviation. */
interface Expected {
  mw: number;
  sigma: number;
}

/** Before, bulletins rest on few stations: their ML, MD and mb are too small by nearly half a unit. */
const CALIBRATED_SINCE = Date.UTC(1977, 0);

/**
 * Measured against ISC-GEM's Mw (version 7) of 178 earthquakes of Mw 5.75 and more from 1904 to 1969, and against the
 * USGS's measured Mw since 1976 (docs/magnitudes.md).
 */
const EARLY = new Map<string, (value: number) => Expected>([
  ['ML', (value) => ({ mw: value + 0.4, sigma: 0.22 })],
  ['MD', (value) => ({ mw: value + 0.38, sigma: 0.22 })],
  ['mb', (value) => ({ mw: value + 0.45, sigma: 0.27 })],
]);
const LATE = new Map<string, (value: number, isGlobal: boolean) => Expected>([
  ['ML', (value) => ({ mw: 0.98 * value + 0.15, sigma: 0.2 })],
  // Kadirioğlu and Kartal 2016.
  ['MD', (value) => ({ mw: 0.7947 * value + 1.342, sigma: 0.25 })],
  [
    'mb',
    (value, isGlobal) =>
      isGlobal ? { mw: 1.363 * value - 1.81, sigma: 0.27 } : { mw: 1.101 * value - 0.18, sigma: 0.25 },
  ],
]);

/** Kadirioğlu and Kartal 2016, two branches. */
const mwOfMs = (value: number): number => (value < 5.45 ? 0.5716 * value + 2.498 : 0.8126 * value + 1.1723);

/** A magnitude of an agency, and what it leads to expect. */
interface Given {
  agency: Agency;
  magnitude: Magnitude;
  expected: Expected;
}

function expectedMw({ type, value }: Magnitude, { agency, time, depthKm }: Solution): Expected {
  const { model } = AGENCY_DEFINITIONS[agency].errors;
  if (type === null) return model === 'compiled' ? { mw: value - 0.07, sigma: 0.25 } : { mw: value + 0.1, sigma: 0.4 };
  if (type === 'Mw*') return { mw: value + 0.2, sigma: 0.22 };
  if (type.startsWith('Mw')) return { mw: value, sigma: model === 'global' ? 0.08 : 0.15 };
  if (type === 'Ms')
    return depthKm !== null && depthKm >= NO_MS_KM
      ? { mw: value - 0.7, sigma: 0.4 }
      : { mw: mwOfMs(value), sigma: 0.2 };
  const relations = time < CALIBRATED_SINCE ? EARLY : LATE;
  return relations.get(type)?.(value, model === 'global') ?? { mw: value, sigma: 0.5 };
}

/** Values farther than this from the weighted median do not count in the mean. */
const OUTLIER = 0.5;

/**
 * The mean of what all values lead to expect, weighted by their precision; an agency's values count less the more of
 * them it gives, since they are of one network.
 */
function consensusOf(given: readonly Given[]): number {
  const perAgency = Map.groupBy(given, ({ agency }) => agency);
  const weighted = given
    .map(({ agency, expected: { mw, sigma } }) => ({
      mw,
      weight: 1 / (sigma ** 2 * Math.sqrt(perAgency.get(agency)!.length)),
    }))
    .sort((a, b) => a.mw - b.mw);
  const total = (some: typeof weighted): number => some.reduce((sum, { weight }) => sum + weight, 0);
  const half = total(weighted) / 2;
  const median = weighted.find((_, index) => total(weighted.slice(0, index + 1)) >= half)!.mw;
  const near = weighted.filter(({ mw }) => Math.abs(mw - median) <= OUTLIER);
  return near.reduce((sum, { mw, weight }) => sum + mw * weight, 0) / total(near);
}

/** Since there are networks of many stations, the first value in the order of types that is this near is taken. */
const TOLERANCE = 0.25;
const NETWORKS_SINCE = Date.UTC(1970, 0);

/** Two agencies alone that differ by this much: the greater earthquake would have been reported by others too. */
const CONFLICT = 0.8;

/**
 * The historical list has the results of studies of such earthquakes. Bulletins before 1970 are 0.3 to 0.6 too small,
 * Ms too (Ladik 1943, Gerede 1944, Amorgos 1956, Mudurnu 1967).
 */
const STUDIED_FROM = 6.8;

interface PrimaryMagnitude {
  agency: Agency;
  magnitude: Magnitude;
  /** For `explain`. */
  reason: string;
  isDoubtful?: true;
}

/**
 * The value nearest to the mean of all: by itself and by the Mw that it leads to expect, which count alike. Since 1970
 * the first in the order of types, then of the solutions, that is near enough. Before, that of the historical list for
 * great earthquakes. Of two agencies that contradict each other, and no third, the lesser.
 * @param solutions at least one, the preferred one first
 */
export function primaryMagnitude(solutions: readonly Solution[]): PrimaryMagnitude | undefined {
  const [{ time }] = solutions as [Solution];
  const given = solutions
    .flatMap((solution) =>
      solution.magnitudes.map((magnitude) => ({
        agency: solution.agency,
        magnitude,
        expected: expectedMw(magnitude, solution),
        rank: magnitudeRank(magnitude, { time, depthKm: solution.depthKm }),
      })),
    )
    .sort((a, b) => a.rank - b.rank);
  const [first] = given;
  if (!first) return undefined;
  const chosen = ({ agency, magnitude }: Given, reason: string): PrimaryMagnitude => ({ agency, magnitude, reason });
  if (isDoubtful(given, solutions))
    return { ...chosen(first, 'doubtful: no other agency confirms it'), isDoubtful: true };
  if (given.length === 1) return chosen(first, 'the only one');
  const studied = time < NETWORKS_SINCE ? given.find(isStudied) : undefined;
  if (studied) return chosen(studied, `the historical list's, of ${STUDIED_FROM} or more before 1970`);
  const contradicted = lesserOfTwo(given);
  if (contradicted) return chosen(contradicted, `the lesser of two that differ by ${CONFLICT} or more`);
  const mean = consensusOf(given);
  const far = ({ magnitude: { value }, expected: { mw } }: Given): number =>
    (Math.abs(value - mean) + Math.abs(mw - mean)) / 2;
  const near = time >= NETWORKS_SINCE ? given.find((one) => far(one) <= TOLERANCE) : undefined;
  if (near) return chosen(near, `the first type near the mean of all, Mw ${mean.toFixed(1)}`);
  const nearest = given.reduce((best, one) => (far(one) < far(best) ? one : best));
  return chosen(nearest, `the nearest to the mean of all, Mw ${mean.toFixed(1)}`);
}

const isStudied = ({ agency, magnitude: { value } }: Given): boolean =>
  AGENCY_DEFINITIONS[agency].errors.model === 'compiled' && value >= STUDIED_FROM;

/** From this magnitude on, other agencies would have reported the earthquake too. Inclusive. */
const DOUBTFUL_FROM = 5;

/** Untyped or without an epicentre, since there are networks of many stations, and of one agency alone. */
function isDoubtful(given: readonly Given[], solutions: readonly Solution[]): boolean {
  const [{ agency, magnitude }] = given as [Given];
  const solution = solutions.find((one) => one.agency === agency)!;
  return (
    given.every((one) => one.agency === agency) &&
    AGENCY_DEFINITIONS[agency].errors.model !== 'compiled' &&
    solution.time >= NETWORKS_SINCE &&
    magnitude.value >= DOUBTFUL_FROM &&
    (magnitude.type === null || isWholeDegree(solution))
  );
}

function lesserOfTwo(given: readonly Given[]): Given | undefined {
  const [one, other, third] = [...Map.groupBy(given, ({ agency }) => agency).values()].map(([best]) => best!);
  if (!one || !other || third || Math.abs(one.expected.mw - other.expected.mw) < CONFLICT) return undefined;
  return one.expected.mw < other.expected.mw ? one : other;
}
