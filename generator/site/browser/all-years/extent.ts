/** What the map shows, and which magnitude bands that calls for. */
import type { Box } from '#core/geo.ts';
import { bandFloor, bandOf } from '#core/shard.ts';
import { DAY, parseDay, type EpochMs } from '#core/time.ts';
import { unproject } from '../../drawing/mercator.ts';
import type { Camera } from '../map/camera.ts';
import { TURKIYE } from '../open-map.ts';
import type { AllYearsState } from './state.ts';

/** Which bands are loaded from how many pixels a degree on, where the reader leaves it to the zoom. */
const ZOOM_BANDS: [scale: number, band: number][] = [
  [300, 0],
  [150, 2],
  [75, 3],
  [0, 4],
];

export function lowestBand(minMagnitude: AllYearsState['minMagnitude'], scale: number): number {
  if (minMagnitude === 'zoom') return ZOOM_BANDS.find(([least]) => scale >= least)![1];
  return minMagnitude === -Infinity ? 0 : bandOf(minMagnitude);
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
export function leastShown(minMagnitude: AllYearsState['minMagnitude'], lowest: number): number {
  if (minMagnitude !== 'zoom') return minMagnitude;
  return lowest <= 1 ? -Infinity : bandFloor(lowest);
}

/** Since there are instruments: where the time begins unless the reader asks for what was before. */
export const FIRST_DAY = Date.UTC(1900, 0);
/** Of the records of earlier times. */
export const EARLIEST_DAY = parseDay('0001-01-01')!;

/** The days of a window; none where it begins or ends with all. */
export function daysOf(
  window: [EpochMs, EpochMs],
  [first, last]: [EpochMs, EpochMs],
): Pick<AllYearsState, 'from' | 'to'> {
  const [from, to, end] = [...window, last].map((time) => Math.floor(time / DAY) * DAY) as [EpochMs, EpochMs, EpochMs];
  return {
    from: from <= first && first === FIRST_DAY ? undefined : Math.max(from, first),
    to: to === end ? undefined : to,
  };
}

/** From the first day to the end of the last. @param from the chosen day, which may be before {@link FIRST_DAY} */
export const wholeSpan = (asOf: EpochMs, from: EpochMs = FIRST_DAY): [EpochMs, EpochMs] => [
  from < FIRST_DAY ? EARLIEST_DAY : FIRST_DAY,
  Math.max(FIRST_DAY + DAY, Math.ceil((asOf + 1) / DAY) * DAY) - 1,
];
