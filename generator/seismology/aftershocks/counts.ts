/** How many earthquakes a span may have: negative binomial counts, mixed over what the sequence may be. */

export interface CountRange {
  /** Probability of one or more. */
  chance: number;
  expected: number;
  /** The count lies within these, both inclusive, with 95 % or more. */
  low: number;
  high: number;
}

/** A possible mean of the count. */
interface Mean {
  mean: number;
  weight: number;
}

/** Probability below the range, and above it. */
const TAIL = 0.025;
/** More are not counted: an M 7.7 has fewer of M 3 in a week. */
const MOST = 20_000;
/** Means that differ by less are taken together: a factor of 10^(1/50). */
const CLASSES = 50;
const LEAST_MEAN = 1e-9;

/** Sums weights of nearly the same mean. */
function classed(means: readonly Mean[]): Mean[] {
  const classes = new Map<number, Mean>();
  for (const { mean, weight } of means) {
    const key = Math.round(CLASSES * Math.log10(Math.max(mean, LEAST_MEAN)));
    const one = classes.getOrInsertComputed(key, () => ({ mean: 0, weight: 0 }));
    one.mean += weight * mean;
    one.weight += weight;
  }
  return [...classes.values()]
    .filter(({ weight }) => weight > 1e-9)
    .map(({ mean, weight }) => ({ mean: mean / weight, weight }));
}

/** @param size of the negative binomial distribution */
export function countRange(means: readonly Mean[], size: number): CountRange {
  const all = classed(means);
  const shares = all.map(({ mean, weight }) => weight * Math.exp(-size * Math.log1p(mean / size)));
  const ratios = all.map(({ mean }) => mean / (mean + size));
  const expected = all.reduce((sum, { mean, weight }) => sum + mean * weight, 0);
  const none = shares.reduce((sum, share) => sum + share, 0);
  let [count, below, low] = [0, none, 0];
  while (below < 1 - TAIL && count < MOST) {
    if (below <= TAIL) low = count + 1;
    count += 1;
    for (let index = 0; index < shares.length; index += 1) {
      shares[index]! *= (ratios[index]! * (size + count - 1)) / count;
      below += shares[index]!;
    }
  }
  return { chance: Math.min(1, Math.max(0, 1 - none)), expected, low, high: count };
}
