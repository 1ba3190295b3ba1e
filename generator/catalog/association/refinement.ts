/** What is done to the earthquakes of a component after their reports were assigned. Pure. */
import { distanceKm } from '#core/geo.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { byContent } from './neighbours.ts';
import { areUnlike, isExact, LOOK_MS, scorePair, timeBetween, type Candidate } from './score.ts';
import { MISTIMED } from './residual-terms.ts';

/** A report farther than either from all others of its earthquake must add at least so much to the sum of scores. */
export const FAR = { ms: 20 * SECOND, km: 80, least: 2 };

export const isFar = (a: Candidate, b: Candidate): boolean =>
  Math.abs(timeBetween(a, b)) > FAR.ms || distanceKm(a, b) > FAR.km;

/** The report that has least to do with the others of its earthquake; undefined where all belong together. */
function doubtful(cluster: readonly Candidate[]): Candidate | undefined {
  let least: { report: Candidate; sum: number } | undefined;
  for (const report of cluster) {
    const others = cluster.filter((one) => one !== report);
    if (!others.every((one) => isFar(report, one))) continue;
    const sum = others.reduce((total, one) => total + (scorePair(report, one)?.total ?? -Infinity), 0);
    if (sum < (least?.sum ?? FAR.least)) least = { report, sum };
  }
  return least?.report;
}

/** Takes out reports that are far from all others and hardly likelier of that earthquake than of their own. */
export function separateDoubtful(clusters: readonly Candidate[][]): Candidate[][] {
  return clusters.flatMap((cluster) => {
    const alone: Candidate[][] = [];
    let kept = cluster;
    for (;;) {
      const report = kept.length > 1 ? doubtful(kept) : undefined;
      if (!report) return [kept, ...alone];
      kept = kept.filter((one) => one !== report);
      alone.push([report]);
    }
  });
}

/**
 * Bounds within which two reports of one feed group are one shock located twice, unless other agencies have two there.
 * All inclusive. In a sequence with more reports around, two shocks lie so near by chance.
 */
const DOUBLE = { ms: 5 * SECOND, km: 20, magnitude: 1.2, activity: 20 };
const HARDLY_APART = { ms: SECOND, km: 10, activity: 40 };
/** Before the networks. */
const EARLY_DOUBLE = { before: Date.UTC(1970, 0), km: 60 };

export const isDouble = (a: Candidate, b: Candidate): boolean =>
  a.feedGroup === b.feedGroup && isExact(a) && isExact(b) && (isLocatedTwice(a, b) || isTypedTwice(a, b));

/** Later rows of feeds without identifiers only where they are hardly apart: for others chains.ts decides. */
function isLocatedTwice(a: Candidate, b: Candidate): boolean {
  const isEarly = a.time < EARLY_DOUBLE.before;
  const hardlyApart = isHardlyApart(a, b);
  return (
    (FEED_GROUPS[a.feedGroup]!.keyed || isEarly || hardlyApart) &&
    Math.abs(a.time - b.time) <= DOUBLE.ms &&
    magnitudesDiffer(a, b) <= DOUBLE.magnitude &&
    distanceKm(a, b) <= (isEarly ? EARLY_DOUBLE.km : DOUBLE.km) &&
    Math.max(a.activity, b.activity) <= (hardlyApart ? HARDLY_APART.activity : DOUBLE.activity)
  );
}

const magnitudesDiffer = (a: Candidate, b: Candidate): number => Math.abs((a.magnitude ?? 0) - (b.magnitude ?? 0));

const isHardlyApart = (a: Candidate, b: Candidate): boolean =>
  Math.abs(a.time - b.time) <= HARDLY_APART.ms && distanceKm(a, b) <= HARDLY_APART.km;

/** One row typed twice, with two minutes: all else is the same, and little happens around. Both inclusive. */
const TYPED_TWICE = { minutes: 2, activity: 3 };

function isTypedTwice(a: Candidate, b: Candidate): boolean {
  const minutes = Math.abs(a.time - b.time) / MINUTE;
  return (
    Math.max(a.time, b.time) < MISTIMED.before &&
    Number.isInteger(minutes) &&
    minutes >= 1 &&
    minutes <= TYPED_TWICE.minutes &&
    a.latitude === b.latitude &&
    a.longitude === b.longitude &&
    a.magnitude === b.magnitude &&
    Math.max(a.activity, b.activity) <= TYPED_TWICE.activity
  );
}

/** In units of the bounds. */
const between = (a: Candidate, b: Candidate): number =>
  Math.abs(a.time - b.time) / DOUBLE.ms + distanceKm(a, b) / DOUBLE.km;

/** Adds reports that no other confirms to the earthquake of which their own agency has another report. */
export function joinDoubles(clusters: readonly Candidate[][]): Candidate[][] {
  const clusterOf = new Map(
    clusters.flatMap((cluster) => cluster.map((one): [Candidate, Candidate[]] => [one, cluster])),
  );
  const sorted = [...clusterOf.keys()].sort(byContent);
  for (const [index, report] of sorted.entries()) {
    const single = clusterOf.get(report)!;
    if (single.length > 1) continue;
    const [nearest] = doublesOf(sorted, index)
      .filter((double) => !clusterOf.get(double)!.some((one) => areUnlike(report, one)))
      .sort((a, b) => between(report, a) - between(report, b) || byContent(a, b));
    if (!nearest) continue;
    clusterOf.set(report, [...clusterOf.get(nearest)!, report]);
    for (const one of clusterOf.get(report)!) clusterOf.set(one, clusterOf.get(report)!);
  }
  return [...new Set(clusterOf.values())];
}

/** @param sorted by time */
function doublesOf(sorted: readonly Candidate[], index: number): Candidate[] {
  const report = sorted[index]!;
  const found: Candidate[] = [];
  for (const step of [-1, 1])
    for (let other = sorted[index + step], at = index; other; other = sorted[(at += step) + step]) {
      if (Math.abs(other.time - report.time) > LOOK_MS) break;
      if (isDouble(report, other)) found.push(other);
    }
  return found;
}
