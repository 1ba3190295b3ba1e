/** Decides when a slice of work is long enough to yield to other requests. */

/** Rows tested after which a slice ends: about 0.2 ms where none of them matches. */
export const SLICE_ROWS = 2048;
/** Shards opened in one slice at most; reading the columns of one (1 ms) ends the slice. */
export const SLICE_OPENS = 4;
/** In ms. The first slices are shorter: cheap work ends in them, and many expensive requests delay no cheap one. */
export const SLICE_TIME = 1;
const FIRST_SLICE_TIME = 0.25;
const ROWS_A_CLOCK_READING = 32;

export class Pace {
  #rows = 0;
  #opens = 0;
  /** Rows of the slice at which the clock is read next. */
  #nextReading = ROWS_A_CLOCK_READING;
  #time = FIRST_SLICE_TIME;
  /** Undefined between two slices. */
  #start: number | undefined;

  /** Starts the clock before work that may be slow. */
  startSlice(): void {
    this.#start ??= performance.now();
  }

  /** Counts a row. @returns whether the slice ends with it */
  countRow(): boolean {
    return this.countRows(1);
  }

  countRows(count: number): boolean {
    this.#rows += count;
    this.#start ??= performance.now();
    if (this.#rows >= SLICE_ROWS) return this.#ends(true);
    if (this.#rows < this.#nextReading) return false;
    this.#nextReading = this.#rows + ROWS_A_CLOCK_READING;
    return this.#ends(this.#isLate(this.#start));
  }

  /** Counts a shard opened. @returns whether the slice ends with it */
  countShard(): boolean {
    this.#opens += 1;
    this.#start ??= performance.now();
    return this.#ends(this.#opens >= SLICE_OPENS || this.#isLate(this.#start));
  }

  #isLate(start: number): boolean {
    return performance.now() - start >= this.#time;
  }

  #ends(ends: boolean): boolean {
    if (!ends) return false;
    [this.#rows, this.#opens, this.#start] = [0, 0, undefined];
    this.#nextReading = ROWS_A_CLOCK_READING;
    this.#time = Math.min(SLICE_TIME, this.#time * 2);
    return true;
  }
}

/** Lets pending I/O and other requests run. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
