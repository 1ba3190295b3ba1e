/** A cache with a limit in bytes that loads a value once for all concurrent requests. */
import { LRUCache } from 'lru-cache';

type Load<V> = () => Promise<V>;

export class LoadingCache<V extends object> {
  readonly #values: LRUCache<string, V, Load<V>>;

  /** @param sizeOf bytes that a value takes in memory, at least 1 */
  constructor(maxBytes: number, sizeOf: (value: V) => number) {
    this.#values = new LRUCache<string, V, Load<V>>({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: sizeOf,
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // A load that is evicted while it runs still answers its requests.
      ignoreFetchAbort: true,
    });
  }

  /** Size of all values, in bytes. */
  get bytes(): number {
    return this.#values.calculatedSize;
  }

  cached(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): V {
    this.#values.set(key, value);
    return value;
  }

  /** A failed load is not kept: the next request tries again. */
  async get(key: string, load: Load<V>): Promise<V> {
    return this.#values.get(key) ?? this.#values.forceFetch(key, { context: load });
  }

  /** Deletes every value with another key. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of [...this.#values.keys()]) if (!keys.has(key)) this.#values.delete(key);
  }
}

/** The limit of a cache in entries; as `max` it would allocate the memory of all of them at once. */
export const entryLimit = (entries: number) => ({ maxSize: entries, sizeCalculation: (): number => 1 });
