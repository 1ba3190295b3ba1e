/**
 * Which of the agencies' magnitudes is the primary one. Each value says what moment magnitude to expect; together they
 * say which of them is right. The primary magnitude is always a value that an agency gave, never the mean.
 */
import type { Agency } from '#core/agencies.ts';
import type { Magnitude, Solution } from '#core/earthquake.ts';
import { isWholeDegree } from '#core/geo.ts';
import { MINUTE, type EpochMs } from '#core/time.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';
import { expectedMw, NO_MS_KM, type Expected } from '../association/expected-mw.ts';

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

export const typeOrder = (time: EpochMs): string =>
  [
    'Mw',
    ...(time < EARLY_MS.before ? [`Ms from ${EARLY_MS.least} on to ${NO_MS_KM} km`] : []),
    ...TYPE_ORDER,
    'others',
  ].join(', ');

/** The solution that a magnitude belongs to. */
type Setting = Pick<Solution, 'time' | 'depthKm'>;

/** The rank of a measured moment magnitude. */
const MEASURED = 0;

/** Lower is better. */
export function magnitudeRank({ type, value }: Magnitude, { time, depthKm }: Setting): number {
  if (type === null) return 90;
  if (type !== 'Mw*' && type.startsWith('Mw')) return MEASURED;
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

/** A magnitude of an agency, and what it leads to expect. */
interface Given {
  agency: Agency;
  magnitude: Magnitude;
  expected: Expected;
  rank: number;
}

/** Values farther than this from the weighted median do not count in the mean. */
const OUTLIER = 0.5;

interface Consensus {
  /** Expected Mw. */
  mean: number;
  outliers: ReadonlySet<Magnitude>;
  /** Undefined where one agency alone counts. */
  error: number | undefined;
}

/**
 * The mean of what all values lead to expect, weighted by their precision; an agency's values count less the more of
 * them it gives, since they are of one network.
 */
function consensusOf(given: readonly Given[]): Consensus {
  const perAgency = Map.groupBy(given, ({ agency }) => agency);
  const weighted = given
    .map(({ agency, magnitude, expected: { mw, sigma } }) => ({
      ...{ mw, magnitude, agency },
      weight: 1 / (sigma ** 2 * Math.sqrt(perAgency.get(agency)!.length)),
    }))
    .sort((a, b) => a.mw - b.mw);
  const total = (some: typeof weighted): number => some.reduce((sum, { weight }) => sum + weight, 0);
  const half = total(weighted) / 2;
  const median = weighted.find((_, index) => total(weighted.slice(0, index + 1)) >= half)!.mw;
  const isNear = ({ mw }: (typeof weighted)[number]): boolean => Math.abs(mw - median) <= OUTLIER;
  const near = weighted.filter(isNear);
  const mean = near.reduce((sum, { mw, weight }) => sum + mw * weight, 0) / total(near);
  const others = new Set(near.map(({ agency }) => agency)).size - 1;
  const scatter = near.reduce((sum, { mw, weight }) => sum + weight * (mw - mean) ** 2, 0) / total(near);
  return {
    mean,
    // Of what the values promise, and of how they differ.
    error: others === 0 ? undefined : Math.sqrt(1 / total(near) + scatter / others),
    outliers: new Set(weighted.filter((one) => !isNear(one)).map(({ magnitude }) => magnitude)),
  };
}

/** Since there are networks of many stations, the first value in the order of types that is this near is taken. */
const TOLERANCE = 0.25;
const NETWORKS_SINCE = Date.UTC(1970, 0);

/** Two agencies contradict each other where all of their values differ by so much in expected Mw. Inclusive. */
const CONFLICT = 0.8;

/** ML, MD and mb saturate (Kanamori 1983): beside a measured Mw from here on, inclusive, they do not count. */
const SATURATING = { types: ['ML', 'MD', 'mb'], mw: 6 };

/**
 * The historical list has the results of studies of such earthquakes. Bulletins before 1970 are 0.3 to 0.6 too small,
 * Ms too (Ladik 1943, Gerede 1944, Amorgos 1956, Mudurnu 1967).
 */
const STUDIED_FROM = 6.8;

export interface PrimaryMagnitude {
  agency: Agency;
  magnitude: Magnitude;
  /** For `explain`. */
  reason: string;
  isDoubtful?: true;
  /** Of two agencies that contradict each other. */
  isSettling?: true;
  /** Those of the solutions that did not count in the mean of all; absent where none was made. */
  outliers?: ReadonlySet<Magnitude>;
  /** Standard deviation of the mean of two agencies or more since there are networks of many stations. */
  error?: number;
}

/**
 * The value nearest to the mean of all: by itself and by the Mw that it leads to expect, which count alike. Since 1970
 * the first in the order of types, then of the solutions, that is near enough. Before, that of the historical list for
 * great earthquakes. Of two agencies that contradict each other the measured one, else the greater.
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
  const contradicted = ofContradiction(given, time);
  if (contradicted)
    return { ...chosen(contradicted, `of two agencies that differ by ${CONFLICT} or more`), isSettling: true };
  const voting = withoutSaturated(given);
  const { mean, outliers, error } = consensusOf(voting);
  const far = ({ magnitude: { value }, expected: { mw } }: Given): number =>
    (Math.abs(value - mean) + Math.abs(mw - mean)) / 2;
  const near = time >= NETWORKS_SINCE ? voting.find((one) => far(one) <= TOLERANCE) : undefined;
  const nearest = (): Given => voting.reduce((best, one) => (far(one) < far(best) ? one : best));
  const known = error === undefined || time < NETWORKS_SINCE ? {} : { error };
  const why = near ? 'the first type near' : 'the nearest to';
  return { ...chosen(near ?? nearest(), `${why} the mean of all, Mw ${mean.toFixed(1)}`), outliers, ...known };
}

const isStudied = ({ agency, magnitude: { value } }: Given): boolean =>
  AGENCY_DEFINITIONS[agency].errors.model === 'compiled' && value >= STUDIED_FROM;

/** From this magnitude on, other agencies would have reported the earthquake too. Inclusive. */
const DOUBTFUL_FROM = 5;

/**
 * Exclusive: in Kandilli's reviewed catalogue rows without a depth end in 2004. Later the first report of a great
 * earthquake may fall on a whole minute.
 */
const UNLOCATED_BEFORE = Date.UTC(2005, 0);

/** A location by arrival times has seconds and a depth: a row without them was copied. */
const isUnlocated = ({ time, depthKm }: Solution): boolean =>
  time < UNLOCATED_BEFORE && (time % MINUTE === 0 || depthKm === null);

/** Untyped or not located, since there are networks of many stations, and of one agency alone. */
function isDoubtful(given: readonly Given[], solutions: readonly Solution[]): boolean {
  const [{ agency, magnitude }] = given as [Given];
  const solution = solutions.find((one) => one.agency === agency)!;
  return (
    given.every((one) => one.agency === agency) &&
    AGENCY_DEFINITIONS[agency].errors.model !== 'compiled' &&
    solution.time >= NETWORKS_SINCE &&
    magnitude.value >= DOUBTFUL_FROM &&
    (magnitude.type === null || isWholeDegree(solution) || isUnlocated(solution))
  );
}

const isMeasured = ({ rank }: Given): boolean => rank === MEASURED;

/**
 * Of two agencies that contradict each other the measured value, else the greater; before 1970 the lesser, since others
 * would have reported the greater earthquake. Undefined for more agencies, and where any of their values agree.
 */
function ofContradiction(given: readonly Given[], time: EpochMs): Given | undefined {
  const [one, other, third] = [...Map.groupBy(given, ({ agency }) => agency).values()];
  if (!one || !other || third) return undefined;
  const apart = (a: Given, b: Given): number => Math.round(Math.abs(a.expected.mw - b.expected.mw) * 100);
  const agree = one.some((a) => other.some((b) => apart(a, b) < CONFLICT * 100));
  if (agree) return undefined;
  const [lesser, greater] = [one[0]!, other[0]!].sort((a, b) => a.expected.mw - b.expected.mw) as [Given, Given];
  if (time < NETWORKS_SINCE) return lesser;
  return isMeasured(lesser) && !isMeasured(greater) ? lesser : greater;
}

function withoutSaturated(given: readonly Given[]): readonly Given[] {
  if (!given.some((one) => isMeasured(one) && one.magnitude.value >= SATURATING.mw)) return given;
  return given.filter(({ magnitude: { type } }) => type === null || !SATURATING.types.includes(type));
}
