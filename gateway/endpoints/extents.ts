/** What was measured of long bodies, kept for their GET, HEAD and range requests. */
import { LRUCache } from 'lru-cache';
import { callerId } from '../access/caller.ts';
import type { Work } from '../work/work-queue.ts';
import type { EndpointRequest } from './request.ts';

/** Bytes of memory of one without parts, and of a part. */
const EXTENT_BYTES = 500;
const PART_BYTES = 150;

interface Measuring<E> {
  /** Whether one that is kept says all that is asked for. */
  isEnough?: (extent: E) => boolean;
  expensive: boolean;
  /** Of equal keys, the same is measured. */
  key?: string;
  measure(work: Work): Promise<E>;
}

export class Extents<E extends object> {
  readonly #kept: LRUCache<string, E>;

  /** @param maxBytes of memory @param partsOf how many marks, counts and the like one holds */
  constructor(maxBytes: number, partsOf: (extent: E) => number) {
    this.#kept = new LRUCache<string, E>({
      maxSize: maxBytes,
      sizeCalculation: (extent) => EXTENT_BYTES + partsOf(extent) * PART_BYTES,
    });
  }

  kept(hash: string): E | undefined {
    return this.#kept.get(hash);
  }

  /**
   * Measured once for requests at the same time, within the limits of their callers.
   * @param hash of all that the body depends on @throws whatever `measure` throws
   */
  async of(
    hash: string,
    { queue, caller, signal }: EndpointRequest,
    { isEnough = () => true, expensive, key = '', measure }: Measuring<E>,
  ): Promise<E> {
    const kept = this.kept(hash);
    if (kept && isEnough(kept)) return kept;
    const work = { caller: callerId(caller), signal: signal(), expensive, key: `${hash} ${key}` };
    const extent = await queue.during(work, measure);
    this.#kept.set(hash, extent);
    return extent;
  }
}
