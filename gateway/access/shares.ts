/** What one network, account or host may have of something bounded. */

/** Part of a bound that one network has at most. Mobile networks put thousands of phones behind one /24 block. */
const SHARE = 10;

/** A tenth of a bound, at least 1. */
export const shareOf = (bound: number): number => Math.max(1, Math.floor(bound / SHARE));

/** What is in use, by name. */
export class UsedSlots {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, change: 1 | -1): void {
    const count = this.of(name) + change;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }

  /** Names with at least so many. */
  from(least: (name: string) => number): string[] {
    return [...this.#counts].filter(([name, count]) => count >= least(name)).map(([name]) => name);
  }
}
