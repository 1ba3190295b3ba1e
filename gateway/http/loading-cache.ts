/** A cache bounded in bytes that loads a value once, however many ask for it at the same time. */
import { LRUCache } from 'lru-cache';

export class LoadingCache<V extends object> {
  readonly #values: LRUCache<string, V>;
  readonly #loading = new Map<string, Promise<V>>();

  /** @param sizeOf bytes that a value holds in memory, at least 1 */
  constructor(maxBytes: number, sizeOf: (value: V) => number) {
    this.#values = new LRUCache({ maxSize: Math.max(1, Math.floor(maxBytes)), sizeCalculation: sizeOf });
  }

  /** Of all values held, in bytes. */
  get bytes(): number {
    return this.#values.calculatedSize;
  }

  known(key: string): V | undefined {
    return this.#values.get(key);
  }

  keep(key: string, value: V): V {
    this.#values.set(key, value);
    return value;
  }

  /** A failed load is not remembered: the next caller tries again. */
  async get(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.#values.get(key);
    if (known) return known;
    const running = this.#loading.get(key);
    if (running) return running;
    const loading = this.#load(key, load);
    this.#loading.set(key, loading);
    return loading;
  }

  /** Lets go of every value whose key is not among those to keep. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of [...this.#values.keys()]) if (!keys.has(key)) this.#values.delete(key);
  }

  async #load(key: string, load: () => Promise<V>): Promise<V> {
    try {
      const value = await load();
      this.#values.set(key, value);
      return value;
    } finally {
      this.#loading.delete(key);
    }
  }
}
