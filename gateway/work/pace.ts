/** When a slice of work is long enough that others have their turn. */

/** Rows looked at in one slice at most: about 1.5 ms where none of them matches. */
export const SLICE_ROWS = 2048;
/** Shards opened in one slice at most; one that has to be read and parsed (9 ms) ends the slice by itself. */
export const SLICE_OPENS = 4;
/** In ms; looked at every so many rows. The first slices are shorter: what is cheap ends in them, and many who ask for what is dear hold nobody up. */
const SLICE_TIME = 1;
const FIRST_SLICE_TIME = 0.25;
const ROWS_A_LOOK = 32;

/** Who is told that a slice ends lets others have their turn before it goes on. */
export class Pace {
  #rows = 0;
  #opens = 0;
  #time = FIRST_SLICE_TIME;
  /** Undefined between two slices. */
  #began: number | undefined;

  /** Before what may take its time. */
  startSlice(): void {
    this.#began ??= performance.now();
  }

  /** Counts a row. @returns whether the slice ends with it */
  countRow(): boolean {
    this.#rows += 1;
    this.#began ??= performance.now();
    return this.#ends(this.#rows >= SLICE_ROWS || (this.#rows % ROWS_A_LOOK === 0 && this.#isLate(this.#began)));
  }

  /** Counts a shard opened. @returns whether the slice ends with it */
  countShard(): boolean {
    this.#opens += 1;
    this.#began ??= performance.now();
    return this.#ends(this.#opens >= SLICE_OPENS || this.#isLate(this.#began));
  }

  #isLate(began: number): boolean {
    return performance.now() - began >= this.#time;
  }

  #ends(ends: boolean): boolean {
    if (!ends) return false;
    [this.#rows, this.#opens, this.#began] = [0, 0, undefined];
    this.#time = Math.min(SLICE_TIME, this.#time * 2);
    return true;
  }
}

/** Gives other requests their turn. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
