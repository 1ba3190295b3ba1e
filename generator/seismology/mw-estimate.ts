/**
 * Mw estimated from another type of magnitude (Kadirioğlu and Kartal 2016, Turkish Journal of Earth Sciences 25,
 * 300-310). Never a `magnitude`: docs/magnitudes.md.
 */

interface Relation {
  type: string;
  /** Inclusive. */
  range: readonly [number, number];
  slope: number;
  intercept: number;
  /** Root mean square of measured less estimated Mw in the agencies' files (docs/magnitudes.md). */
  uncertainty: number;
}

/** The upper end of Ms is that of Akkar et al. (2010): the paper's own was not at hand. */
const RELATIONS: readonly Relation[] = [
  { type: 'ML', range: [3.3, 6.6], slope: 0.8095, intercept: 1.3003, uncertainty: 0.5 },
  { type: 'MD', range: [3.5, 7.4], slope: 0.7947, intercept: 1.342, uncertainty: 0.22 },
  { type: 'mb', range: [3.9, 6.8], slope: 1.0319, intercept: 0.0223, uncertainty: 0.36 },
  { type: 'Ms', range: [3.4, 5.4], slope: 0.5716, intercept: 2.498, uncertainty: 0.14 },
  { type: 'Ms', range: [5.5, 7.7], slope: 0.8126, intercept: 1.1723, uncertainty: 0.2 },
];

const DOI = '10.3906/yer-1511-7';

export interface MwEstimate {
  /** To the hundredth. */
  value: number;
  /** Root mean square of measured less estimated Mw. */
  uncertainty: number;
  method: string;
  doi: string;
  /** Magnitudes from which the relation estimates, both ends inclusive. */
  range: readonly [number, number];
}

/** Undefined where no relation holds: for measured and computed Mw, unknown types, and outside of the ranges. */
export function mwEstimate(magnitude: number | null, type: string | null | undefined): MwEstimate | undefined {
  if (magnitude === null) return undefined;
  const relation = RELATIONS.find((one) => one.type === type && magnitude >= one.range[0] && magnitude <= one.range[1]);
  if (!relation) return undefined;
  const { slope, intercept, range, uncertainty } = relation;
  return {
    value: Math.round((slope * magnitude + intercept) * 100) / 100,
    uncertainty,
    method: `Mw = ${slope} ${type} + ${intercept} (Kadirioğlu & Kartal 2016)`,
    doi: DOI,
    range,
  };
}
