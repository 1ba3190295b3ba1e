/** Documented choices: whose solution stands for the earthquake, and which magnitude is the primary one. */
import type { Agency, Magnitude } from '#core/earthquake.ts';
import type { Box, Point } from '#core/geo.ts';
import { insideBox } from '#core/geo.ts';

/** Where the national networks locate best: Türkiye and a strip around it. */
export const NATIONAL: Box = { south: 35.5, north: 42.5, west: 25.5, east: 45 };

/** Inside, AFAD is the authority by law and names district and province; Kandilli's network is its equal. */
const INSIDE: Agency[] = ['afad', 'kandilli', 'usgs', 'turhec', 'historical'];
/** Outside, a global network surrounds the earthquake that the national ones see from one side. */
const OUTSIDE: Agency[] = ['usgs', 'afad', 'kandilli', 'turhec', 'historical'];

/** 0 is best. An automatic solution stands behind all others, but for `historical`, which is always last. */
export function solutionRank(agency: Agency, automatic: boolean, place: Point): number {
  const order = insideBox(place, NATIONAL) ? INSIDE : OUTSIDE;
  const base = order.indexOf(agency);
  return agency === 'historical' ? 100 : automatic ? base + 10 : base;
}

/**
 * Moment magnitude does not saturate and comes first; then the local scales, ML before MD; then Ms and mb; a proxy computed from other
 * magnitudes (`Mw*`), unknown and untyped ones last.
 */
const TYPE_ORDER = ['ML', 'MD', 'Ms', 'mb', 'Mw*'];

export function magnitudeRank(type: string | null): number {
  if (type === null) return 90;
  if (type !== 'Mw*' && type.startsWith('Mw')) return 0;
  const known = TYPE_ORDER.indexOf(type);
  return known < 0 ? 80 : known + 1;
}

/** The agency's magnitudes by type order, one a type; of equal types the one given first. */
export function orderMagnitudes(magnitudes: Magnitude[]): Magnitude[] {
  const types = new Set<string | null>();
  return magnitudes
    .filter(({ type }) => !types.has(type) && types.add(type))
    .toSorted((a, b) => magnitudeRank(a.type) - magnitudeRank(b.type));
}
