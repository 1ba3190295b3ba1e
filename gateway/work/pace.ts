/** When a slice of work is long enough that others have their turn. */

/** Rows looked at in one slice at most: about 1.5 ms where none of them matches. */
export const SLICE_ROWS = 2048;
/** Shards opened in one slice at most; one that has to be read and parsed (9 ms) ends the slice by itself. */
export const SLICE_OPENS = 4;
/** In ms; looked at every so many rows. The first slices are shorter: what is cheap ends in them, and many who ask for what is dear hold nobody up. */
const SLICE_TIME = 1;
const FIRST_SLICE_TIME = 0.25;
const ROWS_A_LOOK = 32;

export class Pace {
  #rows = 0;
  #opens = 0;
  #time = FIRST_SLICE_TIME;
  #began: number | undefined;

  /** Counts a row. @returns whether the slice ends with it */
  looked(): boolean {
    this.#rows += 1;
    this.#began ??= performance.now();
    return this.#rows >= SLICE_ROWS || (this.#rows % ROWS_A_LOOK === 0 && this.isLate());
  }

  /** Counts a shard opened. @returns whether the slice ends with it */
  opened(): boolean {
    this.#opens += 1;
    return this.#opens >= SLICE_OPENS || this.isLate();
  }

  isLate(): boolean {
    this.#began ??= performance.now();
    return performance.now() - this.#began >= this.#time;
  }

  /** A new slice begins. */
  begin(): void {
    this.#rows = 0;
    this.#opens = 0;
    this.#time = Math.min(SLICE_TIME, this.#time * 2);
    this.#began = performance.now();
  }
}
