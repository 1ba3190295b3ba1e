/** Seeded random numbers: the same seed gives the same catalogue on every machine that runs the same Node. */

/** MurmurHash3's 32-bit finaliser (A. Appleby, public domain). */
function scramble(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** A 32-bit word of a text (FNV-1a). */
export function wordOf(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h | 0;
}

/**
 * A cumulative distribution given by some of its points: `[share, value]`, shares rising from 0 to 1, values positive
 * and rising.
 */
export type Quantiles = readonly (readonly [share: number, value: number])[];

/** The generator sfc32 of C. Doty-Humphrey (PractRand, public domain) with the distributions that seismicity needs. */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;

  constructor(...words: number[]) {
    this.reseed(...words);
  }

  /** Starts the stream that belongs to these words (only their low 32 bits count). */
  reseed(...words: number[]): void {
    let state = 0x9e3779b9;
    for (const word of words) state = scramble(state ^ scramble(word + 0x7f4a7c15)) + 0x9e3779b9;
    this.#a = scramble(state);
    this.#b = scramble(state + 1);
    this.#c = scramble(state + 2);
    this.#d = 1;
    for (let i = 0; i < 12; i += 1) this.#next();
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 inclusive to 1 exclusive. */
  unit(): number {
    return this.#next() / 4294967296;
  }

  /** Greater than 0, less than 1: safe for logarithms. */
  open(): number {
    return (this.#next() + 0.5) / 4294967296;
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.unit();
  }

  /** 0 to `count` − 1. */
  integer(count: number): number {
    return Math.floor(this.unit() * count);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(items.length)]!;
  }

  /** Standard normal (Box and Muller 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.open())) * Math.cos(2 * Math.PI * this.unit());
  }

  exponential(mean: number): number {
    return -mean * Math.log(this.open());
  }

  /** Log-normal: `spread` is the standard deviation of the natural logarithm. */
  logNormal(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  /** Student's t with an even number of degrees of freedom: a normal with heavy tails. Its variance is n / (n − 2). */
  studentT(freedom: 4 | 6): number {
    let squares = 0;
    for (let i = 0; i < freedom; i += 2) squares += this.exponential(2);
    return this.normal() / Math.sqrt(squares / freedom);
  }

  /** A value of a measured distribution, interpolated on the logarithms of the values. */
  quantile(table: Quantiles): number {
    const share = this.unit();
    const upper = Math.max(
      1,
      table.findIndex(([at]) => at > share),
    );
    const [[from, low], [to, high]] = [table[upper - 1]!, table[upper]!];
    return low * (high / low) ** ((share - from) / (to - from));
  }
}
