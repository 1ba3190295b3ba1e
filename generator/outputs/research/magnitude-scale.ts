/** Whether magnitudes of several types may be counted together. */

/**
 * Least magnitude of a type with a measured relation to Mw (docs/magnitudes.md), inclusive. Untyped magnitudes and
 * types that are not listed have none.
 */
const CONVERTIBLE_FROM = new Map([
  ['Mw', -Infinity],
  ['ML', 2.3],
  ['Ms', 3.4],
  ['MD', 3.5],
  ['mb', 3.9],
]);

/** Types with a smaller share of the counted magnitudes are neglected. */
const LEAST_SHARE = 0.05;

/** Counts by type; a moment magnitude by any method is `Mw`, an unknown type `unknown`. */
export type TypeCounts = Record<string, number>;

/** `Mw*` is computed from other magnitudes, and is a type of its own. */
const scaleOf = (type: string | null): string =>
  type === null ? 'unknown' : type !== 'Mw*' && type.startsWith('Mw') ? 'Mw' : type;

/** How many magnitudes of each type fall into each bin (`#seismology/frequency-magnitude.ts`). */
export type TypedBins = Map<string | null, number[]>;

export function addType(bins: TypedBins, type: string | null, bin: number): void {
  const counts = bins.getOrInsertComputed(type, () => []);
  counts[bin] = (counts[bin] ?? 0) + 1;
}

/** In order of the types. @param from inclusive */
export function typeCounts(bins: TypedBins, from: number): TypeCounts {
  const counts = new Map<string, number>();
  for (const [type, numbers] of bins) {
    const count = numbers.reduce((sum, number, bin) => (bin >= from ? sum + number : sum), 0);
    if (count > 0) counts.set(scaleOf(type), (counts.get(scaleOf(type)) ?? 0) + count);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Two types or more, of which one has no relation to Mw at the bound. */
export function isMixed(counts: TypeCounts, magnitude: number): boolean {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const types = Object.entries(counts).flatMap(([type, count]) => (count >= LEAST_SHARE * total ? [type] : []));
  return types.length > 1 && types.some((type) => magnitude < (CONVERTIBLE_FROM.get(type) ?? Infinity));
}
