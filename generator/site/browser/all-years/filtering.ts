/** Which of the loaded earthquakes the reader's filters let pass, and which bands they call for. */
import { BANDS } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { agenciesHere, unappliedWords } from '../language.ts';
import { leastShown, lowestBand, wholeSpan } from './extent.ts';
import type { PointFiles } from './point-files.ts';
import { alarm } from './report.ts';
import { chosenIn, spanShown, type AllYearsState, type Chosen } from './state.ts';
import { applyFilters, type Band, type Run } from './store.ts';

export class Filtering {
  #chosen: Chosen;
  #asOf: EpochMs = 0;
  /** Lowest band asked for so far. */
  #lowest: number = BANDS - 1;

  constructor(state: AllYearsState) {
    this.#chosen = chosenIn(state, this.#asOf, agenciesHere());
  }

  /** All that time may be chosen of, both inclusive. */
  get all(): [EpochMs, EpochMs] {
    return wholeSpan(this.#asOf, this.#chosen.values.from);
  }

  /** What of it is chosen. */
  get span(): [EpochMs, EpochMs] {
    return spanShown(this.#chosen.values, this.all);
  }

  /** Least magnitude that is shown; -Infinity for all. */
  get shownFrom(): number {
    return leastShown(this.#chosen.least, this.#lowest);
  }

  get isAll(): boolean {
    return this.#lowest === 0;
  }

  /** @returns whether other rows than before pass */
  apply(state: AllYearsState, { asOf, bands }: PointFiles): boolean {
    const former = JSON.stringify(this.#chosen.ofRows);
    this.#asOf = asOf;
    this.#chosen = chosenIn(state, asOf, agenciesHere());
    alarm(unappliedWords(this.#chosen.unapplied), 'filters');
    if (JSON.stringify(this.#chosen.ofRows) === former) return false;
    for (const band of bands) for (const run of band.runs) this.pass(band, run);
    return true;
  }

  /** Once a file is there. */
  pass(band: Band, run: Run): void {
    applyFilters(band, run, this.#chosen.ofRows);
  }

  /**
   * Asks for the bands that the magnitude, or the zoom, calls for.
   * @param scale pixels a degree @returns whether the zoom calls for further ones
   */
  want(files: PointFiles, scale: number): boolean {
    const { least } = this.#chosen;
    const wanted = lowestBand(least, scale);
    const isLower = wanted < this.#lowest;
    this.#lowest = Math.min(this.#lowest, wanted);
    files.want(this.#lowest);
    return isLower && least === 'zoom';
  }
}
