/** Which agency's solution is preferred, and which magnitude is the primary one. */
import { shownAgencies, type Agency } from '#core/agencies.ts';
import type { Earthquake, Magnitude, Solution } from '#core/earthquake.ts';
import { distanceKm, insideBox, type Point } from '#core/geo.ts';
import { DATE_PRECISIONS, type EpochMs } from '#core/time.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';
import type { AgencyDefinition } from '../../sources/agency.ts';
import { feedGroupNamed } from '../documents/feed-groups.ts';
import { NATIONAL } from '../regions.ts';

/** A column of the ranks that agencies have (`sources/agency.ts`). */
type Order = keyof AgencyDefinition['ranks'];

/**
 * `inside`: AFAD is the authority by law and names district and province; Kandilli's network is its equal. `outside`:
 * only the global network surrounds such an earthquake. `early`: a catalogue that re-evaluated the old bulletins comes
 * before lists that copied them.
 */
const ORDER_NAMES: Readonly<Record<Order, string>> = {
  inside: 'inside the national networks',
  outside: 'outside the national networks',
  early: 'before 1970',
};
const NETWORKS_SINCE = Date.UTC(1970, 0);

type Origin = Point & { time: EpochMs };

/**
 * One order for the whole earthquake: `early` if any solution is, `inside` if at least half of the epicentres are.
 * @param origins of all its agencies' solutions, at least one
 */
export function orderFor(origins: readonly Origin[]): Order {
  if (origins.some(({ time }) => time < NETWORKS_SINCE)) return 'early';
  const inside = origins.filter((origin) => insideBox(origin, NATIONAL)).length;
  return 2 * inside >= origins.length ? 'inside' : 'outside';
}

/** Above the ranks of all agencies but those that are always last. */
const AUTOMATIC = 500;

/** The least is best. Automatic solutions come after all reviewed ones, `historical` always last. */
export const solutionRank = (agency: Agency, automatic: boolean, order: Order): number =>
  AGENCY_DEFINITIONS[agency].ranks[order] + (automatic ? AUTOMATIC : 0);

/** For `explain`. */
const agenciesInOrder = (order: Order, present: readonly Agency[]): Agency[] =>
  shownAgencies(present).toSorted((a, b) => solutionRank(a, false, order) - solutionRank(b, false, order));

/** Both coordinates in whole degrees: a region rather than an epicentre. */
const isWholeDegree = ({ latitude, longitude }: Point): boolean =>
  Number.isInteger(latitude) && Number.isInteger(longitude);

/** AFAD's own epicentres before are coarse: 18 % lie more than 30 km from USGS's, of its unified catalogue 1 %. */
const OWN_NETWORK_SINCE = Date.UTC(2007, 0);
const [AFAD, AFAD_UNIFIED] = [feedGroupNamed('afad'), feedGroupNamed('afad-unified')];

/** One of an agency's reports of an earthquake. */
interface Own extends Origin {
  feedGroup: number;
  key: string;
  /** The agency's preferred one first. */
  magnitudes: Magnitude[];
}

/** Orders an agency's reports of one earthquake: the first gives the agency's solution. */
export const compareOwn = (a: Own, b: Own): number =>
  Number(isWholeDegree(a)) - Number(isWholeDegree(b)) ||
  feedRank(a) - feedRank(b) ||
  typeRank(a) - typeRank(b) ||
  // Two of one feed: the later identifier.
  b.key.length - a.key.length ||
  (a.key < b.key ? 1 : -1);

const feedRank = ({ feedGroup, time }: Own): number =>
  feedGroup === AFAD_UNIFIED && time < OWN_NETWORK_SINCE ? AFAD - 0.5 : feedGroup;

const typeRank = ({ magnitudes: [first], time }: Own): number =>
  first ? magnitudeRank(first, { time, depthKm: null }) : Infinity;

/** What the order of the agencies' solutions depends on. */
type Ranked = Origin & Pick<Solution, 'agency' | 'precision' | 'quality'>;

/** An epicentre farther than this from all others, in km, is not preferred where two others agree. */
const ALONE_KM = 50;
/** They agree when they are nearer to each other than this part of its distance from them. */
const AGREEING_SHARE = 1 / 3;

/** Why a solution comes after those of other agencies, whatever its agency; null for no reason. */
function weaknessOf(solution: Ranked, solutions: readonly Ranked[]): string | null {
  const others = solutions.filter((one) => one !== solution && isAsPrecise(one, solution));
  if (isWholeDegree(solution) && others.some((one) => !isWholeDegree(one))) return 'an epicentre in whole degrees';
  const nearest = Math.min(...others.map((one) => distanceKm(solution, one)));
  const agree = others.some((one, index) =>
    others.slice(index + 1).some((other) => distanceKm(one, other) <= nearest * AGREEING_SHARE),
  );
  return nearest > ALONE_KM && agree ? `an epicentre more than ${ALONE_KM} km from the others, which agree` : null;
}

const isAsPrecise = (one: Ranked, than: Ranked): boolean =>
  DATE_PRECISIONS.indexOf(one.precision) <= DATE_PRECISIONS.indexOf(than.precision);

/** The preferred one first. @param solutions of one earthquake, one an agency */
export function orderSolutions<R extends Ranked>(solutions: readonly R[]): R[] {
  const order = orderFor(solutions);
  const ranked = solutions.map((solution) => ({
    solution,
    weak: weaknessOf(solution, solutions) === null ? 0 : 1,
    rank: solutionRank(solution.agency, solution.quality === 'automatic', order),
  }));
  return ranked.toSorted((a, b) => a.weak - b.weak || a.rank - b.rank).map(({ solution }) => solution);
}

/** Reasons for the preferred solution and the primary magnitude, for `explain`. */
export function preferenceReasons({ solutions, magnitude, magnitudeType }: Earthquake): string[] {
  const [preferred, ...others] = solutions as [Solution, ...Solution[]];
  const order = orderFor(solutions);
  const automatic = others.filter(({ quality }) => quality === 'automatic').map(({ agency }) => agency);
  const notes = [
    `order ${ORDER_NAMES[order]}: ${agenciesInOrder(
      order,
      solutions.map(({ agency }) => agency),
    ).join(', ')}`,
    'reviewed before automatic',
  ];
  if (automatic.length > 0) notes.push(`automatic here: ${automatic.join(', ')}`);
  for (const one of others) {
    const weakness = weaknessOf(one, solutions);
    if (weakness !== null) notes.push(`${one.agency} has ${weakness}`);
  }
  const owner = solutions.find((one) =>
    one.magnitudes.some(({ type, value }) => type === magnitudeType && value === magnitude),
  );
  return [
    `solution of ${preferred.agency}${others.length > 0 ? ` (${notes.join('; ')})` : ''}`,
    magnitude === null
      ? 'no agency gave a magnitude'
      : `magnitude of ${owner!.agency} (order of types: ${typeOrder(preferred.time)}; then of the solutions)`,
  ];
}

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

const typeOrder = (time: EpochMs): string =>
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
