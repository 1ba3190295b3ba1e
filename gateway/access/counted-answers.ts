/** Readers of remote files ask for a long answer in many ranges: those of a counted answer are not counted again. */
import { LRUCache } from 'lru-cache';
import { entryLimit } from '../http/loading-cache.ts';
import type { StreamedResponse, WholeResponse } from '../http/response.ts';

/** Answers remembered. */
const REMEMBERED = 10_000;
/** A range takes so many bytes at least: about as many are written for it. */
const LEAST_BYTES = 65_536;
/** So many times its length may be sent of one counted answer: GDAL reads a long file three times. */
const TIMES = 4;

export class CountedAnswers {
  /** Bytes that may still be sent, by caller and answer. */
  readonly #left = new LRUCache<string, number>(entryLimit(REMEMBERED));

  /** @param answer names caller and content */
  covers(answer: string): boolean {
    return (this.#left.get(answer) ?? 0) > 0;
  }

  /** @param isCovered whether the response was not counted */
  note(answer: string, { headers }: WholeResponse | StreamedResponse, isCovered: boolean): void {
    const sent = Number(headers['Content-Length'] ?? NaN);
    const size = headers['Content-Range'] === undefined ? sent : Number(headers['Content-Range'].split('/')[1]);
    const left = isCovered ? this.#left.get(answer)! - Math.max(sent, LEAST_BYTES) : size * TIMES;
    // Where no length is known, nothing follows uncounted.
    if (left > 0) this.#left.set(answer, left);
    else this.#left.delete(answer);
  }
}
