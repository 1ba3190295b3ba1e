/** Seeded Poisson numbers: the same text gives the same stream on every machine. */

/** A 32-bit word of a text (FNV-1a). */
function wordOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** Above this mean a rounded normal replaces the Poisson distribution. */
const NORMAL_FROM = 50;

export class Poisson {
  #state: number;

  constructor(seed: string) {
    this.#state = wordOf(seed);
  }

  /** Greater than 0, less than 1: Mulberry32 of T. Ettinger (public domain). */
  #unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return (((word ^ (word >>> 14)) >>> 0) + 0.5) / 4294967296;
  }

  draw(mean: number): number {
    if (mean === 0) return 0;
    if (mean >= NORMAL_FROM) {
      const normal = Math.sqrt(-2 * Math.log(this.#unit())) * Math.cos(2 * Math.PI * this.#unit());
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
    }
    const unit = this.#unit();
    let probability = Math.exp(-mean);
    let sum = probability;
    let count = 0;
    while (unit > sum && probability > 1e-300) {
      count += 1;
      probability *= mean / count;
      sum += probability;
    }
    return count;
  }
}
