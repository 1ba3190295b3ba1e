/** Which agency's solution is preferred, and which magnitude is the primary one. */
import { type Agency, shownAgencies } from '#core/agencies.ts';
import type { Earthquake, Magnitude, Solution } from '#core/earthquake.ts';
import { distanceKm, insideBox, isWholeDegree, type Point } from '#core/geo.ts';
import { DATE_PRECISIONS, type EpochMs } from '#core/time.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';
import type { AgencyDefinition } from '../../sources/agency.ts';
import { feedGroupNamed } from '../documents/feed-groups.ts';
import { NATIONAL } from '../association/models.ts';
import { eventTypeReason } from './event-type.ts';
import { magnitudeRank, primaryMagnitude, typeOrder } from './primary-magnitude.ts';

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
export function preferenceReasons({ solutions, eventType, blastProbability }: Earthquake): string[] {
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
  const primary = primaryMagnitude(solutions);
  return [
    `solution of ${preferred.agency}${others.length > 0 ? ` (${notes.join('; ')})` : ''}`,
    primary
      ? `magnitude of ${primary.agency} (${primary.reason}${primary.isSettling ? ', not settled' : ''}; order of types: ${typeOrder(preferred.time)})`
      : 'no agency gave a magnitude',
    ...[eventTypeReason({ solutions, eventType }) ?? []].flat(),
    ...(blastProbability === undefined ? [] : [`blast probability ${blastProbability} (docs/data-quality.md)`]),
  ];
}
