/** Which span, bands and loaded earthquakes the reader’s filters let pass. */
import { BANDS, bandFloor, bandOf } from '#core/shard.ts';
import { type EpochMs, DAY, formatDay, parseDay } from '#core/time.ts';
import { agenciesHere, unappliedWords } from '../language.ts';
import type { PointFiles } from './point-files.ts';
import { alarm } from './report.ts';
import { chosenIn, spanShown, type AllYearsState, type Chosen } from './state.ts';
import { applyFilters, type Band, type Run } from './store.ts';
import type { Box } from '#core/geo.ts';
import { unproject } from '../../drawing/mercator.ts';
import type { Camera } from '../map/camera.ts';
import { TURKIYE } from '../open-map.ts';
import type { Texts } from '../filters.ts';

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

  /** Plate codes of the chosen provinces. */
  get provinces(): readonly number[] {
    return this.#chosen.values.provinces ?? [];
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

/** Which bands are loaded from how many pixels a degree on, where the reader leaves it to the zoom. */
const ZOOM_BANDS: [scale: number, band: number][] = [
  [300, 0],
  [150, 2],
  [75, 3],
  [0, 4],
];

function lowestBand(least: Chosen['least'], scale: number): number {
  if (least === 'zoom') return ZOOM_BANDS.find(([from]) => scale >= from)![1];
  return least === -Infinity ? 0 : bandOf(least);
}

/** Without a map, the whole region. */
export function boxInView(camera: Camera | undefined): Box {
  if (!camera) return TURKIYE;
  const [from, to] = [
    unproject(camera.toPlane({ x: 0, y: 0 })),
    unproject(camera.toPlane({ x: camera.width, y: camera.height })),
  ];
  return { west: from.longitude, north: from.latitude, east: to.longitude, south: to.latitude };
}

/** Least magnitude that is shown; -Infinity for all. @param lowest band that was asked for so far */
function leastShown(least: Chosen['least'], lowest: number): number {
  if (least !== 'zoom') return least;
  return lowest <= 1 ? -Infinity : bandFloor(lowest);
}

/** Since there are instruments: where the time begins unless the reader asks for what was before. */
export const FIRST_DAY = Date.UTC(1900, 0);
/** Of the records of earlier times. */
export const EARLIEST_DAY = parseDay('0001-01-01')!;

/** The days of a window as texts of filters; empty where it begins or ends with all. */
export function daysOf(window: [EpochMs, EpochMs], [first, last]: [EpochMs, EpochMs]): Texts {
  const [from, to, end] = [...window, last].map((time) => Math.floor(time / DAY) * DAY) as [EpochMs, EpochMs, EpochMs];
  return {
    date_from: from <= first && first === FIRST_DAY ? '' : formatDay(Math.max(from, first)),
    date_to: to === end ? '' : formatDay(to),
    max_age: '',
  };
}

/** From the first day to the end of the last. @param from the chosen day, which may be before {@link FIRST_DAY} */
const wholeSpan = (asOf: EpochMs, from: EpochMs = FIRST_DAY): [EpochMs, EpochMs] => [
  from < FIRST_DAY ? EARLIEST_DAY : FIRST_DAY,
  Math.max(FIRST_DAY + DAY, Math.ceil((asOf + 1) / DAY) * DAY) - 1,
];
