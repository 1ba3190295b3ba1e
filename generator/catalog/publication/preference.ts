/** Which agency's solution is preferred, and which magnitude is the primary one. */
import type { Point } from '#core/geo.ts';
import type { Agency, Earthquake, Magnitude, Solution } from '#core/earthquake.ts';
import { insideBox } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { NATIONAL } from '../regions.ts';

interface Order {
  /** Where or when it applies; part of the output of `explain`. */
  name: string;
  agencies: readonly Agency[];
}

/** AFAD is the authority by law and names district and province; Kandilli's network is its equal. */
const INSIDE: Order = {
  name: 'inside the national networks',
  agencies: ['afad', 'kandilli', 'usgs', 'turhec', 'historical'],
};
/** Only the global network surrounds such an earthquake. */
const OUTSIDE: Order = {
  name: 'outside the national networks',
  agencies: ['usgs', 'afad', 'kandilli', 'turhec', 'historical'],
};
/** Before the networks: a catalogue that re-evaluated the old bulletins before lists that copied them. */
const EARLY: Order = { name: 'before 1970', agencies: ['turhec', 'afad', 'kandilli', 'usgs', 'historical'] };
const NETWORKS_SINCE = Date.UTC(1970, 0);

type Origin = Point & { time: EpochMs };

/**
 * One order for the whole earthquake: `EARLY` if any solution is, `INSIDE` if at least half of the epicentres are.
 * @param origins of all its agencies' solutions, at least one
 */
export function orderFor(origins: readonly Origin[]): Order {
  if (origins.some(({ time }) => time < NETWORKS_SINCE)) return EARLY;
  const inside = origins.filter((origin) => insideBox(origin, NATIONAL)).length;
  return 2 * inside >= origins.length ? INSIDE : OUTSIDE;
}

/** 0 is best. Automatic solutions come after all reviewed ones, `historical` always last. */
export function solutionRank(agency: Agency, automatic: boolean, { agencies }: Order): number {
  const base = agencies.indexOf(agency);
  return agency === 'historical' ? 100 : automatic ? base + 10 : base;
}

/** Reasons for the preferred solution and the primary magnitude, for `explain`. */
export function preferenceReasons({ solutions, magnitude, magnitudeType }: Earthquake): string[] {
  const [preferred, ...others] = solutions as [Solution, ...Solution[]];
  const { name, agencies } = orderFor(solutions);
  const automatic = others.filter(({ quality }) => quality === 'automatic').map(({ agency }) => agency);
  const notes = [`order ${name}: ${agencies.join(', ')}`, 'reviewed before automatic'];
  if (automatic.length > 0) notes.push(`automatic here: ${automatic.join(', ')}`);
  const owner = solutions.find((one) =>
    one.magnitudes.some(({ type, value }) => type === magnitudeType && value === magnitude),
  );
  return [
    `solution of ${preferred.agency}${others.length > 0 ? ` (${notes.join('; ')})` : ''}`,
    magnitude === null
      ? 'no agency gave a magnitude'
      : `magnitude of ${owner!.agency} (order of types: Mw, ${TYPE_ORDER.join(', ')}, others; then of the solutions)`,
  ];
}

/**
 * Moment magnitude does not saturate and comes first; then the local scales, ML before MD; then Ms and mb; a proxy
 * computed from other magnitudes (`Mw*`), unknown and untyped ones last.
 */
const TYPE_ORDER = ['ML', 'MD', 'Ms', 'mb', 'Mw*'];

export function magnitudeRank(type: string | null): number {
  if (type === null) return 90;
  if (type !== 'Mw*' && type.startsWith('Mw')) return 0;
  const known = TYPE_ORDER.indexOf(type);
  return known < 0 ? 80 : known + 1;
}

/** The agency's magnitudes by type order, the first of each type. */
export function orderMagnitudes(magnitudes: Magnitude[]): Magnitude[] {
  const types = new Set<string | null>();
  return magnitudes
    .filter(({ type }) => !types.has(type) && types.add(type))
    .toSorted((a, b) => magnitudeRank(a.type) - magnitudeRank(b.type));
}
