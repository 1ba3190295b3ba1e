/**
 * Productivity and decay of a sequence: what sequences of Türkiye have, updated by what is known of this one (Bayes'
 * rule, as Page et al. 2016, Bull. Seismol. Soc. Am. 106, 2290-2301, do with the productivity).
 */
import type { Parameters } from './parameters.ts';
import { COMPLETE_FROM, type Source, type Step } from './steps.ts';

/** Integral of (t + c)^−p over days since the source, from 0 inclusive. */
export function decayed(from: number, to: number, p: number, c: number): number {
  if (to <= 0) return 0;
  const [start, end] = [Math.log(Math.max(0, from) + c), Math.log(to + c)];
  const power = 1 - p;
  if (Math.abs(power) < 1e-6) return end - start;
  return (Math.exp(power * end) - Math.exp(power * start)) / power;
}

/** Days since the first source. */
interface Span {
  from: number;
  to: number;
}

/** Relative number of M 3 or more in a span by all sources, for a = 0. */
export function exposure(
  sources: readonly Source[],
  { from, to }: Span,
  own: { b: number; p: number; c: number },
): number {
  let sum = 0;
  for (const { day, magnitude } of sources)
    sum += 10 ** (own.b * (magnitude - COMPLETE_FROM)) * decayed(from - day, to - day, own.p, own.c);
  return sum;
}

/** One possible sequence. */
interface Candidate {
  a: number;
  p: number;
  /** Probability; all together are 1. */
  weight: number;
}

/** Standard deviations of a normal distribution, evenly spaced. */
const pointsOf = (count: number, reach: number): number[] =>
  Array.from({ length: count }, (_, index) => -reach + (2 * reach * index) / (count - 1));
const A_POINTS = pointsOf(49, 4);
const P_POINTS = pointsOf(9, 3);

interface Posterior {
  candidates: Candidate[];
  /** log of the probability of the counts, but for what the counts and the size alone change. */
  evidence: number;
}

export function posteriorOf(sources: readonly Source[], steps: readonly Step[], of: Parameters): Posterior {
  const candidates: Candidate[] = [];
  // In units of the size, as the likelihood needs them.
  const shares = steps.map(({ least }) => 10 ** (-of.b * (least - COMPLETE_FROM)) / of.size);
  const counts = Float64Array.from(steps, ({ count }) => count);
  const grounds = Float64Array.from(steps, ({ from, to }, index) => of.background * (to - from) * shares[index]!);
  for (const deviationP of P_POINTS) {
    const p = of.p + of.pSpread * deviationP;
    const means = Float64Array.from(
      steps,
      (step, index) => exposure(sources, step, { b: of.b, p, c: of.c }) * shares[index]!,
    );
    for (const deviation of A_POINTS) {
      const a = of.a + of.aSpread * deviation;
      const prior = -(deviation ** 2 + deviationP ** 2) / 2;
      const weight = prior + countLikelihood({ counts, means, grounds }, { factor: 10 ** a, size: of.size });
      candidates.push({ a, p, weight });
    }
  }
  return { candidates, evidence: normalize(candidates) };
}

type Columns = Record<'counts' | 'means' | 'grounds', Float64Array>;

/** log of the probability of the counts by negative binomial distributions, but for what all candidates share. */
function countLikelihood(
  { counts, means, grounds }: Columns,
  { factor, size }: { factor: number; size: number },
): number {
  let sum = 0;
  for (let index = 0; index < counts.length; index += 1) {
    const ratio = factor * means[index]! + grounds[index]!;
    const count = counts[index]!;
    sum -= (count + size) * Math.log1p(ratio);
    if (count > 0) sum += count * Math.log(ratio);
  }
  return sum;
}

/** Makes probabilities of logs. @returns log of their sum */
function normalize(candidates: Candidate[]): number {
  const most = candidates.reduce((max, { weight }) => Math.max(max, weight), -Infinity);
  let sum = 0;
  for (const one of candidates) sum += one.weight = Math.exp(one.weight - most);
  for (const one of candidates) one.weight /= sum;
  return most + Math.log(sum);
}
