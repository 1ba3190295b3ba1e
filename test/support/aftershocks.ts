/** Synthetic sequences of aftershocks by the model itself: known productivity and decay, no clusters of their own. */
import { DAY, type EpochMs } from '#core/time.ts';
import { decayed } from '#seismology/aftershocks/posterior.ts';
import type { Parameters } from '#seismology/aftershocks/parameters.ts';
import { COMPLETE_FROM } from '#seismology/aftershocks/steps.ts';

export const MAIN_TIME = Date.UTC(2030, 0, 1);

/** Numbers of a seed (Mulberry32 of T. Ettinger, public domain). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Greater than 0, less than 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return (((word ^ (word >>> 14)) >>> 0) + 0.5) / 4294967296;
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  exponential(): number {
    return -Math.log(this.unit());
  }
}

export interface SyntheticShock {
  time: EpochMs;
  magnitude: number;
}

type Own = Pick<Parameters, 'a' | 'b' | 'p' | 'c'>;

/** From M 3 up, too small for aftershocks of their own. @param days from the main shock on, exclusive */
export function syntheticSequence(magnitude: number, own: Own, { days, random }: { days: number; random: Random }) {
  const rate = 10 ** (own.a + own.b * (magnitude - COMPLETE_FROM));
  const until = rate * decayed(0, days, own.p, own.c);
  const shocks: SyntheticShock[] = [];
  // Times of a Poisson process by its cumulative rate.
  for (let sum = random.exponential(); sum < until; sum += random.exponential()) {
    const power = 1 - own.p;
    const day = ((sum / rate) * power + own.c ** power) ** (1 / power) - own.c;
    const above = random.exponential() / (own.b * Math.LN10);
    const drawn = Math.floor((COMPLETE_FROM + above) * 10 + 1e-9) / 10;
    shocks.push({ time: MAIN_TIME + day * DAY, magnitude: Math.min(magnitude - 1.1, drawn) });
  }
  return shocks;
}
