/** Parameters of sequences by maximum likelihood. */
import { DAY } from '#core/time.ts';
import type { Parameters } from '#seismology/aftershocks/parameters.ts';
import { posteriorOf } from '#seismology/aftershocks/posterior.ts';
import { sourcesOf, stepsOf, type Source, type Step } from '#seismology/aftershocks/steps.ts';
import type { KnownSequence } from './sequences.ts';

type Shock = Pick<KnownSequence['main'], 'time' | 'magnitude'>;
type Fittable = Pick<KnownSequence, 'complete' | 'until'> & { main: Shock; known: readonly Shock[] };

interface Prepared {
  sources: Source[];
  steps: Step[];
  /** Of all magnitudes above the least ones of their steps: number, and sum of what they are above. */
  magnitudes: { count: number; excess: number };
}

function prepare({ main, known, complete, until: now }: Fittable): Prepared {
  const sources = sourcesOf(main, known, now);
  const steps = stepsOf(sources, { main, known, now, complete });
  const magnitudes = { count: 0, excess: 0 };
  for (const { time, magnitude } of known) {
    const day = (time - main.time) / DAY;
    const step = steps.find(({ from, to }) => day >= from && day < to);
    if (!step || magnitude < step.least - 1e-9) continue;
    magnitudes.count += 1;
    magnitudes.excess += magnitude - step.least;
  }
  return { sources, steps, magnitudes };
}

/** Magnitudes are published to the tenth. */
const HALF_BIN = 0.05;

function logLikelihood({ sources, steps, magnitudes }: Prepared, of: Parameters): number {
  let sum = posteriorOf(sources, steps, of).evidence;
  for (const { count } of steps) for (let each = 0; each < count; each += 1) sum += Math.log(of.size + each);
  // Aki (1965) for bins.
  const beta = of.b * Math.LN10;
  return sum + magnitudes.count * Math.log(beta) - beta * (magnitudes.excess + magnitudes.count * HALF_BIN);
}

const NAMES = ['a', 'aSpread', 'b', 'p', 'pSpread', 'c', 'background', 'size'] as const;
/** Positive ones are searched by their logarithms. */
const POSITIVE = new Set<string>(['aSpread', 'pSpread', 'c', 'background', 'size']);

const vectorOf = (of: Parameters): number[] =>
  NAMES.map((name) => (POSITIVE.has(name) ? Math.log(of[name]) : of[name]));
const parametersOf = (vector: readonly number[]): Parameters =>
  Object.fromEntries(
    NAMES.map((name, index) => [name, POSITIVE.has(name) ? Math.exp(vector[index]!) : vector[index]!]),
  ) as unknown as Parameters;

interface Vertex {
  at: number[];
  value: number;
}

/** Nelder and Mead (1965, Computer J. 7, 308-313). @returns where the function is least */
function least(of: (at: number[]) => number, start: number[], { rounds, step }: { rounds: number; step: number }) {
  const vertex = (at: number[]): Vertex => ({ at, value: of(at) });
  const moved = (from: readonly number[], to: readonly number[], share: number): Vertex =>
    vertex(from.map((value, index) => value + share * (to[index]! - value)));
  let simplex = [start, ...start.map((_, index) => start.map((value, at) => value + (at === index ? step : 0)))].map(
    vertex,
  );
  for (let round = 0; round < rounds; round += 1) {
    simplex.sort((a, b) => a.value - b.value);
    const [best, worst] = [simplex[0]!, simplex.at(-1)!];
    if (worst.value - best.value < 1e-3) break;
    const others = simplex.slice(0, -1);
    const centre = start.map((_, index) => others.reduce((sum, { at }) => sum + at[index]!, 0) / others.length);
    const reflected = moved(centre, worst.at, -1);
    let next = reflected;
    if (reflected.value < best.value) {
      const expanded = moved(centre, worst.at, -2);
      if (expanded.value < reflected.value) next = expanded;
    } else if (reflected.value >= others.at(-1)!.value) {
      next = moved(centre, reflected.value < worst.value ? reflected.at : worst.at, 0.5);
    }
    if (next.value < worst.value) simplex = [...others, next];
    else simplex = [best, ...simplex.slice(1).map(({ at }) => moved(best.at, at, 0.5))];
  }
  return simplex.reduce((a, b) => (b.value < a.value ? b : a));
}

interface Fit {
  parameters: Parameters;
  /** Less means that the sequences are more probable. */
  value: number;
}

/** @param start of the search @param rounds of it, at most */
export function fitParameters(sequences: readonly Fittable[], start: Parameters, rounds = 400): Fit {
  const prepared = sequences.map(prepare);
  const of = (at: number[]): number => -prepared.reduce((sum, one) => sum + logLikelihood(one, parametersOf(at)), 0);
  const first = least(of, vectorOf(start), { rounds, step: 0.2 });
  const found = least(of, first.at, { rounds, step: 0.05 });
  return { parameters: parametersOf(found.at), value: found.value };
}
