/** How likely a set of reports is one earthquake. Pure. */

/**
 * Each solution's errors enter all of its pairs, so n solutions have n - 1 independent residuals: the spanning tree of
 * greatest sum counts. The other pairs add this share, since they are not wholly dependent: it tells partitions apart
 * of which the trees weigh the same.
 */
const OTHER_PAIRS = 0.1;

/** @returns -Infinity where two of them cannot be of one earthquake. @param scoreOf symmetric */
export function clusterScore<T>(members: readonly T[], scoreOf: (one: T, other: T) => number): number {
  const all = sumOfPairs(members, scoreOf);
  if (all === -Infinity || members.length < 3) return all;
  const tree = greatestTree(members, scoreOf);
  return tree + OTHER_PAIRS * (all - tree);
}

function sumOfPairs<T>(members: readonly T[], scoreOf: (one: T, other: T) => number): number {
  let sum = 0;
  for (const [index, one] of members.entries())
    for (let next = index + 1; next < members.length; next += 1) sum += scoreOf(one, members[next]!);
  return sum;
}

/** Sum over the spanning tree of greatest sum (Prim). */
function greatestTree<T>([first, ...rest]: readonly T[], scoreOf: (one: T, other: T) => number): number {
  let open = rest.map((member) => ({ member, score: scoreOf(first!, member) }));
  let sum = 0;
  while (open.length > 0) {
    const next = open.reduce((best, one) => (one.score > best.score ? one : best));
    sum += next.score;
    open = open
      .filter((one) => one !== next)
      .map(({ member, score }) => ({ member, score: Math.max(score, scoreOf(next.member, member)) }));
  }
  return sum;
}
